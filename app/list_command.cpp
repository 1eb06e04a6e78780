#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/data_folder.h"
#include "app/inputs.h"
#include "app/text_table.h"
#include "models/input_error.h"
#include "models/robot.h"
#include "scenarios/format/file_kind.h"
#include "scenarios/format/label.h"

/// `ventosa list`: the shipped scenarios and robots.
namespace ventosa::app {

namespace fs = std::filesystem;
using nlohmann::ordered_json;
using scenarios::Label;

namespace {

std::vector<Label> scenarios_like(const std::string& pattern) {
  std::vector<Label> labels;
  for (const fs::path& file : yaml_files(data_folder().scenarios))
    if (matches_name(file.stem().string(), pattern)) labels.push_back(scenarios::label_of(file));
  return labels;
}

std::vector<controller::RobotModel> robots_like(const std::string& pattern) {
  std::vector<controller::RobotModel> robots;
  for (const fs::path& file : yaml_files(data_folder().robots))
    if (matches_name(file.stem().string(), pattern) &&
        scenarios::file_kind(file) == scenarios::FileKind::kRobot)
      robots.push_back(models::load(file).nominal);
  return robots;
}

/// Numbers of joints as text: "6", or "6 and 7" if the legs differ.
std::string joints_text(const controller::RobotModel& robot) {
  const auto [least, most] =
      std::minmax_element(robot.leg.begin(), robot.leg.end(),
                          [](const auto& a, const auto& b) { return a.n_joints < b.n_joints; });
  const std::string text = std::to_string(least->n_joints);
  return least->n_joints == most->n_joints ? text : text + " and " + std::to_string(most->n_joints);
}

void print(const std::vector<Label>& scenarios) {
  TextTable table({{"scenario"},
                   {"robot"},
                   {"surfaces"},
                   {"fidelity"},
                   {"time [s]", true},
                   {"seeds", true},
                   {"title"}});
  for (const Label& each : scenarios)
    table.add({each.name, each.robot, joined(each.surfaces), each.fidelity,
               digits(each.duration_s, 4), std::to_string(each.seeds.size()), each.title});
  table.print(std::cout);
}

void print(const std::vector<controller::RobotModel>& robots) {
  TextTable table({{"robot"}, {"legs", true}, {"joints a leg", true}, {"mass [kg]", true}});
  for (const controller::RobotModel& each : robots)
    table.add({each.name, std::to_string(each.n_legs()), joints_text(each),
               digits(each.total_mass_kg())});
  table.print(std::cout);
}

ordered_json to_json(const Label& label) {
  return {{"name", label.name},         {"title", label.title},
          {"robot", label.robot},       {"surfaces", label.surfaces},
          {"fidelity", label.fidelity}, {"duration_s", label.duration_s},
          {"seeds", label.seeds}};
}

ordered_json to_json(const controller::RobotModel& robot) {
  auto joints = ordered_json::array();
  for (const controller::Leg& leg : robot.leg) joints.push_back(leg.n_joints);
  return {{"name", robot.name},
          {"legs", robot.n_legs()},
          {"joints", joints},
          {"mass_kg", robot.total_mass_kg()}};
}

void print_json(const std::vector<Label>& scenarios,
                const std::vector<controller::RobotModel>& robots) {
  ordered_json json{
      {"schema", 1}, {"scenarios", ordered_json::array()}, {"robots", ordered_json::array()}};
  for (const Label& each : scenarios) json["scenarios"].push_back(to_json(each));
  for (const controller::RobotModel& each : robots) json["robots"].push_back(to_json(each));
  std::cout << json.dump(2) << '\n';
}

}  // namespace

ExitCode list(const ListOptions& options) {
  const std::vector<Label> scenarios = scenarios_like(options.pattern);
  const std::vector<controller::RobotModel> robots = robots_like(options.pattern);
  if (scenarios.empty() && robots.empty())
    throw models::InputError("", options.pattern, "matches no name", "omit it to list all");
  if (options.json) {
    print_json(scenarios, robots);
    return ExitCode::kPass;
  }
  if (!scenarios.empty()) print(scenarios);
  if (!scenarios.empty() && !robots.empty()) std::cout << '\n';
  if (!robots.empty()) print(robots);
  return ExitCode::kPass;
}

}  // namespace ventosa::app
