#include "controller/kinematics/forward_kinematics.h"

#include <cmath>

#include "controller/kinematics/sines.h"

namespace ventosa::controller {
namespace {

/// exp([u] q) = c + s [u] + (1 - c) u u'
Matrix3d rotation(const Vector3d& u, double s, double c) {
  const Vector3d v = s * u;
  Matrix3d R = (1 - c) * u * u.transpose();
  R.diagonal().array() += c;
  R(2, 1) += v.x();
  R(1, 2) -= v.x();
  R(0, 2) += v.y();
  R(2, 0) -= v.y();
  R(1, 0) += v.z();
  R(0, 1) -= v.z();
  return R;
}

/// Columns X and Y of R turn in their plane.
template <int X, int Y>
void turn_columns(Matrix3d& R, double s, double c) {
  const Vector3d x = R.col(X), y = R.col(Y);
  R.col(X) = c * x + s * y;
  R.col(Y) = c * y - s * x;
}

/// R <- R exp([u] q). Almost every joint turns about a coordinate axis.
void turn(Matrix3d& R, const Vector3d& u, double s, double c) {
  if (std::abs(u.x()) == 1)
    turn_columns<1, 2>(R, u.x() * s, c);
  else if (std::abs(u.y()) == 1)
    turn_columns<2, 0>(R, u.y() * s, c);
  else if (std::abs(u.z()) == 1)
    turn_columns<0, 1>(R, u.z() * s, c);
  else
    R = R * rotation(u, s, c);
}

}  // namespace

LegPose leg_pose(const Leg& leg, const PerJoint<double>& q_rad) noexcept {
  LegPose pose;
  const Sines of = sines(q_rad);
  Matrix3d R = leg.X_BL.linear();
  Vector3d p = leg.X_BL.translation();
  for (int j = 0; j < leg.n_joints; ++j) {
    p += R * leg.joint[j].p_PJ;
    pose.p_BJ[j] = p;
    pose.axis_B[j] = R * leg.joint[j].axis;
    turn(R, leg.joint[j].axis, of.sin[j], of.cos[j]);
    pose.R_BJ[j] = R;
    pose.p_BC[j] = p + R * leg.link[j].p_JC;
  }
  pose.X_BF.linear() = R * leg.X_JF.linear();
  pose.X_BF.translation() = p + R * leg.X_JF.translation();
  pose.X_BF.makeAffine();
  pose.p_BW = leg.has_wrist() ? pose.p_BJ[leg.n_arm] : Vector3d(pose.X_BF.translation());
  return pose;
}

ArmJacobian arm_jacobian(const Leg& leg, const LegPose& pose) noexcept {
  ArmJacobian J(3, leg.n_arm);
  for (int j = 0; j < leg.n_arm; ++j) J.col(j) = pose.axis_B[j].cross(pose.p_BW - pose.p_BJ[j]);
  return J;
}

FootJacobian foot_jacobian(const Leg& leg, const LegPose& pose) noexcept {
  FootJacobian J(6, leg.n_joints);
  const Vector3d p_BF = pose.X_BF.translation();
  for (int j = 0; j < leg.n_joints; ++j)
    J.col(j) << pose.axis_B[j].cross(p_BF - pose.p_BJ[j]), pose.axis_B[j];
  return J;
}

}  // namespace ventosa::controller
