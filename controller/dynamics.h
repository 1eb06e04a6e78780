#pragma once

#include "controller/kinematics.h"

/// Rigid-body dynamics of one leg on a moving base, by Newton and Euler:
///
///   M(q) q'' + C(q, q') q' + g(q) = tau + J_BW' F
///
/// F is the force on the leg at its wrist point, in B, like everything here. Gravity enters as an
/// acceleration of the base: a body at rest has a_B = -g.
namespace ventosa::controller {

struct JointMotion {
  PerJoint<double> dq_rad_s{};
  PerJoint<double> ddq_rad_s2{};
};

/// Motion of the body that carries the leg, in B, at B's origin.
struct BaseMotion {
  Vector3d w_B = Vector3d::Zero();      ///< [rad/s]
  Vector3d alpha_B = Vector3d::Zero();  ///< [rad/s2]
  Vector3d a_B = Vector3d::Zero();      ///< [m/s2] acceleration minus gravity
};

/// Joint torques [N m] that make the leg move so.
PerJoint<double> inverse_dynamics(const Leg& leg, const LegPose& pose, const JointMotion& motion,
                                  const BaseMotion& base, const Vector3d& F_B) noexcept;

}  // namespace ventosa::controller
