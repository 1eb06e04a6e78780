#pragma once

#include <string>
#include <vector>

#include "controller/load_sharing/standing.h"

/// Stances of a robot with lifted feet, and their margins.
namespace ventosa::app {

/// Set of lifted feet, named "none", "front_left", "front_left,rear_right".
struct Lift {
  std::string name = "none";
  controller::PerLeg<bool> lifted{};
};

std::vector<Lift> each_leg(const controller::RobotModel& robot);

/// A stance and its result. A map has the worst of all lifts, without margins.
struct StaticsStance {
  controller::Standing standing;
  std::string lift;
  controller::StandingAnswer answer;
  controller::StandingMargins margins;
};

bool stands(const StaticsStance& stance);

/// True if there are contact forces, even beyond their limits.
bool has_forces(const StaticsStance& stance);

/// Limiting part as text, for example "front_left joint 2", "rear_right peel"; joints are
/// numbered from 1.
std::string limiting(const controller::RobotModel& robot, const StaticsStance& stance);

/// Status as text, for example "no hold".
std::string status_text(const StaticsStance& stance);

StaticsStance weigh(const controller::RobotModel& robot, const controller::SharingConfig& config,
                    controller::Standing standing, const Lift& lift);

/// True if stance a is worse than b: only a cannot be held, or both can or neither can, and a
/// needs the higher torque.
bool is_worse(const StaticsStance& a, const StaticsStance& b);

/// @param lifts  lifts to evaluate, at least one
StaticsStance worst(const controller::RobotModel& robot, const controller::SharingConfig& config,
                    const controller::Standing& standing, const std::vector<Lift>& lifts);

}  // namespace ventosa::app
