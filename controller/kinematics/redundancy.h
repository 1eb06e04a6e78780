#pragma once

#include <span>
#include <vector>

#include "controller/dynamics/stance.h"
#include "controller/kinematics/inverse_kinematics.h"

/// A seven-joint leg with joint 0 in use: of all the joints that reach a target, those far from
/// their limits, with little torque and a wrist that is no singular one,
///
///   cost = sum_j 1 / room_j^2 + kTorque sum_j (tau_j / limit_j)^4 + kSingular / (s5^2 + kSoft),
///
/// room_j as in joint_limits.h, tau the static torques. For a given q0 the other joints follow in
/// closed form on up to eight branches, so that a scan over q0 finds whatever there is.
///
/// For planning, not for the loop: these functions allocate. A leg without joint 0 has its branches
/// to choose from.
namespace ventosa::controller {

/// Where a leg should be and what it carries.
struct LegTask {
  Vector3d p_LW = Vector3d::Zero();   ///< [m] wrist point
  Vector3d z_LF = Vector3d::UnitX();  ///< cup direction; of no account on a held cup
  bool held = false;                  ///< passive wrist on a held cup: only the arm's joints count
  Vector3d g_B = Vector3d::Zero();    ///< [m/s2] gravity
  Vector3d F_B = Vector3d::Zero();    ///< [N] on the leg at the wrist point, while held
};

/// The joints of least cost. They may be far from the last ones.
/// @param q_rad  in: the last joints, of which q6 (and a held leg's wrist) is kept; out: the new
/// ones; unchanged unless kOk
[[nodiscard]] IkStatus solve_redundant(const Leg& leg, const LegTask& task,
                                       PerJoint<double>& q_rad);

/// The joints along a path of least cost and haste, sum_j (dq_j / (speed limit_j period))^2, among
/// those that keep their branch (the way through a singularity is none that can be walked between
/// waypoints) and move no joint faster than its speed limit: a shortest path over the scans of all
/// waypoints, then over finer ones around it.
/// @param path      waypoints, period_s apart; the first one period after q_start_rad
/// @param q_path_rad  out: joints of the waypoints; unchanged unless kOk
/// @return kJointLimit: there is no such way
[[nodiscard]] IkStatus plan_redundant(const Leg& leg, std::span<const LegTask> path,
                                      double period_s, const PerJoint<double>& q_start_rad,
                                      std::vector<PerJoint<double>>& q_path_rad);

double redundancy_cost(const Leg& leg, const LegTask& task, const PerJoint<double>& q_rad) noexcept;

/// The largest of |tau_j| / limit_j.
double torque_ratio(const Leg& leg, const LegTask& task, const PerJoint<double>& q_rad) noexcept;

}  // namespace ventosa::controller
