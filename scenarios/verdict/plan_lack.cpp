#include "scenarios/verdict/plan_lack.h"

#include <cmath>

#include "models/text.h"
#include "scenarios/format/static_margin.h"

namespace ventosa::scenarios {

using models::spoken;
using planner::Furthest;
using planner::Plan;

namespace {

std::string leg_name(const PlanSubject& subject, int leg) {
  return subject.robot.leg[static_cast<std::size_t>(leg)].name;
}
std::string surface_name(const PlanSubject& subject, int surface) {
  return subject.surface[static_cast<std::size_t>(surface)];
}
std::string digits(double value) { return models::decimal(value, 3); }

/// The room that a default stance lacks.
std::string no_room_text(const PlanSubject& subject, const planner::NoRoom& lack, int surface) {
  const std::string stance =
      "there is no room for the default stance on " + surface_name(subject, surface);
  if (!std::isfinite(lack.missing_m)) return stance;
  const std::string part = lack.leg < 0 ? "the body is too near to a surface by "
                                        : leg_name(subject, lack.leg) + " is off its place by ";
  return stance + ": with the body " + digits(lack.far_m) + " m from the edge " + part +
         digits(lack.missing_m) + " m";
}

std::string objection_text(const PlanSubject& subject, const controller::Objection& objection) {
  const std::string leg = objection.leg < 0 ? "" : leg_name(subject, objection.leg) + " ";
  return leg + spoken(name(objection.limiting)) + " (room " + digits(objection.room) + ")";
}

/// The limit that a step exceeds, and by how much.
std::string exceeded_text(const PlanSubject& subject, const planner::Room& missing) {
  if (missing.geometry.room < 0) return objection_text(subject, missing.geometry);
  const auto margin = known_margin(missing.load);
  if (!margin) return "the feet cannot carry the robot at all";
  return "load, " + limit_text(subject.robot, missing.load) + " (margin " + digits(*margin) + ")";
}

std::string furthest_text(const PlanSubject& subject, const Furthest& furthest) {
  if (!furthest.is_tried) return "no step from the furthest one towards the goal has a pose";
  return "from the furthest one a step of " +
         leg_name(subject, static_cast<int>(furthest.choice.leg)) + " to " +
         digits(std::abs(furthest.to.along_m)) + " m from the edge on " +
         surface_name(subject, furthest.to.at.patch) +
         " lacks least: " + exceeded_text(subject, furthest.missing);
}

std::string no_stand_text(const PlanSubject& subject, const planner::Room& missing) {
  const bool has_cups = subject.robot.cup() != nullptr;
  return "the robot" + std::string(has_cups ? "" : ", which has no cups,") + " cannot stand on " +
         surface_name(subject, subject.question.to) + ": " + exceeded_text(subject, missing);
}

std::string ended_text(const Plan& plan) {
  const std::string n = std::to_string(plan.work.stances);
  if (plan.outcome == planner::Outcome::kExhausted)
    return "every stance in reach was looked at (" + n + "); ";
  return "the search ended by its budget, not for lack of stances (" + n + " stances, " +
         std::to_string(plan.work.loads) + " problems of load sharing); ";
}

}  // namespace

std::string missing_text(const Furthest& furthest) {
  if (!furthest.is_tried) return "no pose";
  if (furthest.missing.geometry.room < 0) return spoken(name(furthest.missing.geometry.limiting));
  return known_margin(furthest.missing.load) ? spoken(name(furthest.missing.load.limit)) : "load";
}

std::string lack_text(const PlanSubject& subject, const Plan& plan) {
  const planner::Question& asked = subject.question;
  switch (plan.outcome) {
    case planner::Outcome::kFound:
      return "";
    case planner::Outcome::kNoEdge:
      return surface_name(subject, asked.from) + " and " + surface_name(subject, asked.to) +
             " do not meet in an edge, or not on the robot's side of both";
    case planner::Outcome::kNoStart:
      if (!std::isfinite(plan.no_room.missing_m))
        return "not all feet stand on " + surface_name(subject, asked.from) + " or " +
               surface_name(subject, asked.to);
      return no_room_text(subject, plan.no_room, asked.from);
    case planner::Outcome::kNoGoal:
      return no_room_text(subject, plan.no_room, asked.to);
    case planner::Outcome::kNoStand:
      return no_stand_text(subject, plan.standing);
    case planner::Outcome::kExhausted:
    case planner::Outcome::kSpent:
      break;
  }
  return ended_text(plan) + furthest_text(subject, plan.furthest);
}

}  // namespace ventosa::scenarios
