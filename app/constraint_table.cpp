#include "app/constraint_table.h"

#include <iostream>
#include <nlohmann/json.hpp>

#include "app/text_table.h"
#include "controller/organizer/constraints.h"
#include "models/part_keys.h"
#include "scenarios/format/sections.h"

namespace ventosa::app {

using controller::Constraint;
using controller::ControllerConfig;
using nlohmann::ordered_json;

namespace {

ControllerConfig default_options(const models::Robot& robot) {
  const controller::Cup* cup = robot.nominal.cup();
  return scenarios::controller_settings(robot, models::Effects{}, cup ? cup->goal_force_N : 0);
}

std::vector<Constraint> constraints_of(const models::Robot& robot) {
  const controller::Shape parts = models::parts_of(robot);
  std::vector<Constraint> list;
  for (const Constraint& constraint : controller::all_constraints())
    if (!constraint.only || parts.has(*constraint.only)) list.push_back(constraint);
  return list;
}

/// For example "at least 0.01 m".
std::string bound_text(const Constraint& constraint, const ControllerConfig& config) {
  const std::string unit = constraint.unit;
  return std::string(name(constraint.bound)) + " " + digits(constraint.limit(config)) +
         (unit.empty() ? "" : " " + unit);
}

}  // namespace

void print_constraints(const models::Robot& robot) {
  const ControllerConfig config = default_options(robot);
  TextTable table({{"limiting"}, {"of"}, {"in"}, {"measure"}, {"limit"}, {"set by"}, {"reason"}});
  for (const Constraint& constraint : constraints_of(robot))
    table.add({std::string(name(constraint.limiting)), std::string(name(constraint.scope)),
               std::string(name(constraint.asked)), constraint.measure,
               bound_text(constraint, config), constraint.set_by,
               std::string(name(constraint.reason))});
  std::cout << "constraints of " << robot.nominal.name << ":\n";
  table.print(std::cout);
  std::cout << std::flush;
}

ordered_json constraints_json(const std::filesystem::path& file, const models::Robot& robot) {
  const ControllerConfig config = default_options(robot);
  auto list = ordered_json::array();
  for (const Constraint& constraint : constraints_of(robot))
    list.push_back({{"limiting", name(constraint.limiting)},
                    {"of", name(constraint.scope)},
                    {"in", name(constraint.asked)},
                    {"measure", constraint.measure},
                    {"bound", name(constraint.bound)},
                    {"limit", constraint.limit(config)},
                    {"unit", constraint.unit},
                    {"set_by", constraint.set_by},
                    {"reason", name(constraint.reason)}});
  return {{"file", file.string()},
          {"good", true},
          {"robot", robot.nominal.name},
          {"constraints", std::move(list)}};
}

}  // namespace ventosa::app
