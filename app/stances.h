#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenarios/statics/stance_verdict.h"

/// Stances of a robot with lifted feet, and their margins.
namespace ventosa::app {

/// Set of lifted feet, named "none", "front_left", "front_left,rear_right".
struct Lift {
  std::string name = "none";
  controller::PerLeg<bool> lifted{};
};

std::vector<Lift> each_leg(const controller::RobotModel& robot);

/// A stance and its result. A map has the worst of all lifts, without margins and the controller's
/// answer.
struct StaticsStance {
  controller::Standing standing;
  std::string lift;
  controller::StandingAnswer answer;
  controller::StandingMargins margins{};
  scenarios::StanceVerdict verdict{};
};

bool stands(const StaticsStance& stance);

/// True if there are contact forces, even beyond their limits.
bool has_forces(const StaticsStance& stance);

/// Limiting part as text, for example "front_left joint 2", "rear_right peel"; joints are
/// numbered from 1.
std::string limiting(const controller::RobotModel& robot, const StaticsStance& stance);

/// Status as text, for example "no hold".
std::string status_text(const StaticsStance& stance);

/// Margin as text; "-" if it is not known.
std::string margin_text(const controller::Bottleneck& least);

/// Answer of the controller as text, for example "lift refused".
std::string answer_text(const controller::LiftVerdict& verdict);

/// Options that make the difference as text: "sharing.safety_factor or sharing.torque_ratio" or,
/// all needed together, with "and"; or the rule that no option changes; empty without a difference.
std::string difference_text(const scenarios::Difference& difference);

StaticsStance weigh(const controller::RobotModel& robot, const controller::SharingConfig& config,
                    controller::Standing standing, const Lift& lift);

/// True if stance a is worse than b: only a cannot be held, or both can or neither can, and a
/// needs the higher torque.
bool is_worse(const StaticsStance& a, const StaticsStance& b);

/// @param lifts  lifts to evaluate, at least one
StaticsStance worst(const controller::RobotModel& robot, const controller::SharingConfig& config,
                    const controller::Standing& standing, const std::vector<Lift>& lifts);

}  // namespace ventosa::app
