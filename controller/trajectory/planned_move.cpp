#include "controller/trajectory/planned_move.h"

#include <algorithm>
#include <cmath>

#include "controller/kinematics/forward_kinematics.h"
#include "controller/kinematics/joint_limits.h"
#include "controller/model/rotation.h"

namespace ventosa::controller {
namespace {

/// The requested limit, at most `own`; `own` if none is requested.
double tighter(double own, double requested) {
  return requested > 0 ? std::min(own, requested) : own;
}

/// The requested limit of a Cartesian move; `own` if none is requested.
double instead_of(double own, double requested) { return requested > 0 ? requested : own; }

MotionLimits joint_limits(const Joint& joint, const LegMove& requested) {
  return {tighter(joint.speed_limit_rad_s, requested.speed_rad_s),
          tighter(joint.acceleration_limit_rad_s2, requested.acceleration_rad_s2),
          joint.jerk_limit_rad_s3};
}

CartesianLimits cartesian_limits(const SwingLimits& own, const LegMove& requested) {
  return {{instead_of(own.linear.speed, requested.speed_m_s),
           instead_of(own.linear.acceleration, requested.acceleration_m_s2), own.linear.jerk},
          {instead_of(own.angular.speed, requested.speed_rad_s),
           instead_of(own.angular.acceleration, requested.acceleration_rad_s2), own.angular.jerk}};
}

Leg limited(const Leg& leg, const LegMove& requested) {
  Leg slow = leg;
  for (Joint& joint : slow.joint) {
    const MotionLimits limits = joint_limits(joint, requested);
    joint.speed_limit_rad_s = limits.speed;
    joint.acceleration_limit_rad_s2 = limits.acceleration;
  }
  return slow;
}

ViaVector joint_point(const PerJoint<double>& q_rad) {
  return Eigen::Map<const ViaVector>(q_rad.data());
}

/// Coordinates of a pose: position, then the rotation vector from the start orientation.
ViaVector pose_point(const Isometry3d& X_from, const Isometry3d& X) {
  ViaVector point = ViaVector::Zero();
  point.head<3>() = X.translation();
  point.segment<3>(3) = rotation_log(X.linear() * X_from.linear().transpose());
  return point;
}

Isometry3d shifted(const Isometry3d& X_BF, const Isometry3d& shift_B) {
  Isometry3d X = X_BF;
  X.translation() += shift_B.translation();
  X.linear() = shift_B.linear() * X_BF.linear();
  return X;
}

ViaProblem joint_problem(const Leg& leg, const LegMove& requested,
                         const PerJoint<double>& q_from_rad) {
  ViaProblem problem;
  problem.point[static_cast<std::size_t>(problem.n_points++)] = joint_point(q_from_rad);
  for (int k = 0; k < requested.n; ++k)
    problem.point[static_cast<std::size_t>(problem.n_points++)] =
        joint_point(requested.q_rad[static_cast<std::size_t>(k)]);
  for (int j = 0; j < leg.n_joints; ++j)
    problem.limit[static_cast<std::size_t>(problem.n_limits++)] = {
        j, 1, joint_limits(leg.joint[static_cast<std::size_t>(j)], requested)};
  return problem;
}

ViaProblem pose_problem(const CartesianLimits& limits, const LegMove& requested,
                        const Isometry3d& X_BF_from) {
  ViaProblem problem;
  problem.point[static_cast<std::size_t>(problem.n_points++)] = pose_point(X_BF_from, X_BF_from);
  for (int k = 0; k < requested.n; ++k)
    problem.point[static_cast<std::size_t>(problem.n_points++)] =
        pose_point(X_BF_from, shifted(X_BF_from, requested.shift_B[static_cast<std::size_t>(k)]));
  problem.limit[0] = {0, 3, limits.linear};
  problem.limit[1] = {3, 3, limits.angular};
  problem.n_limits = 2;
  return problem;
}

bool exceeds_speed(const Leg& leg, const PerJoint<double>& from_rad, const PerJoint<double>& to_rad,
                   double span_s) {
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j)
    if (std::abs(to_rad[j] - from_rad[j]) > leg.joint[j].speed_limit_rad_s * span_s + 1e-9)
      return true;
  return false;
}

}  // namespace

