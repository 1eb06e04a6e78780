#include "scenarios/script/script.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ventosa::scenarios {
namespace {

using controller::Activity;
using controller::Goal;

Isometry3d translated(const Isometry3d& X, const Vector3d& p) {
  Isometry3d moved = X;
  moved.pretranslate(p);
  return moved;
}

/// A pose given relative to H, with the axes of B0; result in B0.
Isometry3d from(const Isometry3d& X_B0H, const Isometry3d& place) {
  Isometry3d X = X_B0H;
  X.translation() += place.translation();
  X.linear() = place.linear() * X_B0H.linear();
  return X;
}

bool leads_on(const TimedGoal& goal) {
  return std::holds_alternative<Walk>(goal.motion) ||
         std::holds_alternative<Waypoints>(goal.motion);
}

/// Planned pose after a motion that began at X_B0B.
Isometry3d end_of(const TimedGoal& goal, const Isometry3d& X_B0B) {
  if (const auto* pose = std::get_if<Pose>(&goal.motion)) return pose->X_B0B;
  if (const auto* walk = std::get_if<Walk>(&goal.motion); walk != nullptr && walk->distance_m > 0)
    return translated(X_B0B, walk->distance_m * walk->v_B0.normalized());
  if (const auto* points = std::get_if<Waypoints>(&goal.motion)) return end_pose(*points, X_B0B);
  if (const auto* via = std::get_if<Via>(&goal.motion)) return via->X_B0B.back();
  return X_B0B;
}

// each set_goal fills a goal in B0 for a motion that began at X_B0B

void set_goal(const Hold&, double, const Isometry3d& X_B0B, Goal& goal) { goal.X_WB = X_B0B; }

void set_goal(const Pose& pose, double, const Isometry3d&, Goal& goal) {
  goal.activity = Activity::kPose;
  goal.X_WB = pose.X_B0B;
}

void set_goal(const Move& move, double, const Isometry3d& X_B0B, Goal& goal) {
  goal.activity = Activity::kMove;
  goal.X_WB = X_B0B;
  goal.v_WB = move.v_B0;
  goal.w_WB = move.w_B0;
}

/// Circle and square in the x-y plane of B0.
template <class Path>
void set_goal(const Path& path, double time_s, const Isometry3d& X_B0B, Goal& goal) {
  const PathPoint point = path_point(path, time_s);
  goal.activity = Activity::kPose;
  goal.X_WB = translated(X_B0B, point.X.translation());
  goal.v_WB = point.twist.v_W;
}

void set_goal(const Via& via, double time_s, const Isometry3d& X_B0B, Goal& goal) {
  const PathPoint point = path_point(via, time_s);
  goal.activity = Activity::kPose;
  goal.X_WB = X_B0B * point.X;
  goal.v_WB = X_B0B.linear() * point.twist.v_W;
  goal.w_WB = X_B0B.linear() * point.twist.w_W;
}

void set_goal(const Walk& walk, double, const Isometry3d& X_B0B, Goal& goal) {
  goal.activity = walk.distance_m > 0 ? Activity::kWalkTo : Activity::kWalk;
  goal.X_WB = translated(X_B0B, walk.distance_m * walk.v_B0.normalized());
  goal.v_WB = walk.v_B0;
  goal.w_WB = walk.w_B0;
  goal.gait = walk.gait;
}

void set_goal(const Waypoints&, double, const Isometry3d& X_B0B, Goal& goal) { goal.X_WB = X_B0B; }

void set_goal(const Climb&, double, const Isometry3d& X_B0B, Goal& goal) { goal.X_WB = X_B0B; }

void set_goal(const LegTask& task, double, const Isometry3d& X_B0B, Goal& goal) {
  goal.activity = Activity::kLeg;
  goal.X_WB = X_B0B;
  goal.request = task.request;
  const auto R_B0B = X_B0B.linear();
  for (Isometry3d& shift : goal.request.move.shift_B) {
    shift.translation() = R_B0B.transpose() * shift.translation();
    shift.linear() = R_B0B.transpose() * shift.linear() * R_B0B;
  }
}

bool in_window(const std::vector<PdWindow>& windows, double time_s) {
  return std::any_of(windows.begin(), windows.end(), [&](const PdWindow& w) {
    return time_s >= w.from_s - kTimeTolerance_s && time_s < w.to_s - kTimeTolerance_s;
  });
}

/// Time at which the clock of a path with these windows shows `path_s`.
double stretched_s(const std::vector<PdWindow>& windows, double path_s) {
  double time_s = path_s;
  for (const PdWindow& window : windows)
    if (window.from_s - kSlowing_s < time_s) time_s += window.to_s - window.from_s + kSlowing_s;
  return time_s;
}

/// Time that a body needs from rest to a pose.
double follow_s(const Isometry3d& X_from, const Isometry3d& X_to,
                const controller::FollowLimits& limits, double period_s) {
  controller::PoseFollower follower;
  Isometry3d X = X_from;
  std::int64_t n_periods = 0;
  do {
    X = follower.follow(limits, period_s, X_to, {}, X);
    ++n_periods;
  } while (follower.is_moving());
  return static_cast<double>(n_periods) * period_s;
}

std::int64_t nanoseconds(double time_s) {
  constexpr double kEver_s = 1e9;
  return std::llround(1e9 * std::min(time_s, kEver_s));
}

/// Part of the control period from `start_ns` on in which an event is active, if any.
std::optional<sim::Span> span_of(const auto& event, std::int64_t start_ns, std::int64_t period_ns) {
  const std::int64_t from_ns = nanoseconds(event.at_s) - start_ns;
  const std::int64_t to_ns = nanoseconds(event.at_s + event.duration_s) - start_ns;
  if (from_ns >= period_ns || to_ns <= 0) return std::nullopt;
  sim::Span span{.from_ns = std::max(std::int64_t{0}, from_ns)};
  if (to_ns <= period_ns) span.to_ns = to_ns;
  return span;
}

Goal in_world(Goal goal, const Isometry3d& X_WB0) {
  goal.X_WB = X_WB0 * goal.X_WB;
  goal.v_WB = X_WB0.linear() * goal.v_WB;
  goal.w_WB = X_WB0.linear() * goal.w_WB;
  return goal;
}

}  // namespace

