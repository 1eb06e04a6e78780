#pragma once

#include "controller/load_sharing/stance_problem.h"
#include "sim/config/twin_config.h"

/// Static margin of a robot attached to its surfaces in any stance.
namespace ventosa::scenarios {

/// A robot on its feet.
struct FootedRobot {
  controller::Isometry3d X_WB = controller::Isometry3d::Identity();
  controller::PerLeg<controller::PerJoint<double>> q_rad{};
  controller::LegSet attached;
  controller::PerLeg<double> grip_force_N{};
};

/// Largest margin of the load sharing at full joint torque and at the limits of the attached cups;
/// negative if they cannot carry the robot (stance_problem.h).
controller::Bottleneck static_margin(const controller::RobotModel& robot,
                                     const controller::Vector3d& gravity_W,
                                     const controller::PatchList& surfaces,
                                     const FootedRobot& feet);

}  // namespace ventosa::scenarios
