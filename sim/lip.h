#pragma once

#include "controller/robot_model.h"
#include "sim/pose.h"

namespace ventosa::sim {

/// X_WF of a leg's lip, from the body's pose and the leg's qpos (one angle after another). A
/// quarter of the cost of MuJoCo's kinematics, which would place every body and geom of the world.
Pose lip_pose(const controller::Leg& leg, const Pose& X_WB, const double* q_rad) noexcept;

/// Pose of a MuJoCo free joint: position, then quaternion w x y z.
Pose free_joint_pose(const double* qpos) noexcept;

}  // namespace ventosa::sim
