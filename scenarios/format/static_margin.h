#pragma once

#include "controller/load_sharing/stance_problem.h"
#include "sim/config/twin_config.h"

/// Statics of a robot on its surfaces, wherever its feet stand.
namespace ventosa::scenarios {

/// A robot on its feet.
struct FootedRobot {
  controller::Isometry3d X_WB = controller::Isometry3d::Identity();
  controller::PerLeg<controller::PerJoint<double>> q_rad{};
  controller::LegSet attached;
  controller::PerLeg<double> grip_force_N{};
};

/// Whether the attached cups can hold the robot with every joint at its full torque and every cup
/// at its limit: the largest margin, negative if not (stance_problem.h).
controller::Bottleneck static_margin(const controller::RobotModel& robot,
                                     const controller::Vector3d& gravity_W,
                                     const controller::PatchList& surfaces,
                                     const FootedRobot& feet);

}  // namespace ventosa::scenarios
