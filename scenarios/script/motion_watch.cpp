#include "scenarios/script/motion_watch.h"

#include <cmath>
#include <utility>

namespace ventosa::scenarios {

using controller::Diagnostics;
using controller::FootPhase;
using controller::Reason;
using controller::RequestStatus;

namespace {

constexpr double kThere_m = 1e-4, kThere_rad = 1e-4;  // the plan ends its motions more exactly
constexpr double kAtRest_m_s = 1e-4;
/// True if every foot is attached, without a shift of load, or detached and without a move.
bool feet_rest(const Diagnostics& plan) {
  for (std::size_t i = 0; i < plan.phase.size(); ++i) {
    const bool is_free = plan.phase[i] == FootPhase::kFree && plan.report[i].progress >= 1;
    if (plan.phase[i] != FootPhase::kStance && !is_free) return false;
  }
  return true;
}

bool is_near(const Isometry3d& X, const Isometry3d& X_end) {
  const double turn_rad = Eigen::AngleAxisd(X.linear().transpose() * X_end.linear()).angle();
  return (X.translation() - X_end.translation()).norm() <= kThere_m && turn_rad <= kThere_rad;
}

/// True if the plan has led the body to the motion's end, along a walk's way.
bool is_at_end(const PresentMotion& motion, const Isometry3d& X_WB) {
  const TimedGoal& goal = motion.script.goals()[motion.goal];
  if (const auto* points = std::get_if<Waypoints>(&goal.motion))
    return motion.n_reached == static_cast<std::int32_t>(points->p_B0.size());
  if (const auto* walk = std::get_if<Walk>(&goal.motion)) {
    if (walk->distance_m <= 0) return false;
    const Vector3d left_W = motion.X_WB_end.translation() - X_WB.translation();
    const Vector3d way_W = motion.X_WB0.linear() * walk->v_B0.normalized();
    return std::abs(left_W.dot(way_W)) <= kThere_m;
  }
  const double since_s = motion.time_s - goal.at_s;
  if (const auto lasts_s = motion.script.path_duration_s(motion.goal))
    if (since_s < *lasts_s - kTimeTolerance_s) return false;
  return is_near(X_WB, motion.X_WB_end);
}

std::optional<Ending> ending_of_climb(ClimbPhase phase) {
  if (phase == ClimbPhase::kArrived) return Ending::kArrived;
  if (phase == ClimbPhase::kFailed) return Ending::kRefused;
  return std::nullopt;
}

std::optional<Ending> ending_of_task(RequestStatus status) {
  if (status == RequestStatus::kDone) return Ending::kDone;
  if (status == RequestStatus::kRefused) return Ending::kRefused;
  return std::nullopt;
}

}  // namespace

std::optional<Ending> ending_of(const PresentMotion& motion, const Diagnostics& plan,
                                MotionWatch& watch) noexcept {
  if (std::holds_alternative<LegTask>(motion.script.goals()[motion.goal].motion))
    return ending_of_task(plan.request);
  if (std::holds_alternative<Climb>(motion.script.goals()[motion.goal].motion))
    return ending_of_climb(motion.climb);
  const Vector3d p_WB = plan.X_WB_reference.translation();
  const double way_m = (p_WB - sim::as_vector(std::as_const(watch.p_WB))).norm();
  const bool rests = way_m <= kAtRest_m_s * motion.period_s && feet_rest(plan);
  sim::as_vector(watch.p_WB) = p_WB;

  watch.has_reached = watch.has_reached || is_at_end(motion, plan.X_WB_reference);
  watch.has_arrived = watch.has_arrived || (watch.has_reached && rests);
  if (watch.has_arrived) return Ending::kArrived;
  const bool is_refused = plan.restricted && plan.reason != Reason::kOperator;
  watch.ticks_refused = rests && is_refused ? watch.ticks_refused + 1 : 0;
  if (static_cast<double>(watch.ticks_refused) * motion.period_s >= kRefused_s)
    return Ending::kRefused;
  return std::nullopt;
}

}  // namespace ventosa::scenarios
