#include "app/plan_task.h"

#include <algorithm>

#include "app/text_table.h"
#include "models/input_error.h"
#include "models/spelling.h"
#include "scenarios/format/surface_list.h"

namespace ventosa::app {

using models::InputError;
using scenarios::Scenario;

namespace {

/// Refuses a robot that does not stand on planes with its feet.
void require_planes(const Scenario& scenario) {
  if (scenario.twin.clamped)
    throw InputError("placement.clamped", "", "a plan needs a robot that stands on its feet",
                     "leave the key out");
  for (const scenarios::Surface& surface : scenario.surfaces)
    if (surface.relief)
      throw InputError("surfaces", surface.name, "is a relief; a plan needs planes",
                       "leave 'relief' out");
}

/// Index of the only surface besides the robot's.
int only_other(const std::vector<std::string>& names, std::size_t own) {
  if (names.size() < 2)
    throw InputError("surfaces", names[own], "is the only one; a plan needs another to reach", "");
  if (names.size() > 2) {
    std::vector<std::string> others = names;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(own));
    throw InputError("--to", "", "must name one of several surfaces", joined(others));
  }
  return own == 0 ? 1 : 0;
}

int index_of(const std::string& name, const std::vector<std::string>& names) {
  const auto found = std::ranges::find(names, name);
  if (found != names.end()) return static_cast<int>(found - names.begin());
  const std::string_view meant = models::closest(name, names);
  throw InputError("--to", name, "is not a surface of the scenario",
                   meant.empty()
                       ? "it has " + joined(names)
                       : "did you mean " + std::string(meant) + "? it has " + joined(names));
}

int destination(const std::string& to, const std::vector<std::string>& names, std::size_t own) {
  if (to.empty()) return only_other(names, own);
  const int index = index_of(to, names);
  if (index == static_cast<int>(own))
    throw InputError("--to", to, "is the surface on which the robot stands", "name another one");
  return index;
}

}  // namespace

PlanTask plan_task(const Scenario& scenario, const std::string& to) {
  require_planes(scenario);
  const std::vector<std::string> names = names_of(scenario.surfaces);
  const std::size_t own = scenario.placement.surface;
  PlanTask task{.robot = scenario.robot,
                .config = scenario.controller,
                .surfaces = patches_of(scenario.surfaces),
                .surface_name = names,
                .X_WB = scenario.twin.X_WB,
                .question = {.from = static_cast<int>(own), .to = destination(to, names, own)}};
  task.robot.nominal = scenario.controller_model;
  return task;
}

planner::Plan make_plan(const PlanTask& task) {
  const planner::World world{task.model(), task.config, task.surfaces};
  return planner::plan(world, planner::standing_at(world, task.X_WB, task.config.cup_goal_force_N),
                       task.question);
}

}  // namespace ventosa::app
