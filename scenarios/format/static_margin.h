#pragma once

#include <optional>
#include <string>

#include "controller/load_sharing/standing.h"
#include "scenarios/format/scenario.h"

/// A robot attached to its surfaces in any pose, and its static margin.
namespace ventosa::scenarios {

/// A robot on its feet.
struct FootedRobot {
  controller::Isometry3d X_WB = controller::Isometry3d::Identity();
  controller::PerLeg<controller::PerJoint<double>> q_rad{};
  controller::LegSet attached;
  controller::PerLeg<double> grip_force_N{};
};

/// The robot at rest there, each foot on the nearest surface below it.
controller::RobotAtRest at_rest(const controller::RobotModel& robot,
                                const controller::Vector3d& gravity_W,
                                const controller::PatchList& surfaces, const FootedRobot& feet);

/// The robot where it starts.
controller::RobotAtRest at_start(const Scenario& scenario);

/// Load margin by the physical limits, for the cups that are attached: load_check.h.
controller::Bottleneck static_margin(const controller::RobotModel& robot,
                                     const controller::RobotAtRest& at_rest);

/// For example "rear_left's peel is exceeded by 12 % of its limit".
/// @param least  a negative margin
std::string excess_text(const controller::RobotModel& robot, const controller::Bottleneck& least);

/// The limit that is nearest to its end, for example "rear_left peel"; empty if nothing limits.
std::string limit_text(const controller::RobotModel& robot, const controller::Bottleneck& least);

/// No value: nothing holds, or nothing limits.
std::optional<double> known_margin(const controller::Bottleneck& least);

}  // namespace ventosa::scenarios
