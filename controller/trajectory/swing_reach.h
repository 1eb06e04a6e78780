#pragma once

#include "controller/kinematics/inverse_kinematics.h"
#include "controller/trajectory/swing.h"

/// Joints along a swing, and whether a leg can make it.
namespace ventosa::controller {

/// Joints that put the foot on its swing.
/// @param X_LW  the world in the leg's base
/// @param q_rad  in: the last ones, out: the new ones; unchanged unless kOk
[[nodiscard]] IkStatus follow_swing(const Leg& leg, const Isometry3d& X_LW,
                                    const SwingTarget& target, double roll_from_rad,
                                    PerJoint<double>& q_rad) noexcept;

/// |sin q5| of held feet that the body may not go below, and no foot is set down with: of wrists
/// that rub 10 degrees, of those that are known to turn freely (sharing.wrist_moment_Nm is 0) 6
/// degrees.
double least_bend(const ControllerConfig& config) noexcept;

/// Whether the swing can be made while the body moves from X_WB_start to X_WB_end: all the way
/// under both, as it may stop early. 24 times inverse kinematics; no joint may have to turn at
/// more than half its speed in the mean between two samples, everywhere the arm can hold the leg's
/// weight, and the wrist is bent where the swing ends.
bool reaches_swing(const Leg& leg, const Isometry3d& X_WB_start, const Isometry3d& X_WB_end,
                   const ControllerConfig& config, const SwingPath& path,
                   const PerJoint<double>& q_rad) noexcept;

/// Whether the arm can hold the whole leg out so, in the air, within sharing.torque_ratio.
bool holds_itself(const Leg& leg, const SharingConfig& config, const Vector3d& g_B,
                  const PerJoint<double>& q_rad) noexcept;

/// Whether an attached foot's wrist point stays within reach with the body at X_WB, and trimmed by
/// 3 mm.
bool reaches_contact(const Leg& leg, const Isometry3d& X_WB, const Vector3d& p_WW,
                     const PerJoint<double>& q_rad) noexcept;

}  // namespace ventosa::controller
