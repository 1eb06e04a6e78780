#include "scenarios/script/script_inputs.h"

#include <cmath>

namespace ventosa::scenarios {
namespace {

bool walks(const TimedGoal& goal) {
  return std::holds_alternative<Walk>(goal.motion) ||
         std::holds_alternative<Waypoints>(goal.motion);
}

}  // namespace

Input ScriptInputs::at(std::int64_t tick) noexcept {
  const double time_s = static_cast<double>(tick) * period_s_;
  Input input;
  input.tick = tick;
  begin_goals(time_s);
  input.goal = goal_at(time_s);
  const std::int64_t period_ns = std::llround(1e9 * period_s_);
  input.stimulus = script_.stimulus_from(tick * period_ns, period_ns, X_WB0_);
  return input;
}

controller::Goal ScriptInputs::goal_at(double time_s) noexcept {
  controller::Goal goal = script_.goal_at(time_s, X_WB0_);
  if (place_.shift_W != sim::Bytes3{})
    goal.X_WB.pretranslate(Vector3d(sim::as_vector(place_.shift_W)));
  if (place_.n_begun == 0 || !X_WB_led_) return goal;
  const auto now = static_cast<std::size_t>(place_.n_begun - 1);
  if (const auto* walk = std::get_if<Waypoints>(&script_.goals()[now].motion)) {
    const controller::Goal along =
        goal_along(*walk, script_.X_B0B_planned(now), X_WB0_.inverse() * *X_WB_led_, place_.along);
    goal.activity = along.activity;
    goal.gait = along.gait;
    goal.X_WB = *X_WB_led_;
    goal.v_WB = X_WB0_.linear() * along.v_WB;
    goal.w_WB = X_WB0_.linear() * along.w_WB;
  }
  return goal;
}

/// Walks follow the planned path. Motions over attached feet begin where the body is: they are
/// shifted by the difference to the planned end of the walk before them.
void ScriptInputs::begin_goals(double time_s) noexcept {
  const auto n_begun = static_cast<std::int64_t>(script_.n_begun(time_s));
  if (n_begun == place_.n_begun) return;
  place_.n_begun = n_begun;
  place_.along = {};
  const auto now = static_cast<std::size_t>(n_begun - 1);
  if (std::holds_alternative<Hold>(script_.goals()[now].motion)) return;
  if (walks(script_.goals()[now]))
    place_.shift_W = {};
  else if (const TimedGoal* const walk = walk_before(now); walk != nullptr && X_WB_led_)
    sim::as_vector(place_.shift_W) = beyond_W(*walk, script_.X_B0B_planned(now));
}

/// Vector from the planned end of a walk to where the plan has led the body: along a straight walk;
/// after waypoints, whichever way.
Vector3d ScriptInputs::beyond_W(const TimedGoal& goal, const Isometry3d& X_B0B_end) const noexcept {
  constexpr double kArrived_m = 1e-4;
  const Vector3d p_WB_end = (X_WB0_ * X_B0B_end).translation();
  const Vector3d beyond_W = X_WB_led_->translation() - p_WB_end;
  const Walk* const walk = std::get_if<Walk>(&goal.motion);
  if (walk == nullptr) return beyond_W;
  const Vector3d way_W = X_WB0_.linear() * walk->v_B0.normalized();
  const double beyond_m = way_W.dot(beyond_W);
  return std::abs(beyond_m) > kArrived_m ? Vector3d(beyond_m * way_W) : Vector3d(Vector3d::Zero());
}

/// The walk with an end before this goal, with only holds in between; otherwise null.
const TimedGoal* ScriptInputs::walk_before(std::size_t goal) const noexcept {
  const std::vector<TimedGoal>& goals = script_.goals();
  while (goal > 0 && std::holds_alternative<Hold>(goals[goal - 1].motion)) --goal;
  if (goal == 0) return nullptr;
  const TimedGoal& before = goals[goal - 1];
  if (std::holds_alternative<Waypoints>(before.motion)) return &before;
  const Walk* const walk = std::get_if<Walk>(&before.motion);
  return walk != nullptr && walk->distance_m > 0 ? &before : nullptr;
}

}  // namespace ventosa::scenarios
