#pragma once

#include <string>
#include <vector>

#include "controller/load_sharing/standing.h"

/// Stances of a robot with feet lifted, and how well they are held.
namespace ventosa::app {

/// Which feet are off, by name: "none", "front_left", "front_left,rear_right".
struct Lift {
  std::string name = "none";
  controller::PerLeg<bool> lifted{};
};

std::vector<Lift> each_leg(const controller::RobotModel& robot);

/// One stance with its answer. A map has the worst of its lifts, without margins.
struct StaticsStance {
  controller::Standing standing;
  std::string lift;
  controller::StandingAnswer answer;
  controller::StandingMargins margins;
};

bool stands(const StaticsStance& stance);

/// Whether there are forces to speak of, be they too large.
bool has_forces(const StaticsStance& stance);

/// "front_left joint1", "rear_right cup peel"; joints are named as in signals, from 0.
std::string limiting(const controller::RobotModel& robot, const StaticsStance& stance);

/// "no hold"
std::string status_text(const StaticsStance& stance);

StaticsStance weigh(const controller::RobotModel& robot, const controller::SharingConfig& config,
                    controller::Standing standing, const Lift& lift);

/// Of the two the worse: first what cannot be held, then the higher torque.
bool is_worse(const StaticsStance& a, const StaticsStance& b);

/// @param lifts  one or more
StaticsStance worst(const controller::RobotModel& robot, const controller::SharingConfig& config,
                    const controller::Standing& standing, const std::vector<Lift>& lifts);

}  // namespace ventosa::app
