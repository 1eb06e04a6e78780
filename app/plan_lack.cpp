#include <cmath>
#include <numbers>

#include "app/plan_report.h"
#include "app/stances.h"
#include "app/text_table.h"

/// Words for plans that were not found.
namespace ventosa::app {

using planner::Furthest;
using planner::Plan;

namespace {

std::string leg_name(const PlanTask& task, int leg) {
  return task.model().leg[static_cast<std::size_t>(leg)].name;
}

/// The room that a default stance lacks.
std::string no_room_text(const PlanTask& task, const planner::NoRoom& lack, int surface) {
  const std::string stance = "there is no room for the default stance on " + task.name_of(surface);
  if (!std::isfinite(lack.missing_m)) return stance;
  const std::string what = lack.leg < 0 ? "the body is too near to a surface by "
                                        : leg_name(task, lack.leg) + " is off its place by ";
  return stance + ": with the body " + digits(lack.far_m) + " m from the edge " + what +
         digits(lack.missing_m) + " m";
}

std::string objection_text(const PlanTask& task, const controller::Objection& objection) {
  const std::string leg = objection.leg < 0 ? "" : leg_name(task, objection.leg) + " ";
  return leg + spoken(name(objection.limiting)) + " (room " + digits(objection.room) + ")";
}

/// The limit that a step exceeds, and by how much.
std::string excess_text(const PlanTask& task, const planner::Room& missing) {
  if (missing.geometry.room < 0) return objection_text(task, missing.geometry);
  if (!known_margin(missing.load)) return "the other feet cannot carry the robot at all";
  return "load, " + limit_text(task.model(), missing.load) + " (margin " +
         margin_text(missing.load) + ")";
}

std::string furthest_text(const PlanTask& task, const Plan& plan) {
  const Furthest& furthest = plan.furthest;
  if (!furthest.is_tried) return "; from the stance below no step towards the goal has a pose";
  return "; from the stance below a step of " +
         leg_name(task, static_cast<int>(furthest.choice.leg)) + " to " +
         digits(std::abs(furthest.to.along_m)) + " m from the edge on " +
         task.name_of(furthest.to.at.patch) +
         " lacks least: " + excess_text(task, furthest.missing);
}

std::string ended_text(const Plan& plan) {
  if (plan.outcome == planner::Outcome::kExhausted)
    return "every stance in reach was looked at (" + std::to_string(plan.work.stances) + ")";
  return "the search ended by its budget after " + std::to_string(plan.work.stances) +
         " stances, not for lack of stances";
}

}  // namespace

std::string missing_text(const Furthest& furthest) {
  if (!furthest.is_tried) return "no pose";
  if (furthest.missing.geometry.room < 0) return spoken(name(furthest.missing.geometry.limiting));
  return known_margin(furthest.missing.load) ? spoken(name(furthest.missing.load.limit)) : "load";
}

std::string lack_text(const PlanTask& task, const Plan& plan) {
  const auto& [from, to, seed, avoid, budget] = task.question;
  switch (plan.outcome) {
    case planner::Outcome::kFound:
      return "";
    case planner::Outcome::kNoEdge:
      return task.name_of(from) + " and " + task.name_of(to) +
             " do not meet in an edge, or not on the robot's side of both";
    case planner::Outcome::kNoStart:
      return no_room_text(task, plan.no_room, from);
    case planner::Outcome::kNoGoal:
      return no_room_text(task, plan.no_room, to);
    case planner::Outcome::kExhausted:
    case planner::Outcome::kSpent:
      break;
  }
  return ended_text(plan) + furthest_text(task, plan);
}

}  // namespace ventosa::app
