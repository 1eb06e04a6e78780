#pragma once

#include "controller/kinematics/inverse_kinematics.h"
#include "controller/trajectory/swing.h"

/// Joints along a swing, and the check that a leg can make it.
namespace ventosa::controller {

/// Joints for a target of the swing.
/// @param X_LW   pose of W in the leg's base
/// @param q_rad  in: last joints, out: new joints; unchanged unless kOk
[[nodiscard]] IkStatus follow_swing(const Leg& leg, const Isometry3d& X_LW,
                                    const SwingTarget& target, double roll_from_rad,
                                    PerJoint<double>& q_rad) noexcept;

/// Speed limit of a joint's set-points [rad/s]; infinite with gait.beyond_joints.
double set_point_limit_rad_s(const Joint& joint, const GaitConfig& config) noexcept;

/// True if no joint exceeds its share of the speed limit in the mean between two samples.
/// @param way_s  time of the way times the share of the speed limits that the mean speed may take
bool is_slow_enough(const Leg& leg, const PerJoint<double>& from_rad,
                    const PerJoint<double>& to_rad, double way_s) noexcept;

/// Least |sin q5| of an attached foot to which the body may move; touchdown requires half of it. 10
/// degrees for wrists with friction, 6 degrees if friction is negligible (sharing.wrist_moment_Nm
/// is 0).
double least_bend(const ControllerConfig& config) noexcept;

/// True if the swing is feasible while the body moves from X_WB_start to X_WB_end: checked under
/// both poses, since the body may stop early; a step by the clock under the body that goes on after
/// the row as it moves in it. Costs 24 inverse kinematics. No joint may exceed
/// gait.swing_speed_ratio of its speed limit in the mean between two samples, the arm must carry
/// the leg's weight everywhere, and the wrist must be bent at the end.
bool reaches_swing(const Leg& leg, const Isometry3d& X_WB_start, const Isometry3d& X_WB_end,
                   const ControllerConfig& config, const SwingPath& path,
                   const PerJoint<double>& q_rad) noexcept;

/// Swing of a leg in the air to a foothold.
SwingPath swing_from_air(const Leg& leg, const Isometry3d& X_WB, const PerJoint<double>& q_rad,
                         const Foothold& goal) noexcept;

/// True if the arm carries the whole leg in the air within sharing.torque_ratio.
bool holds_itself(const Leg& leg, const SharingConfig& config, const Vector3d& g_B,
                  const PerJoint<double>& q_rad) noexcept;

/// Trim of the body for which a planned pose leaves room, and that for which a walk does.
inline constexpr double kTrim_m = 0.0005, kTrimOfWalk_m = 0.003;

/// True if an attached foot's wrist point p_LW is within reach, also when the body is trimmed.
bool reaches_contact(const Leg& leg, const Vector3d& p_LW, const PerJoint<double>& q_rad,
                     double trim_m) noexcept;

}  // namespace ventosa::controller
