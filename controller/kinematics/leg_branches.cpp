#include "controller/kinematics/leg_branches.h"

#include <cmath>
#include <numbers>

#include "controller/kinematics/joint_limits.h"

namespace ventosa::controller {
namespace {

constexpr double kRounding = 1e-13;  // tolerance of D for rounding errors
// Below it an axis has no direction: [m], or the sine of an angle.
constexpr double kSingular = 1e-13;

void turn_joint(const Leg& leg, int j, double angle_rad, PerJoint<double>& q) {
  q[at(j)] = nearest_turn(leg.joint[at(j)], angle_rad, q[at(j)]);
}

/// Keeps a joint that a singularity leaves undetermined, clamped to its limits.
void keep_joint(const Leg& leg, int j, PerJoint<double>& q) {
  q[at(j)] = std::clamp(q[at(j)], leg.joint[at(j)].q_min_rad, leg.joint[at(j)].q_max_rad);
}

/// q4 and q5 that point the last link along `a`, given in the forearm; q4 is kept if `a` is along
/// it.
void point(const Leg& leg, const Vector3d& a, Wrist wrist, PerJoint<double>& q) {
  const double sign = wrist == Wrist::kPlain ? 1 : -1, sine = std::hypot(a.y(), a.z());
  if (sine > kSingular)
    turn_joint(leg, leg.n_arm, std::atan2(sign * a.y(), sign * a.z()), q);
  else
    keep_joint(leg, leg.n_arm, q);
  turn_joint(leg, leg.n_arm + 1, sign * std::atan2(sine, a.x()), q);
}

/// Clamps q6 to its own limits and to the differential's limit for this q5.
double keep_roll(const Leg& leg, double q5, double q6) {
  const Joint& joint = leg.joint[at(leg.n_joints - 1)];
  const auto& [ratio, limit_rad] = leg.differential;
  const double room = std::max(0.0, limit_rad - std::abs(q5));
  if (ratio * std::abs(q6) > room) q6 = std::copysign(room / ratio, q6);
  return std::clamp(q6, joint.q_min_rad, joint.q_max_rad);
}

/// Angle q6 for which the last link's y axis, given in the forearm, is reached after q4 and q5.
double roll(double q4, double q5, const Vector3d& y) {
  const double s4 = std::sin(q4), c4 = std::cos(q4), s5 = std::sin(q5), c5 = std::cos(q5);
  return std::atan2(c5 * (s4 * y.y() + c4 * y.z()) - s5 * y.x(), c4 * y.y() - s4 * y.z());
}

Candidate judged(const Leg& leg, const PerJoint<double>& q) {
  return {within_limits(leg, q) ? IkStatus::kOk : IkStatus::kJointLimit, q};
}

}  // namespace

ArmTarget::ArmTarget(const Leg& of, const Vector3d& p_LW, const PerJoint<double>& q_last)
    : leg(of), arm(arm_geometry(of)) {
  const Vector3d p_AW = arm_base(leg, q_last).inverse() * p_LW;
  radius_m = std::hypot(p_AW.x(), p_AW.y());
  azimuth_rad = std::atan2(p_AW.y(), p_AW.x());
  z_m = p_AW.z();
}

ArmTriangle::ArmTriangle(const ArmTarget& w, Hip hip) noexcept : target(w) {
  const bool front = hip == Hip::kFront;
  const double radius_m = front ? w.radius_m : -w.radius_m;
  azimuth_rad = front ? w.azimuth_rad : w.azimuth_rad + std::numbers::pi;
  if (has_sliders(w.leg)) {
    slider_rad = slider_angles(w.leg, {radius_m, w.z_m});
    closes = true;
    return;
  }
  const double L1 = w.arm.L1, Lc = w.arm.Lc, Ld = w.arm.Ld;
  const double rho = radius_m - L1;
  const double D = (rho * rho + w.z_m * w.z_m - Lc * Lc - Ld * Ld) / (2 * Lc * Ld);
  closes = std::abs(D) <= 1 + kRounding;
  if (!closes) return;
  rise_rad = std::atan2(w.z_m, rho);
  bend_rad = std::acos(std::clamp(D, -1.0, 1.0));
  fold_rad = std::atan2(Ld * std::sin(bend_rad), Lc + Ld * std::cos(bend_rad));
}

Candidate on_arm(const ArmTriangle& triangle, Elbow elbow,
                 const PerJoint<double>& q_last) noexcept {
  Candidate c{IkStatus::kOutOfReach, q_last};
  if (!triangle.closes) return c;
  const auto& [leg, arm, radius_m, azimuth_rad, z_m] = triangle.target;
  const double sign = elbow == Elbow::kUp ? 1 : -1;
  const int first = leg.n_lead();
  if (radius_m > kSingular)
    turn_joint(leg, first, triangle.azimuth_rad, c.q);
  else
    keep_joint(leg, first, c.q);
  if (has_sliders(leg)) {
    c.q[at(first + 1)] = triangle.slider_rad[0];
    c.q[at(first + 2)] = triangle.slider_rad[1];
  } else {
    turn_joint(leg, first + 1, arm.q2(triangle.rise_rad + sign * triangle.fold_rad), c.q);
    turn_joint(leg, first + 2, arm.q3(sign * triangle.bend_rad), c.q);
  }
  c.status = arm_within_limits(leg, c.q) ? IkStatus::kOk : IkStatus::kJointLimit;
  return c;
}

Matrix3d forearm_rotation(const Leg& leg, const PerJoint<double>& q_rad) noexcept {
  const int a = leg.n_lead();
  const double s = leg.joint[at(a + 2)].axis.y();
  const double yaw = q_rad[at(a)], pitch = s * q_rad[at(a + 2)] - q_rad[at(a + 1)];
  const double sy = std::sin(yaw), cy = std::cos(yaw), sp = std::sin(pitch), cp = std::cos(pitch);
  Matrix3d R_A3;  // Rz(yaw) Ry(pitch)
  R_A3 << cy * cp, -sy, cy * sp, sy * cp, cy, sy * sp, -sp, 0, cp;
  return a == 0 ? R_A3 : Matrix3d(arm_base(leg, q_rad).linear() * R_A3);
}

Candidate on_wrist(const Leg& leg, const Candidate& arm, const Vector3d& z, Wrist wrist) noexcept {
  PerJoint<double> q = arm.q;
  point(leg, z, wrist, q);
  double& q6 = q[at(leg.n_joints - 1)];
  q6 = keep_roll(leg, q[at(leg.n_arm + 1)], q6);
  return judged(leg, q);
}

Candidate on_wrist(const Leg& leg, const Candidate& arm, const Matrix3d& R, Wrist wrist) noexcept {
  PerJoint<double> q = arm.q;
  point(leg, R.col(0), wrist, q);
  double &q4 = q[at(leg.n_arm)], &q6 = q[at(leg.n_arm + 2)];
  const double q5 = q[at(leg.n_arm + 1)];
  turn_joint(leg, leg.n_arm + 2, roll(q4, q5, R.col(1)), q);
  if (std::hypot(R(1, 0), R(2, 0)) <= kSingular) {
    // q4 takes the part of q6 beyond its limits
    const double over = q6 - keep_roll(leg, q5, q6);
    q6 -= over;
    turn_joint(leg, leg.n_arm, R(0, 0) > 0 ? q4 - over : q4 + over, q);
  }
  return judged(leg, q);
}

}  // namespace ventosa::controller
