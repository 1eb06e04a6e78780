#include "scenarios/script.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace ventosa::scenarios {
namespace {

using controller::Activity;
using controller::Goal;

constexpr double kTimeTolerance_s = 1e-9;  // a tick's time is a rounded product

/// A number that changes, and its rate.
struct Moving {
  double value = 0;
  double rate = 0;
};

/// 0 -> 1 over [0, 1] with velocity and acceleration zero at both ends:
///   s(u) = 10 u³ - 15 u⁴ + 6 u⁵
Moving smooth_step(double u) {
  if (u <= 0) return {0, 0};
  if (u >= 1) return {1, 0};
  return {u * u * u * (10 + u * (6 * u - 15)), 30 * u * u * (1 - u) * (1 - u)};
}

double ramp_s(const Circle& circle) { return circle.period_s / 4; }

/// Share of the radius: up, stay, down.
Moving radius_share(const Circle& circle, double time_s) {
  const double ramp = ramp_s(circle);
  const double turning = circle.turns * circle.period_s;
  const bool going_up = time_s < ramp + turning / 2;
  const Moving s = smooth_step(going_up ? time_s / ramp : (2 * ramp + turning - time_s) / ramp);
  return {s.value, (going_up ? 1 : -1) * s.rate / ramp};
}

Isometry3d translated(const Isometry3d& X, const Vector3d& p) {
  Isometry3d moved = X;
  moved.pretranslate(p);
  return moved;
}

/// Where a motion leaves a body that started from X_B0B.
Isometry3d end_of(const TimedGoal& goal, const Isometry3d& X_B0B) {
  if (const auto* pose = std::get_if<Pose>(&goal.motion)) return pose->X_B0B;
  if (const auto* walk = std::get_if<Walk>(&goal.motion); walk != nullptr && walk->distance_m > 0)
    return translated(X_B0B, walk->distance_m * walk->v_B0.normalized());
  return X_B0B;
}

// each of these fills a goal in B0, for a body that stood at X_B0B when the motion began

void set_goal(const Hold&, double, const Isometry3d& X_B0B, Goal& goal) { goal.X_WB = X_B0B; }

void set_goal(const Pose& pose, double, const Isometry3d&, Goal& goal) {
  goal.activity = Activity::kPose;
  goal.X_WB = pose.X_B0B;
}

void set_goal(const Circle& circle, double time_s, const Isometry3d& X_B0B, Goal& goal) {
  const CirclePoint point = circle_point(circle, time_s);
  goal.activity = Activity::kPose;
  goal.X_WB = X_B0B * Eigen::Translation3d(point.p);
  goal.v_WB = X_B0B.linear() * point.v;
}

void set_goal(const Walk& walk, double, const Isometry3d& X_B0B, Goal& goal) {
  goal.activity = walk.distance_m > 0 ? Activity::kWalkTo : Activity::kWalk;
  goal.X_WB = translated(X_B0B, walk.distance_m * walk.v_B0.normalized());
  goal.v_WB = walk.v_B0;
  goal.w_WB = walk.w_B0;
}

Goal in_world(Goal goal, const Isometry3d& X_WB0) {
  goal.X_WB = X_WB0 * goal.X_WB;
  goal.v_WB = X_WB0.linear() * goal.v_WB;
  goal.w_WB = X_WB0.linear() * goal.w_WB;
  return goal;
}

}  // namespace

double duration_s(const Circle& circle) {
  return circle.turns * circle.period_s + 2 * ramp_s(circle);
}

CirclePoint circle_point(const Circle& circle, double time_s) {
  const auto [share, share_rate] = radius_share(circle, time_s);
  const double rho = circle.radius_m * share;
  const double rho_rate = circle.radius_m * share_rate;
  const double w = 2 * std::numbers::pi / circle.period_s;
  const Vector3d outwards(std::cos(w * time_s), std::sin(w * time_s), 0);
  const Vector3d along(-outwards.y(), outwards.x(), 0);
  return {.p = rho * outwards, .v = rho_rate * outwards + rho * w * along};
}

Script::Script(std::vector<TimedGoal> goals, std::vector<Push> pushes)
    : goals_(std::move(goals)), pushes_(std::move(pushes)) {
  Isometry3d X_B0B = Isometry3d::Identity();
  for (const TimedGoal& goal : goals_) {
    X_B0B_.push_back(X_B0B);
    X_B0B = end_of(goal, X_B0B);
  }
}

Goal Script::goal_at(double time_s, const Isometry3d& X_WB0) const {
  std::size_t n_begun = 0;
  while (n_begun < goals_.size() && goals_[n_begun].at_s <= time_s + kTimeTolerance_s) ++n_begun;
  Goal goal;
  if (n_begun > 0) {
    const TimedGoal& now = goals_[n_begun - 1];
    const Isometry3d& X_B0B = X_B0B_[n_begun - 1];
    goal.pd = now.pd;
    std::visit([&](const auto& motion) { set_goal(motion, time_s - now.at_s, X_B0B, goal); },
               now.motion);
  }
  return in_world(goal, X_WB0);
}

Vector3d Script::push_at(double time_s, const Isometry3d& X_WB0) const {
  Vector3d f_B0 = Vector3d::Zero();
  for (const Push& push : pushes_) {
    const double age_s = time_s - push.at_s + kTimeTolerance_s;
    if (age_s >= 0 && age_s < push.duration_s) f_B0 += push.f_B0;
  }
  return X_WB0.linear() * f_B0;
}

}  // namespace ventosa::scenarios
