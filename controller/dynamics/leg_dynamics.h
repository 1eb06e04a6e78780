#pragma once

#include <cstdint>

#include "controller/kinematics/forward_kinematics.h"

/// Rigid-body dynamics of one leg on a moving base:
///
///   M(q) ddq + C(q, dq) dq + g(q) = tau + J_BW^T F
///
/// F is the force on the leg at its wrist point; all vectors are in B. Gravity enters as an
/// acceleration of the base: a body at rest has a_B = -g. M includes the drives' armature; friction
/// is not included.
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

/// Joint torques [N m] for the given motion, by the recursive Newton-Euler algorithm.
PerJoint<double> inverse_dynamics(const Leg& leg, const LegPose& pose, const JointMotion& motion,
                                  const BaseMotion& base, const Vector3d& F_B) noexcept;

/// M ddq + C dq of joints [0, n) and the links that they carry, [0, n), on a body at rest.
PerJoint<double> inertial_torque(const Leg& leg, const LegPose& pose, int n,
                                 const JointMotion& motion) noexcept;

/// Wrench on a leg at B's origin, in B, that accelerates its links, without the drives' rotors.
Vector6d inertial_wrench(const Leg& leg, const LegPose& pose, const JointMotion& motion,
                         const BaseMotion& base) noexcept;

using JointVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMaxJoints, 1>;

/// n_joints x n_joints [kg m2], symmetric.
using MassMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMaxJoints, kMaxJoints>;

/// M(q), by composite rigid bodies (Featherstone 2008, section 6.2).
MassMatrix mass_matrix(const Leg& leg, const LegPose& pose) noexcept;

enum class DynamicsStatus : std::uint8_t {
  kOk,
  kMassless,  ///< a joint motion moves no mass, or a number is not finite
};

/// Joint accelerations [rad/s2] under the torques tau: the inverse of inverse_dynamics().
/// @param ddq_rad_s2  out; unchanged unless kOk
[[nodiscard]] DynamicsStatus forward_dynamics(const Leg& leg, const LegPose& pose,
                                              const PerJoint<double>& dq_rad_s,
                                              const PerJoint<double>& tau_Nm,
                                              const BaseMotion& base, const Vector3d& F_B,
                                              PerJoint<double>& ddq_rad_s2) noexcept;

}  // namespace ventosa::controller
