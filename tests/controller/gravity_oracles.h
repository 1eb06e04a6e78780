#pragma once

#include "controller/dynamics/leg_statics.h"

/// Two published algorithms for the joint torques that balance gravity and a force at the wrist
/// point, as oracles for tests and for comparison in bench/.
namespace ventosa::test {

using controller::kMaxJoints;
using controller::Leg;
using controller::LegPose;
using controller::PerJoint;
using controller::Vector3d;

/// Prados 2023, Algorithm 1, corrected: links before the joint are skipped, every torque begins at
/// zero, and "skip" ends its branch. Double loop over joints and links.
/// @param n  number of joints: of the arm if the cup is attached, else all
inline PerJoint<double> algorithm_1(const Leg& leg, const LegPose& pose, int n, const Vector3d& g_B,
                                    const Vector3d& F_B) {
  PerJoint<double> tau{};
  for (int j = 0; j < n; ++j) {
    Vector3d total = Vector3d::Zero();
    for (int k = 0; k < n; ++k) {
      if (k < j) continue;
      total += (pose.p_BC[k] - pose.p_BJ[j]).cross(leg.link[k].mass_kg * g_B);
    }
    total += (pose.p_BW - pose.p_BJ[j]).cross(F_B);
    tau[j] = -pose.axis_B[j].dot(total);
  }
  return tau;
}

/// Textbook form with matrices of dynamic size:
///   tau = -(J' F + sum_k J_k' m_k g)
inline PerJoint<double> classical(const Leg& leg, const LegPose& pose, int n, const Vector3d& g_B,
                                  const Vector3d& F_B) {
  const auto jacobian = [&](const Vector3d& p_B, int last) {
    Eigen::MatrixXd J = Eigen::MatrixXd::Zero(3, n);
    for (int j = 0; j <= last; ++j) J.col(j) = pose.axis_B[j].cross(p_B - pose.p_BJ[j]);
    return J;
  };
  Eigen::VectorXd sum = jacobian(pose.p_BW, n - 1).transpose() * F_B;
  for (int k = 0; k < n; ++k)
    sum += jacobian(pose.p_BC[k], k).transpose() * (leg.link[k].mass_kg * g_B);
  PerJoint<double> tau{};
  Eigen::VectorXd::Map(tau.data(), n) = -sum;
  return tau;
}

}  // namespace ventosa::test
