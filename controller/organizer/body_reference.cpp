#include "controller/organizer/body_reference.h"

#include <algorithm>
#include <limits>

#include "controller/model/rotation.h"
#include "controller/organizer/walk_speed.h"

namespace ventosa::controller {
namespace {

constexpr double kArrived_m = 1e-6;
constexpr double kCatchUp_s = 2;     // time constant of catching up after a pause
constexpr double kLongestLag_s = 4;  // limits the catch-up speed to three times the requested speed

Vector3d clamp_norm(const Vector3d& v, double limit) {
  const double n = v.norm();
  return n > limit ? Vector3d(limit / n * v) : v;
}

/// Part of an error that exceeds the deadband.
Vector3d beyond(const Vector3d& error, double deadband) {
  return error - clamp_norm(error, deadband);
}

Vector3d position_error(const Isometry3d& X_WB, const BodyReference& r) {
  return r.X_WB.translation() - X_WB.translation();
}

Vector3d rotation_error(const Isometry3d& X_WB, const BodyReference& r) {
  return rotation_log(r.X_WB.linear() * X_WB.linear().transpose());
}

/// Speed from which a stop within distance_m is still possible, braking once per tick.
double braking_speed(double distance_m, double acceleration_m_s2, double period_s) {
  const double half_tick_m_s = acceleration_m_s2 * period_s / 2;
  return std::min(
      std::sqrt(half_tick_m_s * half_tick_m_s + 2 * acceleration_m_s2 * distance_m) - half_tick_m_s,
      distance_m / period_s);
}

}  // namespace

FollowLimits follow_limits(const BodyConfig& config) noexcept {
  return {{config.max_speed_m_s, config.max_acceleration_m_s2, config.max_jerk_m_s3},
          {config.max_turn_rate_rad_s, config.max_turn_acceleration_rad_s2,
           config.max_turn_jerk_rad_s3}};
}

void follow_goal(const ControllerConfig& config, const Goal& goal, BodyReference& r) noexcept {
  const FollowLimits limits = follow_limits(config.body);
  const bool poses = goal.pd && goal.activity == Activity::kPose;
  const bool moves = goal.pd && goal.activity == Activity::kMove;
  if (!poses && !moves && !r.follower.is_moving()) return;
  const Twist twist = poses || moves ? Twist{goal.v_WB, goal.w_WB} : Twist{};
  const double dt = config.period_s;
  r.X_WB = poses ? r.follower.follow(limits, dt, goal.X_WB, twist, r.X_WB)
                 : r.follower.settle(limits, dt, twist, r.X_WB);
}

Isometry3d rest_pose(const ControllerConfig& config, const BodyReference& r) noexcept {
  return r.follower.rest_pose(follow_limits(config.body), r.X_WB);
}

bool is_stationary(const BodyReference& r) noexcept {
  return r.speed_m_s <= 0 && !r.follower.is_moving();
}

double braking_m(const ControllerConfig& config, double v) noexcept {
  return v * v / (2 * config.gait.acceleration_m_s2) + v * config.period_s + kArrived_m;
}

bool has_arrived(const ControllerConfig& config, const BodyReference& r) noexcept {
  return r.budget_m <= braking_m(config, r.speed_m_s);
}

double requested_speed(const Goal& goal) noexcept {
  if (goal.activity == Activity::kWalk) return path_speed({goal.v_WB, goal.w_WB});
  return goal.activity == Activity::kWalkTo ? goal.v_WB.norm() : 0;
}

double way_left_m(const Goal& goal, const Isometry3d& X_WB) noexcept {
  if (goal.activity != Activity::kWalkTo) return std::numeric_limits<double>::infinity();
  return path_speed(twist_between(X_WB, goal.X_WB, 1));
}

Twist wanted_twist(const ControllerConfig& config, const Goal& goal, double fastest_m_s,
                   const BodyReference& r) noexcept {
  const double requested = requested_speed(goal);
  if (requested <= 0) return {};
  const double speed = std::min(requested + r.lag_m / kCatchUp_s, fastest_m_s);
  if (goal.activity == Activity::kWalk) {
    const Matrix3d turned = speed / requested * r.X_WB.linear() * goal.X_WB.linear().transpose();
    return {turned * goal.v_WB, turned * goal.w_WB};
  }
  return twist_towards(config, goal.X_WB, speed, r);
}

Twist twist_towards(const ControllerConfig& config, const Isometry3d& X_WB, double speed,
                    const BodyReference& r) noexcept {
  const Twist rest{X_WB.translation() - r.X_WB.translation(),
                   rotation_log(X_WB.linear() * r.X_WB.linear().transpose())};
  const double distance = path_speed(rest);
  if (distance < kArrived_m) return {};
  const double rate =
      std::min(speed, braking_speed(distance, config.gait.acceleration_m_s2, config.period_s)) /
      distance;
  return {rate * rest.v_W, rate * rest.w_W};
}

void count_lag(const ControllerConfig& config, const Goal& goal, BodyReference& r) noexcept {
  const double requested = requested_speed(goal);
  const double lag_m = r.lag_m + (requested - r.speed_m_s) * config.period_s;
  r.lag_m = std::clamp(lag_m, 0.0, requested * kLongestLag_s);
}

double path_speed(const Twist& twist) noexcept {
  return std::max(twist.v_W.norm(), kFootReach_m * twist.w_W.norm());
}

Isometry3d gone_on(const Isometry3d& X_WB, const Twist& twist, double way_m) noexcept {
  const double speed = path_speed(twist);
  return moved(X_WB, twist, speed > 0 ? way_m / speed : 0);
}

Isometry3d end_of_row(const BodyReference& r, const Twist& twist) noexcept {
  return gone_on(r.X_WB, twist, r.budget_m);
}

void advance_reference(const ControllerConfig& config, const Twist& twist, bool paused,
                       BodyReference& r) noexcept {
  const double wanted = path_speed(twist), dt = config.period_s;
  const double a = config.gait.acceleration_m_s2;
  const double target = paused ? 0 : std::min(wanted, braking_speed(r.budget_m, a, dt));
  r.speed_m_s = std::clamp(target, r.speed_m_s - a * dt, r.speed_m_s + a * dt);
  r.speed_m_s = std::min(r.speed_m_s, r.budget_m / dt);
  if (wanted <= 0) r.speed_m_s = 0;
  if (r.speed_m_s <= 0) return;
  r.X_WB = moved(r.X_WB, twist, dt * r.speed_m_s / wanted);
  r.budget_m -= dt * r.speed_m_s;
}

void follow_ground(const ControllerConfig& config, const Vector3d& ground_W,
                   BodyReference& r) noexcept {
  constexpr double kFollow_s = 2;  // a cycle of a gait: the feet step on ground of another height
  const Vector3d step_W = config.period_s / kFollow_s * (ground_W - r.rise_W);
  r.rise_W += step_W;
  r.X_WB.translation() += step_W;
}

void restart_trim(const ControllerConfig& config, const Isometry3d& X_WB,
                  BodyReference& r) noexcept {
  const double limit = config.body.max_trim_m;
  r.trim_p_W = clamp_norm(-position_error(X_WB, r), limit);
  r.trim_r_W = clamp_norm(-rotation_error(X_WB, r), limit / kFootReach_m);
  // the part beyond the trim's limit is subtracted from the reference
  r.X_WB = moved(X_WB, {-r.trim_p_W, -r.trim_r_W}, 1);
}

void follow_moved_body(const ControllerConfig& config, const Isometry3d& X_WB,
                       BodyReference& r) noexcept {
  const double limit = config.body.max_trim_m;
  const bool is_moved = position_error(X_WB, r).norm() > limit ||
                        kFootReach_m * rotation_error(X_WB, r).norm() > limit;
  if (is_moved) restart_trim(config, X_WB, r);
}

Twist trim(const ControllerConfig& config, const Isometry3d& X_WB, BodyReference& r) noexcept {
  const Twist last{r.trim_p_W, r.trim_r_W};
  const double limit = config.body.max_trim_m;
  const double band = config.body.deadband_m;
  const double gain = config.period_s * config.body.feedback_rate_1_s;
  r.trim_p_W = clamp_norm(r.trim_p_W + gain * beyond(position_error(X_WB, r), band), limit);
  r.trim_r_W = clamp_norm(r.trim_r_W + gain * beyond(rotation_error(X_WB, r), band / kFootReach_m),
                          limit / kFootReach_m);
  return {(r.trim_p_W - last.v_W) / config.period_s, (r.trim_r_W - last.w_W) / config.period_s};
}

void give_way(const ControllerConfig& config, const Isometry3d& X_WB, BodyReference& r) noexcept {
  constexpr double kFade_s = 0.1;
  const double share = std::min(1.0, config.period_s / kFade_s);
  r.X_WB = moved(r.X_WB, {-position_error(X_WB, r), -rotation_error(X_WB, r)}, share);
  r.trim_p_W *= 1 - share;
  r.trim_r_W *= 1 - share;
}

Isometry3d commanded_body(const BodyReference& r) noexcept {
  return moved(r.X_WB, {r.trim_p_W, r.trim_r_W}, 1);
}

}  // namespace ventosa::controller
