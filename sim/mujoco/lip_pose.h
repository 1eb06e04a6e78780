#pragma once

#include "controller/model/robot_model.h"
#include "sim/pose.h"

namespace ventosa::sim {

/// X_WF of a leg's lip, from the body's pose and the leg's qpos (one angle after another). A
/// quarter of the cost of MuJoCo's kinematics, which would place every body and geom of the world.
Pose lip_pose(const controller::Leg& leg, const Pose& X_WB, const double* q_rad) noexcept;

/// Linear and angular velocity of the same lip.
struct LipTwist {
  Bytes3 v_WF{};  ///< [m/s]
  Bytes3 w_WF{};  ///< [rad/s]
};

/// @param dq_rad_s  the leg's qvel
/// @param qvel_B    of the body's free joint: linear in W, angular in B
LipTwist lip_twist(const controller::Leg& leg, const Pose& X_WB, const double* q_rad,
                   const double* qvel_B, const double* dq_rad_s) noexcept;

/// Pose of a MuJoCo free joint: position, then quaternion w x y z.
Pose free_joint_pose(const double* qpos) noexcept;

}  // namespace ventosa::sim
