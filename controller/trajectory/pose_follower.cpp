#include "controller/trajectory/pose_follower.h"

#include <cmath>

#include "controller/model/rotation.h"

namespace ventosa::controller {
namespace {

using Axes = std::array<Moving, 6>;

constexpr double kSameGoal = 1e-6;  // largest [m, rad] distance of a goal from its predicted pose

/// Share of the angular limits given to the rotation vector. Its rate differs from the angular
/// velocity while the axis changes; the share suffices for goals within a radian of each other (see
/// the test of the limits).
constexpr double kTurnReserve = 0.75;

MotionLimits scaled(const MotionLimits& limits, double factor) {
  return {factor * limits.speed, factor * limits.acceleration, factor * limits.jerk};
}

/// Limits of the rotation vector with which the rotation keeps its own limits.
MotionLimits reserved(const MotionLimits& angular) { return scaled(angular, kTurnReserve); }

Vector3d part(const Axes& axes, std::size_t first, double Moving::*member) {
  return {axes[first].*member, axes[first + 1].*member, axes[first + 2].*member};
}

void set_part(const Vector3d& v, std::size_t first, double Moving::*member, Axes& axes) {
  for (int k = 0; k < 3; ++k) axes[first + static_cast<std::size_t>(k)].*member = v[k];
}

Matrix3d turn_jacobian(const Axes& axes) { return left_jacobian(part(axes, 3, &Moving::x)); }

/// Limit of one of three axes that share a limit. From rest the shares are proportional to the
/// distances, which gives a straight line; in motion they are equal.
MotionLimits share(const MotionLimits& limits, const Axes& axes, std::size_t first,
                   std::size_t axis) {
  const MotionLimits each = scaled(limits, 1 / std::sqrt(3.0));
  const Vector3d way = part(axes, first, &Moving::x);
  const bool at_rest = part(axes, first, &Moving::v).isZero(0) &&
                       part(axes, first, &Moving::a).isZero(0) && !way.isZero(0);
  return at_rest ? scaled(each, std::abs(axes[axis].x) / way.cwiseAbs().maxCoeff()) : each;
}

}  // namespace

Isometry3d moved(const Isometry3d& X_WB, const Twist& twist, double dt_s) {
  Isometry3d X = X_WB;
  X.translation() += dt_s * twist.v_W;
  X.linear() = orthonormal(rotation_exp(dt_s * twist.w_W) * X_WB.linear());
  return X;
}

Twist twist_between(const Isometry3d& X_WB_from, const Isometry3d& X_WB_to, double dt_s) {
  return {(X_WB_to.translation() - X_WB_from.translation()) / dt_s,
          rotation_log(X_WB_to.linear() * X_WB_from.linear().transpose()) / dt_s};
}

Isometry3d PoseFollower::follow(const FollowLimits& limits, double period_s, const Isometry3d& X_WG,
                                const Twist& twist, const Isometry3d& X_WB_reference) noexcept {
  pass(period_s, X_WB_reference);
  if (expects(limits, period_s, X_WG, twist)) {
    X_WG_ = X_WG;
  } else {
    const bool stood = !is_moving();
    refer_to(X_WG, twist);
    die_away(limits);
    if (stood && twist.v_W.isZero(0) && twist.w_W.isZero(0))
      time_s_ = period_s;  // start from rest in this period
  }
  settling_ = false;
  return arrive(twist);
}

Isometry3d PoseFollower::settle(const FollowLimits& limits, double period_s, const Twist& twist,
                                const Isometry3d& X_WB_reference) noexcept {
  pass(period_s, X_WB_reference);
  const bool same = settling_ && goal_twist_.v_W == twist.v_W && goal_twist_.w_W == twist.w_W;
  X_WG_ = moved(X_WG_, goal_twist_, period_s);
  if (!same) {
    refer_to(X_WG_, twist);
    brake(limits);
  }
  settling_ = true;
  return arrive(twist);
}

Isometry3d PoseFollower::rest_pose(const FollowLimits& limits,
                                   const Isometry3d& X_WB_reference) const noexcept {
  PoseFollower braking = *this;
  (void)braking.settle(limits, 0, {}, X_WB_reference);
  return braking.X_WG_;
}

/// Accepts a reference that was changed from outside: the follower restarts there, at rest.
void PoseFollower::pass(double period_s, const Isometry3d& X_WB_reference) noexcept {
  time_s_ += period_s;
  if (X_WB_reference.matrix() == X_WB_.matrix()) return;
  X_WG_ = X_WB_ = X_WB_reference;
  goal_twist_ = {};
  law_ = {};
  settling_ = false;
}

bool PoseFollower::expects(const FollowLimits& limits, double period_s, const Isometry3d& X_WG,
                           const Twist& twist) const noexcept {
  const Twist mean{(goal_twist_.v_W + twist.v_W) / 2, (goal_twist_.w_W + twist.w_W) / 2};
  const Isometry3d X = moved(X_WG_, mean, period_s);
  const double v_step = (twist.v_W - goal_twist_.v_W).norm();
  const double w_step = (twist.w_W - goal_twist_.w_W).norm();
  return !settling_ && (X.translation() - X_WG.translation()).norm() < kSameGoal &&
         rotation_log(X.linear() * X_WG.linear().transpose()).norm() < kSameGoal &&
         v_step <= 2 * period_s * limits.linear.acceleration &&
         w_step <= 2 * period_s * limits.angular.acceleration;
}

/// Expresses the same motion of the reference relative to another goal, neglecting the effect of
/// the rotation's acceleration.
void PoseFollower::refer_to(const Isometry3d& X_WG, const Twist& twist) noexcept {
  Axes axes = offset();
  const Matrix3d J = turn_jacobian(axes), R = rotation_exp(part(axes, 3, &Moving::x));
  const Vector3d v = goal_twist_.v_W + part(axes, 0, &Moving::v) - twist.v_W;
  const Vector3d w = R * goal_twist_.w_W + J * part(axes, 3, &Moving::v);
  const Vector3d alpha = J * part(axes, 3, &Moving::a);
  const Vector3d p_WB = X_WG_.translation() + part(axes, 0, &Moving::x);
  const Matrix3d turned = R * X_WG_.linear() * X_WG.linear().transpose();

  set_part(p_WB - X_WG.translation(), 0, &Moving::x, axes);
  set_part(rotation_log(turned), 3, &Moving::x, axes);
  const Matrix3d J_inverse = turn_jacobian(axes).inverse();
  set_part(v, 0, &Moving::v, axes);
  set_part(J_inverse * (w - turned * twist.w_W), 3, &Moving::v, axes);
  set_part(J_inverse * alpha, 3, &Moving::a, axes);
  X_WG_ = X_WG;
  time_s_ = 0;
  for (std::size_t k = 0; k < axes.size(); ++k) law_[k] = TimeLaw(axes[k]);
}

void PoseFollower::die_away(const FollowLimits& limits) noexcept {
  const Axes axes = offset();
  for (std::size_t k = 0; k < 3; ++k) {
    law_[k] = to_rest(axes[k], 0, share(limits.linear, axes, 0, k));
    law_[k + 3] = to_rest(axes[k + 3], 0, share(reserved(limits.angular), axes, 3, k + 3));
  }
}

/// Moves the goal to where the offset ends when it only loses its velocity.
void PoseFollower::brake(const FollowLimits& limits) noexcept {
  const Axes axes = offset();
  Axes way = axes;
  // seen from its end, the rotation vector is small and its rate equals the angular velocity
  const Matrix3d J = turn_jacobian(axes);
  set_part(J * part(axes, 3, &Moving::v), 3, &Moving::v, way);
  set_part(J * part(axes, 3, &Moving::a), 3, &Moving::a, way);
  for (std::size_t k = 0; k < axes.size(); ++k) {
    way[k].x = 0;
    law_[k] = TimeLaw(way[k]);
    law_[k].add_speed_change(
        0, scaled(k < 3 ? limits.linear : reserved(limits.angular), 1 / std::sqrt(3.0)));
    way[k].x = law_[k].end().x;
    law_[k].shift(-way[k].x);
    law_[k].end_at(0);
  }
  X_WG_.translation() += part(axes, 0, &Moving::x) + part(way, 0, &Moving::x);
  X_WG_.linear() = orthonormal(rotation_exp(part(way, 3, &Moving::x)) *
                               rotation_exp(part(axes, 3, &Moving::x)) * X_WG_.linear());
}

Isometry3d PoseFollower::arrive(const Twist& twist) noexcept {
  const Axes axes = offset();
  goal_twist_ = twist;
  X_WB_ = X_WG_;
  X_WB_.translation() += part(axes, 0, &Moving::x);
  const Vector3d phi = part(axes, 3, &Moving::x);
  if (!phi.isZero(0)) X_WB_.linear() = orthonormal(rotation_exp(phi) * X_WG_.linear());
  return X_WB_;
}

Twist PoseFollower::twist() const noexcept {
  const Axes axes = offset();
  return {goal_twist_.v_W + part(axes, 0, &Moving::v),
          rotation_exp(part(axes, 3, &Moving::x)) * goal_twist_.w_W +
              turn_jacobian(axes) * part(axes, 3, &Moving::v)};
}

bool PoseFollower::is_moving() const noexcept {
  for (const TimeLaw& law : law_)
    if (time_s_ < law.duration_s()) return true;
  return !goal_twist_.v_W.isZero(0) || !goal_twist_.w_W.isZero(0);
}

Axes PoseFollower::offset() const noexcept {
  Axes axes;
  for (std::size_t k = 0; k < axes.size(); ++k) axes[k] = law_[k].at(time_s_);
  return axes;
}

}  // namespace ventosa::controller
