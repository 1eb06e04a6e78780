#include "controller/kinematics/newton_kinematics.h"

#include <Eigen/QR>
#include <optional>

#include "controller/kinematics/forward_kinematics.h"
#include "controller/kinematics/joint_limits.h"

namespace ventosa::controller {
namespace {

using ArmVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMaxJoints, 1>;

/// Least way of the arm's point in any direction against that in the best one, squared.
constexpr double kLeastWay = 1e-12;

/// Length of the stretched arm without the ways of its sliders.
double length_m(const Leg& leg) {
  double sum_m = leg.has_wrist() ? 0 : leg.X_JF.translation().norm();
  const int last = leg.has_wrist() ? leg.n_arm + 1 : leg.n_arm;  // the wrist point is at joint 4
  for (int j = 1; j < last; ++j) sum_m += leg.joint[static_cast<std::size_t>(j)].p_PJ.norm();
  return sum_m;
}

/// s: angle of each joint per unit
ArmVector units(const Leg& leg) {
  ArmVector s = ArmVector::Constant(leg.n_arm, 1 / length_m(leg));
  for (int j = 0; j < leg.n_arm; ++j)
    if (const Joint& joint = leg.joint[static_cast<std::size_t>(j)]; joint.slides())
      s[j] = 1 / joint.slide_m_rad;
  return s;
}

/// Shortest step for the way `e` of the arm's point; no value where the arm is singular.
std::optional<ArmVector> least_norm_step(const ArmJacobian& J, const ArmVector& s,
                                         const Vector3d& e) {
  const ArmJacobian Js = J * s.asDiagonal();
  Eigen::ColPivHouseholderQR<Matrix3d> square(Js * Js.transpose());
  square.setThreshold(kLeastWay);
  if (!square.isInvertible()) return std::nullopt;
  return ArmVector(s.cwiseProduct(Js.transpose() * square.solve(e)));
}

/// Newton's iteration, whatever the limits.
/// @param q_rad  in: last angles; out: those of the residual
NewtonResult iterate(const Leg& leg, const Vector3d& p_BW, PerJoint<double>& q_rad) {
  const ArmVector s = units(leg);
  for (int n = 0;; ++n) {
    const LegPose pose = leg_pose(leg, q_rad);
    const Vector3d e = p_BW - pose.p_BW;
    const auto step = least_norm_step(arm_jacobian(leg, pose), s, e);
    if (!step) return {NewtonStatus::kSingular, n, e.norm()};
    if (e.norm() <= kNewtonResidual_m) return {NewtonStatus::kOk, n, e.norm()};
    if (n == kNewtonIterations) return {NewtonStatus::kNotConverged, n, e.norm()};
    for (int j = 0; j < leg.n_arm; ++j) q_rad[static_cast<std::size_t>(j)] += (*step)[j];
  }
}

}  // namespace

Vector3d point_in_leg(const Isometry3d& X_WB, const Leg& leg, const Vector3d& p_W) noexcept {
  return (X_WB * leg.X_BL).inverse() * p_W;
}

NewtonResult solve_by_newton(const Leg& leg, const Vector3d& p_LW,
                             PerJoint<double>& q_rad) noexcept {
  const auto angles = Eigen::Matrix<double, kMaxJoints, 1>::Map(q_rad.data());
  if (!p_LW.allFinite() || !angles.allFinite()) return {};
  PerJoint<double> q = q_rad;
  NewtonResult result = iterate(leg, leg.X_BL * p_LW, q);
  if (result.status != NewtonStatus::kOk) return result;
  if (arm_within_limits(leg, q))
    q_rad = q;
  else
    result.status = NewtonStatus::kJointLimit;
  return result;
}

}  // namespace ventosa::controller
