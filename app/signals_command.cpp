#include <cctype>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "app/commands.h"
#include "app/data_folder.h"
#include "app/inputs.h"
#include "app/text_table.h"
#include "models/input_error.h"
#include "scenarios/session/row_recorder.h"
#include "sim/sensors/body_sensor_options.h"

/// `ventosa signals`: lists the signals that a run of a robot records.
namespace ventosa::app {
namespace {

using record::Column;

struct Signal : Column {
  std::string needs = {};  ///< sensor without which it is not recorded, by its key in a scenario
};

/// Sensors that a scenario switches on and off, by their keys.
std::vector<std::pair<const char*, bool&>> switches(sim::TwinConfig& twin) {
  return {{"camera", twin.camera.on}, {"gps", twin.gps.on}, {"compass", twin.compass.on}};
}

/// A scenario with all sensors that the robot has.
scenarios::Scenario scenario_with(const models::Robot& robot) {
  using sim::Fidelity;
  scenarios::Scenario scenario;
  scenario.robot = robot;
  scenario.twin.camera = sim::camera_options(Fidelity::kFull, robot.sensors);
  scenario.twin.gps = sim::gps_options(Fidelity::kFull, robot.gps);
  scenario.twin.compass = sim::compass_options(Fidelity::kFull, robot.compass);
  return scenario;
}

std::set<std::string> names_of(const scenarios::Scenario& scenario) {
  std::set<std::string> names;
  for (const Column& column : recorded_columns(scenario)) names.insert(column.name);
  return names;
}

/// All signals that the robot can have.
std::vector<Signal> signals_of(const std::string& robot) {
  scenarios::Scenario scenario = scenario_with(models::load(find_robot(robot)));
  std::vector<Signal> signals;
  for (const Column& column : recorded_columns(scenario)) signals.push_back({column});
  for (auto& [sensor, on] : switches(scenario.twin)) {
    const bool has_it = std::exchange(on, false);
    const std::set<std::string> without = names_of(scenario);
    for (Signal& signal : signals)
      if (!without.contains(signal.name)) signal.needs = sensor;
    on = has_it;
  }
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
    table.add({signal.name, signal.unit, signal.needs, joined(signal.enumerators)});
  table.print(std::cout);
}

void print_json(const std::vector<Signal>& signals) {
  auto list = nlohmann::ordered_json::array();
  for (const Signal& each : signals) {
    nlohmann::ordered_json signal{{"name", each.name}, {"unit", each.unit}};
    if (!each.needs.empty()) signal["needs"] = each.needs;
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
