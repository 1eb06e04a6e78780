#include "scenarios/script/climb.h"

#include <algorithm>
#include <cmath>

#include "planner/route.h"

namespace ventosa::scenarios {

using controller::Activity;
using controller::Diagnostics;
using controller::Goal;
using controller::Reason;
using controller::RoutePhase;

namespace {

/// Time of a plan's work, with which it is due, so that a run does not depend on the machine.
constexpr double kHold_s = 5e-6, kLoad_s = 2e-4, kStance_s = 1e-3;
/// Time for which the robot must be refused at rest before it asks for another plan.
constexpr double kGivesUp_s = 1;

double work_s(const planner::Work& work) {
  return kHold_s * static_cast<double>(work.holds) + kLoad_s * static_cast<double>(work.loads) +
         kStance_s * static_cast<double>(work.stances);
}

void enter(ClimbPhase phase, std::int64_t tick, ClimbState& state) {
  state.phase = phase;
  state.since_tick = tick;
  state.rests_tick = -1;
}

bool stands_near(const Isometry3d& X, const Isometry3d& X_end) {
  constexpr double kNear_m = 1e-3, kNear_rad = 2e-3;
  return (X.translation() - X_end.translation()).norm() <= kNear_m &&
         Eigen::AngleAxisd(X.linear().transpose() * X_end.linear()).angle() <= kNear_rad;
}

bool all_attached(const Diagnostics& report, int n_legs) {
  for (int i = 0; i < n_legs; ++i)
    if (!report.report[static_cast<std::size_t>(i)].attached) return false;
  return true;
}

/// The place of a step that failed is no place of the next plan.
void avoid_failed_place(const Diagnostics& report, ClimbState& state) {
  if (!state.route || report.route.fingerprint != state.route->fingerprint) return;
  const bool is_past = report.route.phase == RoutePhase::kLine;
  const std::int32_t step = report.route.step - (is_past ? 1 : 0);
  if (step < 0 || step >= state.route->n_steps) return;
  const controller::RouteStep& failed = state.route->step[static_cast<std::size_t>(step)];
  if (failed.leg >= 0) state.avoid.push_back(failed.to.p_WW);
}

}  // namespace

Goal ClimbLead::walk_to(const Isometry3d& X_WB) const {
  const double speed_m_s = planner_.world().config.body.max_speed_m_s;
  return {
      .activity = Activity::kWalkTo, .X_WB = X_WB, .v_WB = {speed_m_s, 0, 0}, .gait = climb_.gait};
}

Goal ClimbLead::goal(const ClimbState& state) const {
  switch (state.phase) {
    case ClimbPhase::kApproaches:
      return walk_to(state.plan->start.X_WB);
    case ClimbPhase::kWalksOn:
      return walk_to(*climb_.X_WB_end);
    case ClimbPhase::kFollows:
    case ClimbPhase::kFailed:
      return {.activity = Activity::kClimb, .route = state.route};
    default:
      return {};
  }
}

/// The surface that the robot leaves; no value: it stands on the other one already.
std::optional<int> ClimbLead::surface_left(const planner::Standing& standing) const {
  for (std::size_t i = 0; i < planner_.world().robot.leg.size(); ++i)
    if (standing.body.contact[i].patch != climb_.surface) return standing.body.contact[i].patch;
  return std::nullopt;
}

/// Asks when body and feet are at rest. A foot that then is in the air stays there.
void ClimbLead::ask(std::int64_t tick, const Diagnostics& report, ClimbState& state) const {
  if (!report.stands) return;
  if (!all_attached(report, planner_.world().robot.n_legs())) {
    state.why = Reason::kLegFree;
    return enter(ClimbPhase::kFailed, tick, state);
  }
  planner::Standing standing = standing_of(planner_.world(), report);
  const std::optional<int> from = surface_left(standing);
  if (!from) return end_route(tick, state);
  standing.walks = !state.has_walked;
  for (int i = 0; i < planner_.world().robot.n_legs(); ++i)
    standing.walks &= standing.body.contact[static_cast<std::size_t>(i)].patch == *from;
  planner::Question question{.from = *from, .to = climb_.surface, .avoid = state.avoid};
  question.seed += static_cast<std::uint64_t>(state.n_failed);
  state.asked = {.standing = standing, .question = std::move(question), .tick = tick};
  enter(ClimbPhase::kWaits, tick, state);
}

/// Another plan, unless too many have failed.
void ClimbLead::fail(std::int64_t tick, Reason why, ClimbState& state) const {
  state.why = why;
  state.route = nullptr;
  state.has_walked = false;
  ++state.n_failed;
  enter(state.n_failed > kMostFailures ? ClimbPhase::kFailed : ClimbPhase::kAsks, tick, state);
}

void ClimbLead::take_plan(std::int64_t tick, ClimbState& state) const {
  const std::shared_ptr<const planner::Plan> plan = planner_.plan(state.asked);
  if (!plan) return;
  const auto due_ticks = static_cast<std::int64_t>(std::ceil(work_s(plan->work) / period_s_));
  if (tick < state.asked.tick + due_ticks) return;
  state.plan = plan;
  const bool found = plan->outcome == planner::Outcome::kFound;
  const bool is_spent = plan->outcome == planner::Outcome::kSpent;
  state.n_spent = is_spent ? state.n_spent + 1 : 0;
  if (found && !plan->is_from_present) return enter(ClimbPhase::kApproaches, tick, state);
  state.route = route_of(planner_.world().robot, *plan);
  if (state.route) return enter(ClimbPhase::kFollows, tick, state);
  if (is_spent ? state.n_spent < kMostSpent : state.has_walked)
    return fail(tick, Reason::kNoPlan, state);
  state.why = Reason::kNoPlan;
  enter(ClimbPhase::kFailed, tick, state);
}

/// The robot stands behind the edge.
void ClimbLead::end_route(std::int64_t tick, ClimbState& state) const {
  enter(climb_.X_WB_end ? ClimbPhase::kWalksOn : ClimbPhase::kArrived, tick, state);
}

bool ClimbLead::has_arrived(const Diagnostics& report, const ClimbState& state) const {
  if (state.phase == ClimbPhase::kFollows) return report.route.phase == RoutePhase::kArrived;
  const bool approaches = state.phase == ClimbPhase::kApproaches;
  const Isometry3d& X_WB = approaches ? state.plan->start.X_WB : *climb_.X_WB_end;
  return stands_near(report.X_WB_reference, X_WB);
}

void ClimbLead::give_up(std::int64_t tick, const Diagnostics& report, ClimbState& state) const {
  state.has_walked = state.phase == ClimbPhase::kApproaches;
  if (state.phase == ClimbPhase::kApproaches) return enter(ClimbPhase::kAsks, tick, state);
  if (state.phase == ClimbPhase::kFollows) {
    avoid_failed_place(report, state);
    return fail(tick, report.reason, state);
  }
  state.why = report.reason;
  enter(ClimbPhase::kFailed, tick, state);
}

/// Ends the motion of this phase when it has arrived, or is refused for some time.
void ClimbLead::watch(std::int64_t tick, const Diagnostics& report, ClimbState& state) const {
  const bool rests = report.stands && all_attached(report, planner_.world().robot.n_legs());
  if (rests && has_arrived(report, state)) {
    state.has_walked = state.phase == ClimbPhase::kApproaches;
    if (state.has_walked) return enter(ClimbPhase::kAsks, tick, state);
    return state.phase == ClimbPhase::kFollows ? end_route(tick, state)
                                               : enter(ClimbPhase::kArrived, tick, state);
  }
  const bool is_refused = rests && report.restricted && report.reason != Reason::kOperator;
  if (!is_refused) state.rests_tick = -1;
  if (is_refused && state.rests_tick < 0) state.rests_tick = tick;
  if (is_refused && static_cast<double>(tick - state.rests_tick) * period_s_ > kGivesUp_s)
    give_up(tick, report, state);
}

Goal ClimbLead::lead(std::int64_t tick, const Diagnostics& report,
                     ClimbState& state) const noexcept {
  const bool moves = state.phase == ClimbPhase::kApproaches ||
                     state.phase == ClimbPhase::kFollows || state.phase == ClimbPhase::kWalksOn;
  if (moves && tick > state.since_tick) watch(tick, report, state);
  if (state.phase == ClimbPhase::kAsks) ask(tick, report, state);
  if (state.phase == ClimbPhase::kWaits) take_plan(tick, state);
  return goal(state);
}

}  // namespace ventosa::scenarios
