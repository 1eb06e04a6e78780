#pragma once

#include "controller/kinematics/forward_kinematics.h"

/// Statics of a leg: torques by gravity and contact forces.
///
/// The wrist of an attached foot is passive: links 1..n_arm are carried by the leg, the wrist links
/// and the cup by the surface. They are coupled by a force at the wrist point and by the small
/// moment that the eccentric wrist links put on the forearm through their free joints.
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

/// Gravity wrench of the links [first, last) of a leg.
/// @param g_B  [m/s2] gravity, in B
Wrench links_weight(const Leg& leg, const LegPose& pose, int first, int last,
                    const Vector3d& g_B) noexcept;

/// Moment [N m, in B] of the wrist links' weight on the forearm of an attached leg. With the
/// wrist's rates tied to the forearm's by w_3 + sum z_k dq_k = 0, virtual power gives
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

/// Largest torque of an arm's joints over their limits, and the joint.
struct ArmLoad {
  double ratio = 0;
  int joint = 0;  ///< index from 0 along the leg
};

/// Load of the arm of a leg in the air by its own weight.
ArmLoad arm_load(const Leg& leg, const LegPose& pose, const Vector3d& g_B) noexcept;

/// Weight of the links carried by an attached cup, and the force at the wrist point that bends the
/// lip like them: with F on the leg there, the moment of the surface on the lip, across z, is
///
///   m = -L6 z x (F - w_p),   w_p = sum (1 - c_k / L6) m_k g - z x (M - sum e_k x m_k g) / L6
///
/// where link k is at c_k along z from the wrist point to the lip and at e_k across it, and M is
/// the moment of the passive wrist on the forearm.
struct HangingWeight {
  Vector3d total_B = Vector3d::Zero();  ///< [N]
  Vector3d peel_B = Vector3d::Zero();   ///< [N] w_p
};
HangingWeight hanging_weight(const Leg& leg, const LegPose& pose, const Vector3d& g_B) noexcept;

/// Gravity wrench of the body alone.
Wrench body_weight(const RobotModel& robot, const Vector3d& g_B) noexcept;

}  // namespace ventosa::controller
