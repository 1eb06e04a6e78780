#include "scenarios/statics/walk_check.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "models/input_error.h"
#include "scenarios/format/static_margin.h"

namespace ventosa::scenarios {
namespace {

using controller::LiftVerdict;
using controller::RobotModel;
using models::InputError;

Plane plane_of(const Surface& surface, const controller::Vector3d& gravity_W) {
  const controller::Vector3d up = -gravity_W.stableNormalized();
  const double cosine = std::clamp(surface.patch.X_WS.linear().col(2).dot(up), -1.0, 1.0);
  return {.name = surface.name,
          .incline_rad = std::acos(cosine),
          .friction = surface.patch.friction,
          .gravity_W = {0, 0, -gravity_W.norm()}};
}

/// Table of a goal that walks.
const controller::Gait* table_of(const RobotModel& robot, const TimedGoal& goal) {
  if (const auto* walk = std::get_if<Walk>(&goal.motion)) return robot.find_gait(walk->gait);
  if (const auto* walk = std::get_if<Waypoints>(&goal.motion)) return robot.find_gait(walk->gait);
  return nullptr;
}

/// Answers to the rows of a gait, the one with the largest margin.
LiftVerdict best_row(const Scenario& scenario, const controller::RobotAtRest& at_rest,
                     const controller::Gait& gait) {
  std::optional<LiftVerdict> best;
  for (int k = 0; k < static_cast<int>(gait.row.size()); ++k) {
    const LiftVerdict row = judge_lift(scenario.robot.nominal, scenario.controller, at_rest,
                                       controller::airborne_in(gait, k));
    if (row.lifts()) return row;
    if (!best || row.least.margin > best->least.margin) best = row;
  }
  return *best;
}

bool asserts_refusal(const Scenario& scenario) {
  const std::string refusal(name(controller::Reason::kLiftRefused));
  return std::any_of(scenario.asserts.begin(), scenario.asserts.end(), [&](const Assertion& each) {
    return each.signal == "plan.reason" && each.limit_name == refusal;
  });
}

[[noreturn]] void refuse(const Scenario& scenario, const TimedGoal& goal,
                         const controller::Gait& gait, const LiftVerdict& best) {
  const std::string why = best.objection.reason == controller::Reason::kLiftRefused
                              ? excess_text(scenario.robot.nominal, best.least)
                              : std::string(name(best.objection.reason));
  throw InputError(
      "script[" + std::to_string(goal.entry) + "]", "",
      "walks by the gait '" + gait.name +
          "', of which the controller lifts no foot in the start pose: at best " + why,
      "another gait or stance, stronger cups or more friction; to show the refusal, an "
      "assertion that plan.reason equals lift_refused");
}

}  // namespace

std::vector<GaitVerdict> judge_gaits(const Scenario& scenario) {
  std::vector<GaitVerdict> all;
  if (scenario.twin.clamped) return all;
  for (const Surface& surface : scenario.surfaces)
    for (GaitVerdict& gait :
         judge_gaits(scenario.robot.nominal, scenario.controller,
                     plane_of(surface, scenario.twin.gravity_W), scenario.twin.start_cup_force_N))
      all.push_back(std::move(gait));
  return all;
}

void require_walks(const Scenario& scenario) {
  if (scenario.twin.clamped || asserts_refusal(scenario)) return;
  const controller::RobotAtRest at_rest = at_start(scenario);
  for (const TimedGoal& goal : scenario.script.goals()) {
    const controller::Gait* const gait = table_of(scenario.robot.nominal, goal);
    if (gait == nullptr) continue;
    const LiftVerdict best = best_row(scenario, at_rest, *gait);
    if (!best.lifts()) refuse(scenario, goal, *gait, best);
  }
}

}  // namespace ventosa::scenarios
