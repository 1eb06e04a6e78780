#pragma once

#include "controller/command.h"
#include "controller/gait.h"
#include "controller/inverse_kinematics.h"
#include "controller/stance.h"

/// The execution level of one leg: from where its foot should be to set-points of its joints and
/// its cup.
namespace ventosa::controller {

/// Set-points of one leg for one tick.
struct JointTarget {
  PerJoint<double> q_rad{};
  PerJoint<double> dq_rad_s{};
};

/// Joints that put the foot where its phase wants it under a body at X_WB: a held foot keeps its
/// wrist point, a swinging one follows its swing. Velocities are differences of successive targets.
/// @param foot  its last set-points are read and, with kOk, renewed
[[nodiscard]] IkStatus aim(const Leg& leg, const Isometry3d& X_WB, const ControllerConfig& config,
                           Foot& foot, JointTarget& target) noexcept;

/// Whether a held foot's wrist point stays within reach with the body at X_WB.
bool reaches_anchor(const Leg& leg, const Isometry3d& X_WB, const Foot& foot) noexcept;

/// Whether a begun step can be made while the body moves from X_WB_start to X_WB_end: up from where
/// the foot is under both, down to its goal under the second.
bool reaches_swing(const Leg& leg, const Isometry3d& X_WB_start, const Isometry3d& X_WB_end,
                   const ControllerConfig& config, const Foot& step) noexcept;

/// Impedance set-points with feed-forward; the wrist of a held foot is passive.
/// @param pd  off: the joints of a held foot get feed-forward alone
LegCommand leg_command(const Leg& leg, const Cup& cup, const ControllerConfig& config,
                       const Foot& foot, bool held, const JointTarget& target,
                       const PerJoint<double>& tau_Nm, bool pd) noexcept;

}  // namespace ventosa::controller
