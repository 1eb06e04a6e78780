#include "controller/dynamics/leg_statics.h"

#include <cmath>

namespace ventosa::controller {
namespace {

Vector3d moment_about_wrist(const Leg& leg, const LegPose& pose, int link, const Vector3d& g_B) {
  return (pose.p_BC[link] - pose.p_BW).cross(leg.link[link].mass_kg * g_B);
}

/// 1 / det, fading to zero near the wrist's singularity.
double damped_inverse(double det) {
  constexpr double kSingular = 0.1;
  return std::abs(det) > kSingular ? 1 / det : det / (kSingular * kSingular);
}

}  // namespace

Wrench links_weight(const Leg& leg, const LegPose& pose, int first, int last,
                    const Vector3d& g_B) noexcept {
  Wrench weight;
  for (int k = first; k < last; ++k) {
    const Vector3d f = leg.link[k].mass_kg * g_B;
    weight += {f, pose.p_BC[k].cross(f)};
  }
  return weight;
}

Vector3d passive_wrist_moment(const Leg& leg, const LegPose& pose, const Vector3d& g_B) noexcept {
  if (leg.n_joints - leg.n_arm != 3) return Vector3d::Zero();
  const int a = leg.n_arm;
  const Vector3d &z4 = pose.axis_B[a], &z5 = pose.axis_B[a + 1], &z6 = pose.axis_B[a + 2];
  const double inverse = damped_inverse(z4.dot(z5.cross(z6)));
  const Vector3d s5 = inverse * z6.cross(z4), s6 = inverse * z4.cross(z5);

  // rows 2, 3 of [z4 z5 z6]^-1: w_4 = (z5 s5' + z6 s6') w_3, w_5 = z6 s6' w_3
  const Vector3d m4 = moment_about_wrist(leg, pose, a, g_B);
  const Vector3d m5 = moment_about_wrist(leg, pose, a + 1, g_B);
  return s5 * z5.dot(m4) + s6 * z6.dot(m4 + m5);
}

PerJoint<double> static_torque(const Leg& leg, const LegPose& pose, int n, const Vector3d& g_B,
                               const Vector3d& p_B, const Vector3d& f_B,
                               const Vector3d& m_B) noexcept {
  PerJoint<double> tau{};
  Vector3d f = f_B, m = m_B, at = p_B;
  for (int j = n - 1; j >= 0; --j) {
    const Vector3d weight = leg.link[j].mass_kg * g_B;
    const Vector3d& o = pose.p_BJ[j];
    m += (at - o).cross(f) + (pose.p_BC[j] - o).cross(weight);
    f += weight;
    at = o;
    tau[j] = -(pose.axis_B[j].dot(m) + pose.slide_B[j].dot(f));
  }
  return tau;
}

ArmLoad arm_load(const Leg& leg, const LegPose& pose, const Vector3d& g_B) noexcept {
  const Vector3d none = Vector3d::Zero();
  const PerJoint<double> tau_Nm = static_torque(leg, pose, leg.n_joints, g_B, none, none, none);
  ArmLoad most;
  for (int j = 0; j < leg.n_arm; ++j) {
    const auto k = static_cast<std::size_t>(j);
    const double ratio = std::abs(tau_Nm[k]) / leg.joint[k].torque_limit_Nm;
    if (ratio > most.ratio) most = {ratio, j};
  }
  return most;
}

HangingWeight hanging_weight(const Leg& leg, const LegPose& pose, const Vector3d& g_B) noexcept {
  HangingWeight weight;
  const Vector3d z = pose.X_BF.linear().col(2);
  Vector3d beside = passive_wrist_moment(leg, pose, g_B);
  for (int k = leg.n_arm; k < leg.n_joints; ++k) {
    const Vector3d w = leg.link[k].mass_kg * g_B;
    const Vector3d p = pose.p_BC[k] - pose.p_BW;
    const double c = z.dot(p);
    weight.total_B += w;
    weight.peel_B += (1 - c / leg.foot.standoff_m) * w;
    beside -= (p - c * z).cross(w);
  }
  weight.peel_B -= z.cross(beside) / leg.foot.standoff_m;
  return weight;
}

Wrench body_weight(const RobotModel& robot, const Vector3d& g_B) noexcept {
  const Vector3d f = robot.body_mass_kg * g_B;
  return {f, robot.p_BC.cross(f)};
}

}  // namespace ventosa::controller
