#include "scenarios/script/script_inputs.h"

#include <cmath>
#include <utility>

namespace ventosa::scenarios {
namespace {

bool walks(const TimedGoal& goal) {
  return std::holds_alternative<Walk>(goal.motion) ||
         std::holds_alternative<Waypoints>(goal.motion);
}

}  // namespace

double begin_s(std::int64_t tick, double period_s) {
  const std::int64_t period_ns = std::llround(1e9 * period_s);
  return static_cast<double>(tick * period_ns) / 1e9;
}

double ScriptInputs::time_s(std::int64_t tick) const noexcept {
  return static_cast<double>(tick) * period_s_;
}

Input ScriptInputs::at(std::int64_t tick) noexcept {
  if (plan_) watch_motion(tick);
  begin_next(tick);
  begin_goals(time_s(tick));
  Input input;
  input.tick = tick;
  input.goal = goal_at(tick);
  const std::int64_t period_ns = std::llround(1e9 * period_s_);
  input.stimulus = script_.stimulus_from(tick * period_ns, period_ns, X_WB_start_);
  const auto n = static_cast<std::size_t>(state_.n_events);
  input.ends_run = n > 0 && script_.events()[n - 1].ends_run();
  return input;
}

void ScriptInputs::restore(const ScriptState& state) noexcept {
  state_ = state;
  for (std::size_t k = 0; k < script_.events().size(); ++k) {
    const std::int64_t tick = state_.event[k].begun_tick;
    script_.begin(script_.events()[k].entry, tick < 0 ? kNotYet_s : begin_s(tick, period_s_));
  }
}

/// Notes how the motion of the tick before has ended by its report, and the points it has passed.
void ScriptInputs::watch_motion(std::int64_t tick) noexcept {
  if (state_.n_begun == 0 || script_.events().empty()) return;
  const auto goal = static_cast<std::size_t>(state_.n_begun - 1);
  for (int point = 0; point < state_.along.n_reached; ++point)
    note({goal, Ending::kArrived, point}, tick);
  Isometry3d X_WB_end = X_WB0() * script_.X_B0B_end(goal);
  X_WB_end.pretranslate(Vector3d(sim::as_vector(std::as_const(state_.shift_W))));
  const PresentMotion motion{.script = script_,
                             .X_WB0 = X_WB0(),
                             .goal = goal,
                             .X_WB_end = X_WB_end,
                             .time_s = time_s(tick - 1),
                             .period_s = period_s_,
                             .n_reached = state_.along.n_reached,
                             .climb = state_.climb.phase};
  if (const auto is = ending_of(motion, *plan_, state_.motion)) note({goal, *is, -1}, tick);
}

void ScriptInputs::note(const After& ended, std::int64_t tick) noexcept {
  for (std::size_t k = 0; k < script_.events().size(); ++k) {
    const auto* after = std::get_if<After>(&script_.events()[k].what);
    EventState& state = state_.event[k];
    if (after == nullptr || *after != ended || state.came_tick >= 0) continue;
    state.came_tick = tick;
    if (ended.is == Ending::kRefused) state.reason = plan_->reason;
  }
}

/// Begins the first entry that waits, if its event has come.
void ScriptInputs::begin_next(std::int64_t tick) noexcept {
  const auto next = static_cast<std::size_t>(state_.n_events);
  if (next >= script_.events().size()) return;
  const Event& event = script_.events()[next];
  if (time_s(tick) < event.not_before_s - kTimeTolerance_s || !has_come(event, tick)) return;
  const double came_s = time_s(state_.event[next].came_tick);
  if (time_s(tick) < came_s + event.delay_s - kTimeTolerance_s) return;
  state_.event[next].begun_tick = tick;
  script_.begin(event.entry, begin_s(tick, period_s_));
  ++state_.n_events;
  state_.in_phase = true;
}

bool ScriptInputs::has_come(const Event& event, std::int64_t tick) noexcept {
  EventState& state = state_.event[static_cast<std::size_t>(state_.n_events)];
  const auto* when = std::get_if<When>(&event.what);
  if (when != nullptr && state.came_tick < 0 && plan_) {
    const bool is_in = plan_->phase[static_cast<std::size_t>(when->leg)] == when->phase;
    if (is_in && !state_.in_phase) state.came_tick = tick;
    state_.in_phase = is_in;
  }
  return state.came_tick >= 0;
}

controller::Goal ScriptInputs::goal_at(std::int64_t tick) noexcept {
  controller::Goal goal = script_.goal_at(time_s(tick), X_WB0());
  if (state_.shift_W != sim::Bytes3{})
    goal.X_WB.pretranslate(Vector3d(sim::as_vector(state_.shift_W)));
  if (state_.n_begun == 0 || !plan_) return goal;
  const Isometry3d& X_WB_led = plan_->X_WB_reference;
  const auto now = static_cast<std::size_t>(state_.n_begun - 1);
  if (const auto* walk = std::get_if<Waypoints>(&script_.goals()[now].motion)) {
    const controller::Goal along =
        goal_along(*walk, script_.X_B0B_planned(now), X_WB0().inverse() * X_WB_led, state_.along);
    goal.activity = along.activity;
    goal.gait = along.gait;
    goal.X_WB = X_WB_led;
    goal.v_WB = X_WB0().linear() * along.v_WB;
    goal.w_WB = X_WB0().linear() * along.w_WB;
  }
  if (const auto* to = std::get_if<Climb>(&script_.goals()[now].motion); to && planner_) {
    const controller::Goal next =
        ClimbLead(*planner_, *to, period_s_).lead(tick, *plan_, state_.climb);
    goal.activity = next.activity;
    goal.X_WB = next.X_WB;
    goal.v_WB = next.v_WB;
    goal.gait = next.gait;
    goal.route = next.route;
  }
  return goal;
}

/// Walks follow the planned path. Motions over attached feet begin where the body is: they are
/// shifted by the difference to the planned end of the walk before them.
void ScriptInputs::begin_goals(double time_s) noexcept {
  const auto n_begun = static_cast<std::int64_t>(script_.n_begun(time_s));
  if (n_begun == state_.n_begun) return;
  const auto before = static_cast<std::size_t>(state_.n_begun - 1);
  if (state_.n_begun > 0 && plan_ &&
      std::holds_alternative<Climb>(script_.goals()[before].motion)) {
    state_.X_WB0 = plan_->X_WB_reference;
    state_.shift_W = {};
    if (state_.climb.phase != ClimbPhase::kArrived)
      state_.left.push_back({state_.n_begun - 1, time_s, std::move(state_.climb)});
  }
  state_.n_begun = n_begun;
  state_.climb = {};
  state_.along = {};
  state_.motion = {};
  const auto now = static_cast<std::size_t>(n_begun - 1);
  if (std::holds_alternative<Hold>(script_.goals()[now].motion)) return;
  if (walks(script_.goals()[now]))
    state_.shift_W = {};
  else if (const TimedGoal* const walk = walk_before(now); walk != nullptr && plan_)
    sim::as_vector(state_.shift_W) = beyond_W(*walk, script_.X_B0B_planned(now));
}

/// Vector from the planned end of a walk to where the plan has led the body: along a straight walk;
/// after waypoints, whichever way.
Vector3d ScriptInputs::beyond_W(const TimedGoal& goal, const Isometry3d& X_B0B_end) const noexcept {
  constexpr double kArrived_m = 1e-4;
  const Vector3d p_WB_end = (X_WB0() * X_B0B_end).translation();
  const Vector3d beyond_W = plan_->X_WB_reference.translation() - p_WB_end;
  const Walk* const walk = std::get_if<Walk>(&goal.motion);
  if (walk == nullptr) return beyond_W;
  const Vector3d way_W = X_WB0().linear() * walk->v_B0.normalized();
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