IkStatus PlannedMove::plan(const Leg& leg, const SwingLimits& defaults, const LegMove& requested,
                           const PerJoint<double>& q_from_rad, PlannedMove& move) noexcept {
  if (requested.n < 1 || requested.n > static_cast<int>(kMaxWaypoints)) return IkStatus::kBadInput;
  PlannedMove planned;
  planned.space_ = requested.space;
  planned.X_BF_from_ = leg_pose(leg, q_from_rad).X_BF;
  if (!planned.plan_path(leg, defaults, requested, q_from_rad)) return IkStatus::kBadInput;
  const IkStatus status = planned.check_way(leg, q_from_rad);
  if (status == IkStatus::kOk) move = planned;
  return status;
}

bool PlannedMove::plan_path(const Leg& leg, const SwingLimits& defaults, const LegMove& requested,
                            const PerJoint<double>& q_from_rad) noexcept {
  const CartesianLimits limits = cartesian_limits(defaults, requested);
  const bool joints = requested.space == MoveSpace::kJoints;
  if (requested.n > 1)
    return ViaPath::plan(joints ? joint_problem(leg, requested, q_from_rad)
                                : pose_problem(limits, requested, X_BF_from_),
                         path_.emplace<ViaPath>()) == ViaStatus::kOk;
  if (joints)
    return JointMove::plan(limited(leg, requested), q_from_rad, requested.q_rad[0],
                           path_.emplace<JointMove>()) == MoveStatus::kOk;
  return CartesianMove::plan(X_BF_from_, shifted(X_BF_from_, requested.shift_B[0]), limits,
                             path_.emplace<CartesianMove>()) == MoveStatus::kOk;
}

IkStatus PlannedMove::check_way(const Leg& leg, PerJoint<double> q_rad) const noexcept {
  constexpr int kSamples = 64;
  const double step_s = duration_s() / kSamples;
  for (int k = 1; k <= kSamples; ++k) {
    const PerJoint<double> last_rad = q_rad;
    const IkStatus status = at(leg, k * step_s, q_rad);
    if (status != IkStatus::kOk) return status;
    if (exceeds_speed(leg, last_rad, q_rad, step_s)) return IkStatus::kJointLimit;
  }
  return IkStatus::kOk;
}

IkStatus PlannedMove::at(const Leg& leg, double time_s, PerJoint<double>& q_rad) const noexcept {
  if (space_ == MoveSpace::kCartesian)
    return follow_pose(leg, leg.X_BL.inverse() * pose_at(time_s), q_rad);
  PerJoint<double> q = q_rad;
  if (const auto* move = std::get_if<JointMove>(&path_))
    q = move->at(time_s).q_rad;
  else if (const auto* via = std::get_if<ViaPath>(&path_))
    Eigen::Map<ViaVector>(q.data()) = via->at(time_s).x;
  if (!within_limits(leg, q)) return IkStatus::kJointLimit;
  q_rad = q;
  return IkStatus::kOk;
}

Isometry3d PlannedMove::pose_at(double time_s) const noexcept {
  if (const auto* move = std::get_if<CartesianMove>(&path_)) return move->at(time_s).X;
  Isometry3d X_BF = X_BF_from_;
  if (const auto* via = std::get_if<ViaPath>(&path_)) {
    const ViaVector x = via->at(time_s).x;
    X_BF.translation() = x.head<3>();
    X_BF.linear() = orthonormal(rotation_exp(Vector3d(x.segment<3>(3))) * X_BF_from_.linear());
  }
  return X_BF;
}

double PlannedMove::duration_s() const noexcept {
  return std::visit([](const auto& path) { return path.duration_s(); }, path_);
}

}  // namespace ventosa::controller
