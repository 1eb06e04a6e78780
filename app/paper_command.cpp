#include <iostream>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/data_folder.h"
#include "app/interrupt.h"
#include "app/paper_report.h"
#include "app/paper_runs.h"
#include "papers/figures.h"
#include "record/output_folder.h"
#include "record/svg.h"

/// `ventosa paper`: the experiments of papers, what they say beside what runs here.
namespace ventosa::app {

namespace fs = std::filesystem;
using papers::Chosen;
using papers::PaperResults;

namespace {

models::Robot load_robot(const std::string& name) { return models::load(find_robot(name)); }

ExitCode list_names(bool json) {
  if (json)
    std::cout << names_json().dump(2) << '\n';
  else
    print_names(std::cout);
  return ExitCode::kPass;
}

struct Chart {
  fs::path file;
  record::Figure figure;
};

/// Charts of gaits, which need no run.  @throws models::InputError
std::vector<Chart> gait_charts(const std::vector<Chosen>& chosen) {
  std::vector<Chart> charts;
  for (const Chosen& part : chosen)
    for (const papers::Experiment* experiment : part.experiments)
      for (const papers::GaitChart& chart : experiment->charts)
        charts.push_back({fs::path(part.paper->name) / (chart.name + ".svg"),
                          papers::to_figure(chart, load_robot(chart.robot))});
  return charts;
}

std::vector<PaperResults> results_of(const std::vector<Chosen>& chosen, const PaperRuns& runs) {
  std::vector<PaperResults> papers;
  for (const Chosen& part : chosen) {
    papers.push_back({part.paper});
    for (const papers::Experiment* experiment : part.experiments) {
      papers::Outcome outcome = runs.outcome(*experiment);
      std::vector<papers::Compared> compared = papers::compare(outcome, load_robot);
      papers.back().results.push_back({std::move(outcome), std::move(compared)});
    }
  }
  return papers;
}

void write_figures(const fs::path& folder, const PaperRuns& runs,
                   const papers::Experiment& experiment) {
  for (const PaperRun& run : runs.runs())
    for (const PaperWatch& each : run.watches) {
      if (each.experiment != &experiment) continue;
      for (const papers::Watch::Drawing& drawing : each.watch->drawings())
        record::write_svg(papers::finished(drawing, *run.verdict),
                          folder / (drawing.spec->name + ".svg"));
    }
}

void write_results(const record::OutputFolder& folder, const std::vector<Chosen>& chosen,
                   const PaperRuns& runs, const std::vector<Chart>& charts) {
  for (const Chosen& part : chosen) {
    fs::create_directories(folder.file(part.paper->name));
    for (const papers::Experiment* experiment : part.experiments)
      write_figures(folder.file(part.paper->name), runs, *experiment);
  }
  for (const Chart& chart : charts) record::write_svg(chart.figure, folder.staging() / chart.file);
}

/// The worst of the runs; an unknown number, too, is a failure.
ExitCode exit_code_of(const std::vector<PaperResults>& papers, const PaperRuns& runs) {
  ExitCode code = ExitCode::kPass;
  for (const PaperRun& run : runs.runs()) code = scenarios::worse(code, run.verdict->exit_code);
  for (const PaperResults& paper : papers)
    for (const papers::Result& result : paper.results)
      for (const papers::Compared& each : result.compared)
        if (each.judgement == papers::Judgement::kFailed)
          code = scenarios::worse(code, ExitCode::kAssertionFailed);
  return code;
}

void print(const std::vector<PaperResults>& papers, bool json) {
  if (json)
    std::cout << results_json(papers).dump(2) << '\n';
  else
    print_results(std::cout, papers);
}

}  // namespace

ExitCode paper(const PaperOptions& options) {
  if (options.names.empty()) return list_names(options.json);
  const std::vector<Chosen> chosen = papers::choose(options.names);
  const std::vector<Chart> charts = gait_charts(chosen);
  PaperRuns runs(chosen);
  std::optional<record::OutputFolder> folder;
  if (!options.out.empty()) {
    folder.emplace(options.out);
    runs.open_pictures(chosen, *folder);
  }
  runs.carry_out();
  if (interrupted()) return ExitCode::kInterrupted;

  const std::vector<PaperResults> papers = results_of(chosen, runs);
  print(papers, options.json);
  if (folder) {
    write_results(*folder, chosen, runs, charts);
    record::write_text(folder->file("papers.md"), papers::to_markdown(papers));
    folder->commit();
  }
  return exit_code_of(papers, runs);
}

}  // namespace ventosa::app
