#pragma once

#include <span>
#include <string>

#include "planner/planner.h"

/// Words for plans that were not found.
namespace ventosa::scenarios {

/// A question to the planner with the names of what it is about.
struct PlanSubject {
  const controller::RobotModel& robot;
  std::span<const std::string> surface;  ///< names, in the order of the patches
  const planner::Question& question;
};

/// Sentence that says why there is no plan; empty if there is one.
std::string lack_text(const PlanSubject& subject, const planner::Plan& plan);

/// Constraint or limit that the step lacks which came nearest to the goal, for example "leg
/// clearance"; "no pose" if none could be tried.
std::string missing_text(const planner::Furthest& furthest);

}  // namespace ventosa::scenarios
