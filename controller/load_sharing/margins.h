#pragma once

#include "controller/load_sharing/cup_limits.h"
#include "controller/load_sharing/stance_problem.h"

/// How far a stance on adhesive feet is from failing, in three measures: each cup by itself,
/// tipping over an edge of the support, and the growth of the load in any direction. Not for the
/// loop, but for cup_safety_factor().
namespace ventosa::controller {

inline constexpr double kMaxSafetyFactor = 100;

/// How many times its load a held cup could carry: min(1/g_n, 1/g_t, 1/g_b) of
///   pull  g_n = P / V,   slip  g_t = |F_c,t| / (mu N),   peel  g_b = L6 |(F - w_p)_t| / (R/2 N)
/// with P = -F_c,n what the leg pulls and N = V - P; at most kMaxSafetyFactor, 0 without grip. The
/// hold's own safety factor and availability do not count.
/// @param F_B  [N] on the leg at the wrist point, planned or measured
double cup_safety_factor(const CupHold& hold, const Vector3d& F_B) noexcept;

/// Tipping over the edge between two feet of the support polygon, which the other feet leave the
/// plane by. The moment left [N m] is what the other cups can hold beyond what the load takes:
///
///   sum_j max -(e x (p_j - p_a)) . F_j  over the limits of the cup of foot j   -   e . m_a
///
/// e along the edge, m_a moment of the load about it. Needed of every stance, not sufficient.
struct TumbleMargin {
  int foot_a = -1, foot_b = -1;
  double moment_Nm = 0;  ///< of the worst edge; < 0: it tips; -infinite: no feet, or none that hold
};
/// @param normal_B  unit vector off the support; the mean one where feet stand on several planes
TumbleMargin tumble_margin(const SharingProblem& problem, const Vector3d& normal_B) noexcept;

/// How far the wrench can grow along `direction` until some row cannot be kept any more: the
/// largest x with forces for w + x direction. Exact, by the least slack of share_load(), which is
/// convex in x. 0 when overloaded already, infinite if never (above kMaxGrowth).
inline constexpr double kMaxGrowth = 1e9;
double wrench_room(const SharingProblem& problem, const Vector6d& direction) noexcept;

/// The wrench that accelerates all that the body carries, without turning: a direction of growth.
/// @param a_B  [m/s2]
Vector6d inertial_wrench(const RobotModel& robot, const Stance& stance,
                         const Vector3d& a_B) noexcept;

}  // namespace ventosa::controller
