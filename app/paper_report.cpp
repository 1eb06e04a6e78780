#include "app/paper_report.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/text_table.h"
#include "papers/catalogue.h"
#include "papers/figures.h"

namespace ventosa::app {
namespace {

using nlohmann::ordered_json;
using papers::Cells;
using papers::Compared;

void print_list(std::ostream& out, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) out << "  " << line << '\n';
}

void print_result(std::ostream& out, const papers::Result& result) {
  const papers::Experiment& experiment = *result.outcome.experiment;
  out << experiment.name << ": " << experiment.title << " (section " << experiment.sections
      << ")\n\n";
  TextTable table({{"section"},
                   {"what"},
                   {"paper"},
                   {"ours", true},
                   {"how far off", true},
                   {"reproduced if"},
                   {"verdict"}});
  for (const Compared& each : result.compared) {
    const Cells c = cells_of(each);
    table.add({c.section, c.what, c.paper, c.ours, c.off, c.threshold, c.verdict});
  }
  table.print(out);
  out << '\n';
  for (const Compared& each : result.compared)
    if (!each.line->cause.empty())
      out << "  " << each.line->what << ": " << each.line->cause << '\n';
  print_list(out, run_texts(result.outcome));
  print_list(out, experiment.notes);
  out << '\n';
}

ordered_json number_or_null(double value) {
  return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr);
}

ordered_json line_json(const Compared& compared) {
  const papers::Line& line = *compared.line;
  return {{"section", line.section},
          {"what", line.what},
          {"claim", line.claim},
          {"printed", line.printed ? ordered_json(*line.printed) : ordered_json(nullptr)},
          {"ours", number_or_null(compared.ours)},
          {"unit", line.unit},
          {"reproduced_if", cells_of(compared).threshold},
          {"verdict", papers::name(compared.judgement)},
          {"cause", line.cause}};
}

ordered_json result_json(const papers::Result& result) {
  const papers::Experiment& experiment = *result.outcome.experiment;
  ordered_json lines = ordered_json::array();
  for (const Compared& each : result.compared) lines.push_back(line_json(each));
  ordered_json runs = ordered_json::array();
  for (const papers::RunSpec& run : experiment.runs)
    for (const scenarios::Verdict& verdict : result.outcome.verdicts.at(run.key))
      runs.push_back({{"key", run.key},
                      {"scenario", run.scenario},
                      {"robot", verdict.robot},
                      {"seed", verdict.seed},
                      {"verdict", scenarios::name(verdict.outcome)},
                      {"exit_code", static_cast<int>(verdict.exit_code)}});
  return {{"name", experiment.name},
          {"sections", experiment.sections},
          {"title", experiment.title},
          {"runs", runs},
          {"lines", lines},
          {"figures", figure_names(experiment)},
          {"notes", experiment.notes}};
}

}  // namespace

void print_names(std::ostream& out) {
  TextTable table({{"name"}, {"section of the paper"}, {"experiment"}});
  for (const papers::Paper& paper : papers::catalogue()) {
    table.add({paper.name, "all of its experiments", paper.reference});
    for (const papers::Experiment& each : paper.experiments)
      table.add({each.name, each.sections, each.title});
  }
  table.print(out);
}

ordered_json names_json() {
  ordered_json names = ordered_json::array();
  for (const papers::Paper& paper : papers::catalogue())
    for (const papers::Experiment& each : paper.experiments)
      names.push_back({{"name", each.name},
                       {"paper", paper.name},
                       {"reference", paper.reference},
                       {"sections", each.sections},
                       {"title", each.title}});
  return {{"schema", 1}, {"experiments", names}};
}

void print_results(std::ostream& out, const std::vector<papers::PaperResults>& all) {
  for (const papers::PaperResults& each : all) {
    out << each.paper->reference << '\n';
    print_list(out, each.paper->notes);
    out << '\n';
    for (const papers::Result& result : each.results) print_result(out, result);
  }
}

ordered_json results_json(const std::vector<papers::PaperResults>& all) {
  ordered_json list = ordered_json::array();
  for (const papers::PaperResults& each : all) {
    ordered_json results = ordered_json::array();
    for (const papers::Result& result : each.results) results.push_back(result_json(result));
    list.push_back({{"name", each.paper->name},
                    {"reference", each.paper->reference},
                    {"notes", each.paper->notes},
                    {"experiments", results}});
  }
  return {{"schema", 1}, {"papers", list}};
}

}  // namespace ventosa::app