Script::Script(std::vector<TimedGoal> goals, std::vector<Push> pushes,
               std::vector<Switching> switchings, std::vector<Look> looks,
               std::vector<Breakage> breakages)
    : goals_(std::move(goals)),
      pushes_(std::move(pushes)),
      switchings_(std::move(switchings)),
      looks_(std::move(looks)),
      breakages_(std::move(breakages)) {
  Isometry3d X_B0B = Isometry3d::Identity(), X_B0H = Isometry3d::Identity();
  for (TimedGoal& goal : goals_) {
    X_B0B_.push_back(X_B0B);
    if (auto* pose = std::get_if<Pose>(&goal.motion)) pose->X_B0B = from(X_B0H, pose->X_B0B);
    if (auto* via = std::get_if<Via>(&goal.motion)) {
      for (Isometry3d& point : via->X_B0B) point = from(X_B0H, point);
      *via = planned(*via, X_B0B);
    }
    X_B0B = end_of(goal, X_B0B);
    if (std::holds_alternative<Climb>(goal.motion)) X_B0B = Isometry3d::Identity();
    if (leads_on(goal) || std::holds_alternative<Climb>(goal.motion)) X_B0H = X_B0B;
  }
}

void Script::begin(int entry, double at_s) noexcept {
  const auto set = [&](auto& list) {
    for (auto& each : list)
      if (each.entry == entry) each.at_s = at_s;
  };
  set(goals_);
  set(pushes_);
  set(switchings_);
  set(looks_);
  set(breakages_);
}

