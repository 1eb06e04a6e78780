#include <cctype>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "app/commands.h"
#include "app/data_folder.h"
#include "app/inputs.h"
#include "app/text_table.h"
#include "models/input_error.h"
#include "scenarios/session/row_recorder.h"

/// `ventosa signals`: lists the signals that a run of a robot records.
namespace ventosa::app {
namespace {

using record::Column;

struct Signal : Column {
  bool needs_camera = false;  ///< recorded only with the camera on
};

/// All signals that the robot can have.
std::vector<Signal> signals_of(const std::string& robot) {
  scenarios::Scenario scenario;
  scenario.robot = models::load(find_robot(robot));
  std::set<std::string> always;
  for (const Column& column : recorded_columns(scenario)) always.insert(column.name);
  scenario.twin.camera.on = scenario.robot.sensors.has_value();
  std::vector<Signal> signals;
  for (const Column& column : recorded_columns(scenario))
    signals.push_back({column, !always.contains(column.name)});
  return signals;
}

/// Replaces indices by `*`: "seen.leg0.joint2.q" becomes "seen.leg*.joint*.q".
std::string with_stars(const std::string& name) {
  std::string pattern;
  for (const char c : name) {
    if (std::isdigit(static_cast<unsigned char>(c)) == 0)
      pattern += c;
    else if (pattern.empty() || pattern.back() != '*')
      pattern += '*';
  }
  return pattern;
}

/// Signals with one pattern for all legs and joints.
std::vector<Signal> patterns_of(const std::vector<Signal>& signals) {
  std::set<std::string> seen;
  std::vector<Signal> patterns;
  for (Signal column : signals) {
    column.name = with_stars(column.name);
    if (seen.insert(column.name).second) patterns.push_back(std::move(column));
  }
  return patterns;
}

void print_table(const std::vector<Signal>& signals) {
  TextTable table({{"signal"}, {"unit"}, {"needs"}, {"values"}});
  for (const Signal& signal : signals)
    table.add({signal.name, signal.unit, signal.needs_camera ? "camera" : "",
               joined(signal.enumerators)});
  table.print(std::cout);
}

void print_json(const std::vector<Signal>& signals) {
  auto list = nlohmann::ordered_json::array();
  for (const Signal& each : signals) {
    nlohmann::ordered_json signal{{"name", each.name}, {"unit", each.unit}};
    if (each.needs_camera) signal["needs"] = "camera";
    if (!each.enumerators.empty()) signal["values"] = each.enumerators;
    list.push_back(std::move(signal));
  }
  std::cout << nlohmann::ordered_json{{"schema", 1}, {"signals", std::move(list)}}.dump(2) << '\n';
}

}  // namespace

ExitCode signals(const SignalsOptions& options) {
  std::vector<Signal> all = signals_of(options.robot);
  if (!options.all) all = patterns_of(all);
  if (options.json)
    print_json(all);
  else
    print_table(all);
  return ExitCode::kPass;
}

}  // namespace ventosa::app
