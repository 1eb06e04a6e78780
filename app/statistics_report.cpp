#include "app/statistics_report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

#include "app/report.h"
#include "app/terminal.h"
#include "app/text_table.h"
#include "record/state_hash.h"

namespace ventosa::app {

using nlohmann::ordered_json;
using scenarios::AssertStatistics;
using scenarios::Distribution;
using scenarios::ScenarioStatistics;

namespace {

constexpr std::array<std::pair<const char*, double Distribution::*>, 6> kValues{
    {{"mean", &Distribution::mean},
     {"least", &Distribution::least},
     {"lower_quartile", &Distribution::lower_quartile},
     {"median", &Distribution::median},
     {"upper_quartile", &Distribution::upper_quartile},
     {"largest", &Distribution::largest}}};

std::string mean_text(const AssertStatistics& of) {
  return of.values ? digits(of.values->mean, 4) : "";
}

std::string quartiles_text(const AssertStatistics& of) {
  if (!of.values || of.values->least == of.values->largest) return "";
  return digits(of.values->lower_quartile, 4) + ", " + digits(of.values->median, 4) + ", " +
         digits(of.values->upper_quartile, 4);
}

/// Statistics over the seeds; empty for a single run.
std::vector<std::string> over_seeds(const AssertStatistics& of, std::size_t n_runs) {
  if (n_runs == 1) return {"", "", "", ""};
  return {std::to_string(of.worst_seed), of.n_failed > 0 ? std::to_string(of.n_failed) : "",
          mean_text(of), quartiles_text(of)};
}

/// Adds a row per assertion; only the first row has the scenario's name.
void add_rows(const ScenarioStatistics& scenario, TextTable& table) {
  std::vector<std::string> row{scenario.scenario, std::to_string(scenario.runs.size()),
                               shown(scenario.worst_run().outcome)};
  if (scenario.asserts.empty()) table.add(row);
  for (const AssertStatistics& each : scenario.asserts) {
    row.insert(row.end(), {each.worst.name, limit_text(each.worst), value_text(each.worst)});
    for (std::string& text : over_seeds(each, scenario.runs.size())) row.push_back(std::move(text));
    table.add(std::exchange(row, std::vector<std::string>(3)));
  }
}

ordered_json to_json(const AssertStatistics& of) {
  const scenarios::AssertResult& worst = of.worst;
  ordered_json json{{"name", worst.name},
                    {"unit", worst.unit},
                    {"bound", controller::name(worst.bound)},
                    {"limit", worst.limit},
                    {"tolerance", worst.tolerance},
                    {"failed", of.n_failed},
                    {"unknown", of.n_unknown},
                    {"worst",
                     {{"value", worst.value},
                      {"value_name", worst.value_name},
                      {"seed", of.worst_seed},
                      {"at_s", worst.worst_s},
                      {"signal", worst.worst_signal}}}};
  for (const auto& [key, value] : kValues)
    json[key] = of.values ? ordered_json((*of.values).*value) : ordered_json();
  return json;
}

ordered_json to_json(const Verdict& run) {
  return {{"seed", run.seed},
          {"verdict", name(run.outcome)},
          {"exit_code", static_cast<int>(run.exit_code)},
          {"sim_time_s", run.sim_time_s},
          {"realtime_factor", run.realtime_factor},
          {"state_hash", record::hexadecimal(run.state_hash)},
          {"command_hash", record::hexadecimal(run.command_hash)},
          {"message", run.message}};
}

ordered_json to_json(const ScenarioStatistics& scenario) {
  const Verdict& worst = scenario.worst_run();
  ordered_json json{{"scenario", scenario.scenario},
                    {"verdict", name(worst.outcome)},
                    {"exit_code", static_cast<int>(worst.exit_code)},
                    {"runs", ordered_json::array()},
                    {"asserts", ordered_json::array()}};
  for (const Verdict* run : scenario.runs) json["runs"].push_back(to_json(*run));
  for (const AssertStatistics& each : scenario.asserts) json["asserts"].push_back(to_json(each));
  return json;
}

std::string cell(const ordered_json& value) {
  if (value.is_null() || (value.is_number_float() && std::isnan(value.get<double>()))) return "nan";
  if (!value.is_string()) return value.dump();
  std::string quoted = "\"";
  for (const char c : value.get<std::string>()) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

/// CSV text with a row for each element of a list of each scenario; columns are named by paths such
/// as worst.seed.
std::string csv_of(const ordered_json& scenarios, const char* list) {
  std::string header, rows;
  for (const ordered_json& scenario : scenarios)
    for (const ordered_json& element : scenario.at(list)) {
      header = "scenario";
      rows += cell(scenario.at("scenario"));
      const ordered_json flat = element.flatten();
      for (const auto& [path, value] : flat.items()) {
        header += ',' + path.substr(1);
        rows += ',' + cell(value);
      }
      rows += '\n';
    }
  std::replace(header.begin(), header.end(), '/', '.');
  return header + '\n' + rows;
}

}  // namespace

void print_statistics(std::ostream& out, const std::vector<ScenarioStatistics>& all) {
  TextTable table({{"scenario"},
                   {"runs", true},
                   {"verdict"},
                   {"assertion"},
                   {"limit"},
                   {"worst"},
                   {"of seed", true},
                   {"fails", true},
                   {"mean", true},
                   {"quartiles"}});
  for (const ScenarioStatistics& scenario : all) add_rows(scenario, table);
  table.print(out);
}

ordered_json to_json(const std::vector<ScenarioStatistics>& all) {
  ordered_json list = ordered_json::array();
  for (const ScenarioStatistics& scenario : all) list.push_back(to_json(scenario));
  return list;
}

void write_statistics(record::OutputFolder& folder, const std::vector<ScenarioStatistics>& all) {
  const ordered_json json = to_json(all);
  record::write_text(folder.file("assertions.csv"), csv_of(json, "asserts"));
  record::write_text(folder.file("runs.csv"), csv_of(json, "runs"));
  folder.commit();
}

}  // namespace ventosa::app