double Script::last_begin_s() const {
  double last_s = 0;
  const auto look = [&](const auto& list) {
    for (const auto& each : list) last_s = std::max(last_s, each.at_s);
  };
  look(goals_);
  look(pushes_);
  look(switchings_);
  look(looks_);
  look(breakages_);
  return last_s;
}

bool Script::has_waiting_stimuli() const {
  const auto waits = [](const auto& each) { return each.at_s == kNotYet_s; };
  return std::any_of(pushes_.begin(), pushes_.end(), waits) ||
         std::any_of(breakages_.begin(), breakages_.end(), waits);
}

Isometry3d Script::X_B0B_end(std::size_t k) const { return end_of(goals_[k], X_B0B_[k]); }

std::size_t Script::n_begun(double time_s) const {
  std::size_t n = 0;
  while (n < goals_.size() && goals_[n].at_s <= time_s + kTimeTolerance_s) ++n;
  return n;
}

std::optional<double> Script::duration_s(std::size_t k, const controller::FollowLimits& limits,
                                         double period_s) const {
  const TimedGoal& goal = goals_[k];
  if (const auto* pose = std::get_if<Pose>(&goal.motion))
    return goal.pd ? std::optional(follow_s(X_B0B_[k], pose->X_B0B, limits, period_s))
                   : std::nullopt;
  return path_duration_s(k);
}

std::optional<double> Script::path_duration_s(std::size_t k) const {
  const TimedGoal& goal = goals_[k];
  if (const auto* circle = std::get_if<Circle>(&goal.motion))
    return stretched_s(goal.pd_off, scenarios::duration_s(*circle));
  if (const auto* square = std::get_if<Square>(&goal.motion))
    return stretched_s(goal.pd_off, scenarios::duration_s(*square));
  if (const auto* via = std::get_if<Via>(&goal.motion))
    return stretched_s(goal.pd_off, scenarios::duration_s(*via));
  return std::nullopt;
}

Goal Script::goal_at(double time_s, const Isometry3d& X_WB0) const {
  Goal goal;
  if (const std::size_t n = n_begun(time_s); n > 0) {
    const TimedGoal& now = goals_[n - 1];
    const Isometry3d& X_B0B = X_B0B_[n - 1];
    const PathClock clock = path_clock(now.pd_off, time_s - now.at_s);
    std::visit([&](const auto& motion) { set_goal(motion, clock.time_s, X_B0B, goal); },
               now.motion);
    goal.v_WB *= clock.rate;
    goal.w_WB *= clock.rate;
    goal.pd = now.pd && !in_window(now.pd_off, time_s - now.at_s);
  }
  switch_relays(time_s, goal);
  look(time_s, goal);
  return in_world(goal, X_WB0);
}

sim::Stimulus Script::stimulus_from(std::int64_t start_ns, std::int64_t period_ns,
                                    const Isometry3d& X_WB0) const {
  sim::Stimulus stimulus;
  for (const Push& push : pushes_)
    if (const auto when = span_of(push, start_ns, period_ns)) {
      sim::TimedForce force{.part = push.link, .when = *when};
      sim::as_vector(force.f_W) = X_WB0.linear() * push.f_B0;
      stimulus.push.add(force);
    }
  for (const Breakage& breakage : breakages_)
    if (const auto when = span_of(breakage, start_ns, period_ns))
      stimulus.fault.add({breakage.fault, *when});
  return stimulus;
}

void Script::switch_relays(double time_s, Goal& goal) const {
  for (const Switching& next : switchings_)
    if (next.at_s <= time_s + kTimeTolerance_s)
      std::copy(next.relay.begin(), next.relay.end(), goal.relay.begin());
}

void Script::look(double time_s, Goal& goal) const {
  for (const Look& next : looks_)
    if (next.at_s <= time_s + kTimeTolerance_s) goal.gaze = next.gaze;
}

}  // namespace ventosa::scenarios
