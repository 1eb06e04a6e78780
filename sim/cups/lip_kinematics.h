#pragma once

#include "controller/model/robot_model.h"
#include "sim/model/pose.h"

namespace ventosa::sim {

/// X_WF of a leg's lip. A quarter of the cost of mj_kinematics, which places all bodies and geoms.
/// @param q_rad  joint angles of the leg
Pose lip_pose(const controller::Leg& leg, const Pose& X_WB, const double* q_rad) noexcept;

/// Linear and angular velocity of a lip, in W.
struct LipTwist {
  Bytes3 v_WF{};  ///< [m/s]
  Bytes3 w_WF{};  ///< [rad/s]
};

/// Velocity of the same lip.
/// @param qvel_B    velocity of the body: linear in W, then angular in B
/// @param dq_rad_s  joint velocities of the leg
LipTwist lip_twist(const controller::Leg& leg, const Pose& X_WB, const double* q_rad,
                   const double* qvel_B, const double* dq_rad_s) noexcept;

}  // namespace ventosa::sim
