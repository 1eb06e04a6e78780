#include <algorithm>
#include <utility>

#include "controller/controller.h"
#include "controller/execution/legs.h"
#include "controller/organizer/body_reference.h"
#include "controller/organizer/gait.h"

/// The organizer's decisions: where the body goes, which foot steps, and what is refused.
namespace ventosa::controller {

void Controller::organize(const Observation& seen, const Goal& goal) noexcept {
  const Isometry3d X_WB_last = state_.X_WB_reference;
  if (state_.stepping >= 0) move_on(seen, state_.foot[static_cast<std::size_t>(state_.stepping)]);
  read_stance(seen);
  if (state_.stepping >= 0) check_unload(state_.stepping);

  if (state_.stepping < 0) lead(config_, goal, state_);
  if (goal.activity == Activity::kJoints && !is_free(goal.leg) &&
      state_.diagnostics.reason == Reason::kNone)
    state_.diagnostics.reason = Reason::kLegHeld;
  const Twist twist = wanted_twist(config_, goal, state_.X_WB_reference);
  if (path_speed(twist) <= 0)
    forget_walk();
  else if (state_.stepping < 0 && goal.pd && stands(state_))
    silent_leg(seen) < 0 ? try_lift(patches(seen), twist)
                         : refuse(silent_leg(seen), Reason::kModuleSilent);
  const bool paused = !goal.pd || state_.stepping < 0 ||
                      pauses_body(state_.foot[static_cast<std::size_t>(state_.stepping)].phase);
  advance(config_, twist, paused, state_);
  const bool settled = has_settled();
  trim(config_, goal.pd || !settled, state_);
  fade_gains();
  const bool resting =
      goal.pd && state_.stepping < 0 && state_.X_WB_reference.isApprox(X_WB_last, 1e-12);
  state_.ticks_at_rest = resting ? state_.ticks_at_rest + 1 : 0;
  note_footholds(patches(seen));
}

void Controller::note_footholds(const PatchList& patches) noexcept {
  for (std::size_t i = 0; i < robot_.leg.size(); ++i) {
    const Foot& foot = state_.foot[i];
    const bool held = is_held(foot.phase);
    const Isometry3d& X_WS =
        patches.patch[static_cast<std::size_t>(held ? foot.patch : foot.patch_goal)].X_WS;
    const Vector3d& p_WW = held ? foot.p_WW : foot.p_WW_goal;
    const Vector3d normal_W = X_WS.linear().col(2);
    const double over_m = normal_W.dot(p_WW - X_WS.translation());
    state_.diagnostics.foothold[i] = {.p_W = p_WW - over_m * normal_W, .normal_W = normal_W};
  }
}

/// A leg whose module has not been heard of for long, or -1: nobody knows whether its cup holds.
int Controller::silent_leg(const Observation& seen) const noexcept {
  for (int i = 0; i < robot_.n_legs(); ++i) {
    const auto sampled_ns = static_cast<double>(seen.leg[static_cast<std::size_t>(i)].sampled_ns);
    if (static_cast<double>(seen.now_ns) - sampled_ns > 1e9 * config_.gait.silence_s) return i;
  }
  return -1;
}

bool Controller::is_free(int leg) const noexcept {
  return leg >= 0 && leg < robot_.n_legs() && leg != state_.stepping &&
         !state_.foot[static_cast<std::size_t>(leg)].anchored;
}

/// Without position control the body coasts: it goes when the body has come to rest.
bool Controller::has_settled() noexcept {
  constexpr std::int32_t kMost = 1'000'000;
  state_.ticks_standing = stands(state_) ? std::min(kMost, state_.ticks_standing + 1) : 0;
  return state_.ticks_standing * config_.period_s >= config_.gains.settle_s;
}

void Controller::fade_gains() noexcept {
  const double step = config_.period_s / config_.gains.fade_s;
  state_.pd_share = std::clamp(state_.pd_share + (state_.pd ? step : -step), 0.0, 1.0);
}

void Controller::move_on(const Observation& seen, Foot& foot) noexcept {
  const auto i = static_cast<std::size_t>(state_.stepping);
  const Reason reason = advance_foot(robot_.cup, config_, reading(seen, i), foot);
  if (reason != Reason::kNone) state_.diagnostics.reason = reason;
  if (foot.phase != FootPhase::kStance) return;
  state_.stepping = -1;
  state_.turn = (state_.turn + 1) % robot_.n_legs();
  ++state_.diagnostics.steps_done;
}

void Controller::forget_walk() noexcept {
  state_.steps_of_walk = 0;
  state_.refusal_ticks = 0;
  state_.diagnostics.refused_leg = -1;
  state_.diagnostics.lift = {};
}

void Controller::try_lift(const PatchList& patches, const Twist& twist) noexcept {
  if (state_.refusal_ticks > 0) {
    --state_.refusal_ticks;
    state_.diagnostics.reason = state_.refusal;
    return;
  }
  state_.diagnostics.refused_leg = -1;
  state_.diagnostics.lift = {};
  const int n = robot_.n_legs();
  const int leg = robot_.gait_order[static_cast<std::size_t>(state_.turn)];
  Foot& foot = state_.foot[static_cast<std::size_t>(leg)];
  // half strides in the first cycle: the last foot to step then lags no more than in any later one
  const double stride_m = (state_.steps_of_walk < n ? 0.5 : 1) * config_.gait.stride_m;
  const double budget_m = stride_m / n;

  const Foothold foothold =
      next_foothold(robot_, leg, patches, state_.X_WB_reference, twist, config_.gait, budget_m);
  if (foothold.patch < 0) return refuse(leg, Reason::kNoFoothold);
  const Foot step = begun_step(foot, foothold, patches);
  if (!is_within_reach(leg, step, twist, budget_m)) return refuse(leg, Reason::kUnreachable);
  if (!lift_is_feasible(leg)) return refuse(leg, Reason::kLiftRefused);
  foot = step;
  state_.stepping = leg;
  state_.budget_m = budget_m;
  ++state_.steps_of_walk;
}

void Controller::refuse(int leg, Reason reason) noexcept {
  state_.refusal = state_.diagnostics.reason = reason;
  state_.refusal_ticks = static_cast<std::int32_t>(config_.gait.refusal_s / config_.period_s);
  state_.diagnostics.refused_leg = leg;
}

bool Controller::is_within_reach(int stepping, const Foot& step, const Twist& twist,
                                 double budget_m) const noexcept {
  const Isometry3d X_WB_end = moved(state_.X_WB_reference, twist, budget_m / path_speed(twist));
  for (std::size_t i = 0; i < robot_.leg.size(); ++i) {
    const Leg& leg = robot_.leg[i];
    const bool ok = static_cast<int>(i) == stepping
                        ? reaches_swing(leg, state_.X_WB_reference, X_WB_end, config_, step)
                        : reaches_anchor(leg, X_WB_end, state_.foot[i]);
    if (!ok) return false;
  }
  return true;
}

bool Controller::lift_is_feasible(int leg) noexcept {
  StanceLeg& lifted = stance_.leg[static_cast<std::size_t>(leg)];
  const bool held = std::exchange(lifted.held, false);
  pose_lift(robot_, stance_, leg, problem_, lift_);
  lifted.held = held;
  const Sharing sharing = share_load(lift_.sharing, state_.warm_lift);
  if (sharing.status == SharingStatus::kOptimal) return true;
  state_.diagnostics.lift = bottleneck(lift_, sharing);
  return false;
}

/// The check before a lift is as old as the unloading: a cup may have failed since.
void Controller::check_unload(int leg) noexcept {
  Foot& foot = state_.foot[static_cast<std::size_t>(leg)];
  if (foot.phase != FootPhase::kUnload || lift_is_feasible(leg)) return;
  enter(foot, FootPhase::kStance);
  stance_.leg[static_cast<std::size_t>(leg)].availability = 1;
  pose_problem(robot_, config_.sharing, stance_, state_.F_B, problem_);
  state_.stepping = -1;
  state_.budget_m = 0;
  refuse(leg, Reason::kLiftRefused);
}

}  // namespace ventosa::controller
