#include "controller/trajectory/moves.h"

#include <cmath>

#include "controller/model/rotation.h"

namespace ventosa::controller {
namespace {

MotionLimits limits_of(const Joint& joint) {
  return {joint.speed_limit_rad_s, joint.acceleration_limit_rad_s2, joint.jerk_limit_rad_s3};
}

MoveStatus check(const Joint& joint, double from_rad, double to_rad) {
  if (!std::isfinite(from_rad) || !std::isfinite(to_rad)) return MoveStatus::kNotFinite;
  if (!is_sound(limits_of(joint))) return MoveStatus::kBadLimits;
  const bool inside = to_rad >= joint.q_min_rad && to_rad <= joint.q_max_rad;
  return inside ? MoveStatus::kOk : MoveStatus::kJointLimit;
}

/// Unit vector; safe for lengths whose squares exceed the range of double.
Vector3d direction(const Vector3d& d) { return d.isZero(0) ? d : Vector3d(d.stableNormalized()); }

}  // namespace

MoveStatus JointMove::plan(const Leg& leg, const PerJoint<double>& q_from_rad,
                           const PerJoint<double>& q_to_rad, JointMove& move) noexcept {
  JointMove planned;
  planned.q_from_rad_ = q_from_rad;
  planned.q_to_rad_ = q_to_rad;
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j) {
    const MoveStatus status = check(leg.joint[j], q_from_rad[j], q_to_rad[j]);
    if (status != MoveStatus::kOk) return status;
    planned.law_[j] = rest_to_rest(q_to_rad[j] - q_from_rad[j], limits_of(leg.joint[j]));
  }
  synchronise(planned.law_);
  move = planned;
  return MoveStatus::kOk;
}

JointMoveState JointMove::at(double time_s) const noexcept {
  JointMoveState state;
  for (std::size_t j = 0; j < law_.size(); ++j) {
    const Moving m = law_[j].at(time_s);
    // the sum would miss the goal by rounding
    state.q_rad[j] = time_s >= duration_s() ? q_to_rad_[j] : q_from_rad_[j] + m.x;
    state.dq_rad_s[j] = m.v;
    state.ddq_rad_s2[j] = m.a;
  }
  return state;
}

MoveStatus CartesianMove::plan(const Isometry3d& X_from, const Isometry3d& X_to,
                               const CartesianLimits& limits, CartesianMove& move) noexcept {
  if (!X_from.matrix().allFinite() || !X_to.matrix().allFinite()) return MoveStatus::kNotFinite;
  if (!is_sound(limits.linear) || !is_sound(limits.angular)) return MoveStatus::kBadLimits;
  const Vector3d dp = X_to.translation() - X_from.translation();
  const Vector3d dr = rotation_log(X_to.linear() * X_from.linear().transpose());
  if (!dp.allFinite()) return MoveStatus::kNotFinite;
  move.X_from_ = X_from;
  move.X_to_ = X_to;
  move.along_ = direction(dp);
  move.about_ = direction(dr);
  move.law_ = {rest_to_rest(dp.stableNorm(), limits.linear),
               rest_to_rest(dr.stableNorm(), limits.angular)};
  synchronise(move.law_);
  return MoveStatus::kOk;
}

MovingPose CartesianMove::at(double time_s) const noexcept {
  if (time_s >= duration_s()) return {.X = X_to_};
  const Moving s = law_[0].at(time_s), phi = law_[1].at(time_s);
  MovingPose pose{.X = X_from_,
                  .v = s.v * along_,
                  .w = phi.v * about_,
                  .a = s.a * along_,
                  .alpha = phi.a * about_};
  pose.X.translation() += s.x * along_;
  pose.X.linear() = orthonormal(rotation_exp(phi.x * about_) * X_from_.linear());
  return pose;
}

}  // namespace ventosa::controller
