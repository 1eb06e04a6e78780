#pragma once

#include "controller/kinematics/forward_kinematics.h"

/// What gravity and contact ask of a leg, and what a leg asks of the body.
///
/// On a held cup the wrist is passive: links 1..n_arm ride on the leg, the wrist links and the cup
/// hang on the cup. What couples the two is a force at the wrist point and the small moment that
/// the off-centre wrist links pass to the forearm through their free joints.
namespace ventosa::controller {

/// A force and its moment about B's origin, in B.
struct Wrench {
  Vector3d f = Vector3d::Zero();  ///< [N]
  Vector3d m = Vector3d::Zero();  ///< [N m]
  Wrench& operator+=(const Wrench& other) {
    f += other.f;
    m += other.m;
    return *this;
  }
};

/// Gravity on links [first, last) of a leg.
/// @param g_B  [m/s2] gravity, in B
Wrench links_weight(const Leg& leg, const LegPose& pose, int first, int last,
                    const Vector3d& g_B) noexcept;

/// Moment [N m, in B] that the wrist links' weight puts on the forearm of a held, passive leg.
/// With the wrist's rates tied to the forearm's by w_3 + sum z_k dq_k = 0, virtual power gives
///   M = sum_k P_k' (r_k x m_k g),  w_k = P_k w_3.
Vector3d passive_wrist_moment(const Leg& leg, const LegPose& pose, const Vector3d& g_B) noexcept;

/// Torques that balance gravity on links [0, n) and a wrench acting on link n - 1, by backward
/// recursion:
///   tau_j = -u_j . [sum_{k >= j} (c_k - o_j) x m_k g + (p - o_j) x f + m]       (Prados 2023,
///   Algorithm 1)
/// @param p_B  where f acts, in B     @param m_B  free moment, in B
PerJoint<double> static_torque(const Leg& leg, const LegPose& pose, int n, const Vector3d& g_B,
                               const Vector3d& p_B, const Vector3d& f_B,
                               const Vector3d& m_B) noexcept;

/// Weight of the links that hang on a held cup, and the force at the wrist point that would bend
/// the lip as they do: with F on the leg there the moment of the surface on the lip, across z, is
///
///   m = -L6 z x (F - w_p),   w_p = sum (1 - c_k / L6) m_k g - z x (M - sum e_k x m_k g) / L6
///
/// where link k lies c_k beyond the wrist point on the way z to the lip and e_k beside it, and M is
/// the moment that the passive wrist leaves on the forearm.
struct HangingWeight {
  Vector3d total_B = Vector3d::Zero();  ///< [N]
  Vector3d peel_B = Vector3d::Zero();   ///< [N] w_p
};
HangingWeight hanging_weight(const Leg& leg, const LegPose& pose, const Vector3d& g_B) noexcept;

/// Gravity on the body alone.
Wrench body_weight(const RobotModel& robot, const Vector3d& g_B) noexcept;

}  // namespace ventosa::controller
