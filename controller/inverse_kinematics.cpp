#include "controller/inverse_kinematics.h"

#include <cmath>
#include <numbers>

namespace ventosa::controller {
namespace {

bool within_limits(const Leg& leg, const PerJoint<double>& q_rad, int first, int last) {
  for (int j = first; j < last; ++j)
    if (!(q_rad[j] >= leg.joint[j].q_min_rad && q_rad[j] <= leg.joint[j].q_max_rad)) return false;
  return true;
}

Matrix3d arm_rotation(const Leg& leg, const PerJoint<double>& q_rad) {
  Matrix3d R = Matrix3d::Identity();
  for (int j = 0; j < leg.n_arm; ++j)
    R = R * Eigen::AngleAxisd(q_rad[j], leg.joint[j].axis).toRotationMatrix();
  return R;
}

double distance_on_circle(double a_rad, double b_rad) {
  return std::abs(std::remainder(a_rad - b_rad, 2 * std::numbers::pi));
}

}  // namespace

IkStatus solve_arm(const Leg& leg, const Vector3d& p_LW, PerJoint<double>& q_rad) noexcept {
  const Vector3d& upper = leg.joint[2].p_PJ;
  const Vector3d& fore = leg.joint[3].p_PJ;
  const double Lc = std::hypot(upper.x(), upper.z()), alpha = std::atan2(-upper.z(), upper.x());
  const double Ld = std::hypot(fore.x(), fore.z()), beta = std::atan2(fore.z(), fore.x());

  const double radius = std::hypot(p_LW.x(), p_LW.y());
  const double rho = radius - leg.joint[1].p_PJ.x(), z = p_LW.z();
  const double D = (rho * rho + z * z - Lc * Lc - Ld * Ld) / (2 * Lc * Ld);
  if (!(std::abs(D) <= 1)) return IkStatus::kOutOfReach;

  PerJoint<double> q = q_rad;
  const double Q3 = std::acos(D);
  const double Q2 = std::atan2(z, rho) + std::atan2(Ld * std::sin(Q3), Lc + Ld * std::cos(Q3));
  if (radius > 1e-9) q[0] = std::atan2(p_LW.y(), p_LW.x());
  q[1] = std::remainder(Q2 + alpha, 2 * std::numbers::pi);
  q[2] = Q3 + alpha + beta;
  if (!within_limits(leg, q, 0, leg.n_arm)) return IkStatus::kJointLimit;
  q_rad = q;
  return IkStatus::kOk;
}

IkStatus align_cup(const Leg& leg, const Vector3d& z_LF, PerJoint<double>& q_rad) noexcept {
  // in the forearm's frame the cup points along (cos q5, sin q5 sin q4, sin q5 cos q4)
  const Vector3d a = arm_rotation(leg, q_rad).transpose() * z_LF;
  const double bend = std::hypot(a.y(), a.z());
  const double q4_last = q_rad[3];
  PerJoint<double> q = q_rad;
  q[4] = std::atan2(bend, a.x());
  if (bend > 1e-9) q[3] = std::atan2(a.y(), a.z());
  const double flipped = std::atan2(-a.y(), -a.z());
  if (bend > 1e-9 && distance_on_circle(flipped, q4_last) < distance_on_circle(q[3], q4_last)) {
    q[3] = flipped;
    q[4] = -q[4];
  }
  if (!within_limits(leg, q, leg.n_arm, leg.n_joints)) return IkStatus::kJointLimit;
  q_rad = q;
  return IkStatus::kOk;
}

IkStatus solve_leg(const Leg& leg, const Vector3d& p_LW, const Vector3d& z_LF,
                   PerJoint<double>& q_rad) noexcept {
  PerJoint<double> q = q_rad;
  const IkStatus arm = solve_arm(leg, p_LW, q);
  const IkStatus status = arm == IkStatus::kOk ? align_cup(leg, z_LF, q) : arm;
  if (status == IkStatus::kOk) q_rad = q;
  return status;
}

}  // namespace ventosa::controller
