#pragma once

#include "controller/load_sharing/cup_limits.h"
#include "controller/load_sharing/stance_problem.h"

/// Distance of a stance on adhesive feet from failure, by three measures: each cup alone, tipping
/// over an edge of the support, and growth of the load in a direction. Only safety_factor() is
/// fast enough for the control loop.
namespace ventosa::controller {

inline constexpr double kMaxSafetyFactor = 100;

/// Factor by which the load of an attached cup could grow: min(1/g_n, 1/g_t, 1/g_b) of
///   pull  g_n = P / V,   slip  g_t = |F_c,t| / (mu N),   peel  g_b = L6 |(F - w_p)_t| / (R/2 N)
/// with the pull of the leg P = -F_c,n and N = V - P; at most kMaxSafetyFactor, 0 without suction.
/// The hold's own safety factor and availability are not used.
/// @param F_B  [N] on the leg at the wrist point, planned or measured
double safety_factor(const CupHold& hold, const Vector3d& F_B) noexcept;

/// Factor by which the tangential load of a point foot could grow: mu F_n / |F_t|; at most
/// kMaxSafetyFactor, 0 if it does not push.
double safety_factor(const PointHold& hold, const Vector3d& F_B) noexcept;

/// Margin against tipping over the edge between two feet of the support polygon, while the
/// other feet lift off. It is the moment [N m] that the other cups can bear beyond the load's
/// moment:
///
///   sum_j max -(e x (p_j - p_a)) . F_j  over the limits of the cup of foot j   -   e . m_a
///
/// e is along the edge, m_a the moment of the load about it. Necessary for a stance, not
/// sufficient.
struct TumbleMargin {
  int foot_a = -1, foot_b = -1;
  /// Moment at the worst edge; negative: it tips; -infinity: no foot that can carry.
  double moment_Nm = 0;
};
/// @param normal_B  unit normal of the support; the mean normal for feet on several planes
TumbleMargin tumble_margin(const SharingProblem& problem, const Vector3d& normal_B) noexcept;

/// Static stability margin [m]: distance of the line of action of the load from the nearest edge of
/// the support polygon, for a load that is a weight the distance of the centre of mass from it,
/// seen along gravity. Feet that only push stand while it is positive. Minus infinity: the load
/// does not press on the support, or the feet span no polygon.
double stability_margin_m(const SharingProblem& problem, const Vector3d& normal_B) noexcept;

/// Largest growth of the wrench along `direction`: the largest x for which w + x direction is
/// feasible. Exact, by the least slack of share_load(), which is convex in x. 0 if already
/// overloaded, infinite beyond kMaxGrowth.
inline constexpr double kMaxGrowth = 1e9;
double wrench_room(const SharingProblem& problem, const Vector6d& direction) noexcept;

/// Wrench that accelerates everything the body carries, without rotation: a direction of growth.
/// @param a_B  [m/s2] acceleration
Vector6d inertial_wrench(const RobotModel& robot, const Stance& stance,
                         const Vector3d& a_B) noexcept;

}  // namespace ventosa::controller
