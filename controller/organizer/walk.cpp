#include "controller/organizer/walk.h"

#include <algorithm>

#include "controller/organizer/constraints.h"
#include "controller/organizer/failed_steps.h"
#include "controller/organizer/faults.h"
#include "controller/organizer/free_gait.h"
#include "controller/organizer/gait_change.h"
#include "controller/organizer/heave.h"
#include "controller/organizer/judgement.h"
#include "controller/organizer/reverse_gait.h"
#include "controller/organizer/row_plan.h"
#include "controller/organizer/stride.h"

namespace ventosa::controller {
namespace {

void forget_walk(const Scene& scene, OrganizerState& state) {
  const GaitProgress& last = state.gait;
  state.gait = {.gait = last.gait,
                .row = last.row,
                .shorter = last.shorter,
                .cut = last.cut,
                .rows_passed_over = last.rows_passed_over,
                .ticks_of_row = last.ticks_of_row,
                .heading = last.heading};
  state.reference.budget_m = 0;
  state.free = {};
  const Activity activity = scene.in.goal.activity;
  if (activity != Activity::kLeg && activity != Activity::kClimb) state.refusal = {};
  bring_down(state);
  recall_feet(state);
}

/// Feet in the air reach their footholds only along the heading for which they were lifted. If the
/// walk changes its heading, the body waits until they are attached.
void keep_heading(const Twist& twist, OrganizerState& state) {
  const Vector6d heading = heading_of(state.reference.X_WB, twist);
  if ((heading - state.gait.heading).norm() <= kTurned) return;
  state.gait.heading = heading;
  state.refusal = {};
  state.gait.next = {};
  state.gait.ended = {};
  state.reference.budget_m = 0;
  state.free.gathers = state.free.gathered = false;
  state.free.steps = 0;
  weigh_anew(state.free);
  recall_feet(state);
}

/// Time that the present row of a gait by the clock still lasts.
double left_of_row_s(const ControllerConfig& config, const GaitProgress& at) {
  return at.row_s - at.ticks_of_row * config.period_s;
}

/// True once the body has covered its advance; by the clock, once the row's time is over.
bool may_end_row(const Scene& scene, const OrganizerState& state) {
  if (!is_clocked(walked_gait(scene, state.gait)))
    return !state.reference.follower.is_moving() && has_arrived(scene.config, state.reference);
  return left_of_row_s(scene.config, state.gait) <= scene.config.period_s / 2;
}

/// The gait that is asked for, if its strides are planned; else nullptr.
const Gait* gait_to_plan(const Scene& scene) {
  const Gait* const asked = scene.robot.find_gait(scene.in.goal.gait);
  return asked == nullptr || asked->reverses() ? nullptr : asked;
}

/// Continues the searches for what comes after the present row. A row that is due goes before the
/// plan of strides.
void look_ahead(const Scene& scene, const Twist& twist, OrganizerState& state) {
  if (scene.in.goal.gait == kFreeGait) weigh_next_leg(scene, twist, state);
  const bool is_due = state.walk == WalkPhase::kSeeks && state.gait.rows_of_walk > 0;
  const Gait* const gait = gait_to_plan(scene);
  if (gait != nullptr && !is_due) plan_stride(scene, *gait, twist, state);
}

/// Takes up what is asked for anew: another heading, another gait.
void renew(const Scene& scene, const Twist& twist, OrganizerState& state) {
  if (const Gait* const gait = gait_to_plan(scene)) renew_stride_plan(scene, *gait, twist, state);
  take_over(scene, twist, state);
}

/// By the clock, searches the footholds of the next row in the second half of the present one.
void search_early(const Scene& scene, const Twist& twist, OrganizerState& state) {
  const Gait* const gait = walked_gait(scene, state.gait);
  if (!is_clocked(gait) || gait->reverses() || scene.robot.find_gait(state.gait.gait) != gait)
    return;
  if (left_of_row_s(scene.config, state.gait) < state.gait.row_s / 2)
    (void)find_footholds(scene, *gait, twist, state);
}

/// True if every foot is less than a stride from its nominal place.
bool is_amid_its_feet(const Scene& scene, const OrganizerState& state) {
  const Isometry3d& X_WB = state.reference.X_WB;
  for (std::size_t i = 0; i < scene.robot.leg.size(); ++i)
    if (lag_m(scene.robot.leg[i], X_WB, scene.in.body.contact[i].p_WW) >=
        scene.config.gait.stride_m)
      return false;
  return true;
}

bool only_steps(const GaitRow& row) {
  return std::all_of(row.move.begin(), row.move.end(), [](FootMove move) {
    return move == FootMove::kStep || move == FootMove::kStay;
  });
}

/// Passes a row over whose feet find no place, or may not lift while the body is not amid its feet,
/// because the next row may be possible. After a whole cycle of them the walk is refused.
bool pass_over(const Scene& scene, const Gait& gait, Reason why, OrganizerState& state) {
  GaitProgress& at = state.gait;
  const int n_rows = static_cast<int>(gait.row.size());
  const bool for_good = why == Reason::kLiftRefused && is_amid_its_feet(scene, state);
  const bool all_round = at.rows_passed_over >= n_rows;
  at.rows_passed_over = all_round ? 0 : at.rows_passed_over + 1;
  if (all_round || for_good || state.stepping.any() ||
      !only_steps(gait.row[static_cast<std::size_t>(at.row)]))
    return false;
  at.row = (at.row + 1) % n_rows;
  return true;
}

/// Counts a planned row that is refused or shortened. What was planned after it is void.
void note_surprise(const Answer& answer, OrganizerState& state) {
  const int planned = planned_cuts(state.stride, state.gait);
  const bool is_shorter = !answer.began() && state.gait.shorter > planned;
  if (planned < 0 || !(answer.refused() || is_shorter)) return;
  ++state.surprises;
  state.last_surprise = answer.refused() ? answer.why.why : state.gait.cut;
  state.stride.foresight.n = 0;
}

Answer step_by_table(const Scene& scene, const Gait& gait, const Twist& twist,
                     OrganizerState& state) {
  if (state.gait.rows_of_walk == 0 && !state.stride.is_known()) return {};
  state.gait.shorter = std::max(state.gait.shorter, planned_cuts(state.stride, state.gait));
  if (!find_footholds(scene, gait, twist, state)) return {};
  if (!may_begin(poses_of_row(scene), state.poses_left)) return {};
  const RowPlan plan = plan_row(scene, gait, twist, state);
  state.gait.next = {};
  const Answer answer = begin(scene, plan, static_cast<int>(gait.row.size()), state);
  if (!closes_gait(scene, state)) note_surprise(answer, state);
  if (answer.began()) ease_in(scene, gait, twist, state);
  const bool passes = answer.refused() && pass_over(scene, gait, answer.why.why.reason, state);
  return passes ? Answer{} : answer;
}

/// Lets a misplaced foot step, if it is lost or the others carry the robot without it.
Answer step_misplaced(const Scene& scene, int foot, OrganizerState& state) {
  const auto i = static_cast<std::size_t>(foot);
  const LegSet lifted{1ULL << i};
  Bottleneck least;
  if (!scene.in.report[i].attached || may_lift(scene, lifted, state.warm_lift, least)) {
    step_again(scene, foot, state);
    return {};
  }
  return waits_after_refusal(state) ? Answer{} : refused({Reason::kLiftRefused, foot}, least);
}

/// Changes the gait once all feet are attached.
Answer change_gait(int gait, OrganizerState& state) {
  if (state.stepping.none()) state.gait = {.gait = gait};
  bring_down(state);
  return {};
}

/// Makes the next proposal and begins it if it is permitted.
Answer propose(const Scene& scene, const Twist& twist, OrganizerState& state) {
  const Gait* const gait = walked_gait(scene, state.gait);
  if (gait == nullptr && scene.in.goal.gait != kFreeGait) return refused({Reason::kNoGait, -1});
  if (scene.robot.find_gait(state.gait.gait) != gait) return change_gait(scene.in.goal.gait, state);
  const int foot = misplaced_foot(scene, state);
  if (foot >= 0) return step_misplaced(scene, foot, state);
  if (waits_after_refusal(state)) return {};
  if (gait == nullptr) return step_freely(scene, twist, state);
  return gait->reverses() ? follow_reverse(scene, *gait, twist, state)
                          : step_by_table(scene, *gait, twist, state);
}

/// False for what is reported while it lasts, after which the walk goes on at once.
bool is_refusal(const Objection& stops, const OrganizerState& state) {
  return stops.reason != Reason::kPdOff && state.fault.reason == Reason::kNone;
}

void seek(const Scene& scene, const Twist& twist, OrganizerState& state) {
  const Answer answer = propose(scene, twist, state);
  if (answer.began()) state.refusal = {};
  if (!answer.refused()) return;
  refuse(scene, answer.why, state);
  bring_down(state);
}

/// Reason why no foot may lift now.
Objection objection_to_steps(const Scene& scene, const OrganizerState& state) {
  if (!scene.in.goal.pd) return {Reason::kPdOff, -1};
  if (state.fault.reason != Reason::kNone) return state.fault;
  if (state.slipping >= 0) return {Reason::kSlipping, state.slipping};
  if (const int free = free_leg(scene); free >= 0) return {Reason::kLegFree, free};
  const int hot = hot_leg(scene, scene.config.gait.rest_from_C);
  if (hot >= 0) return {Reason::kOverheated, hot};
  return state.gait.ended;
}

/// @param stops  reason why no foot may lift
WalkPhase phase_of(const Scene& scene, const Objection& stops, const OrganizerState& state) {
  if (!scene.in.goal.pd) return WalkPhase::kStopped;
  if (!may_end_row(scene, state)) return WalkPhase::kMoves;
  if (!row_is_done(scene, state) || is_heaving(state.heave) || !scene.in.body.knows_load)
    return WalkPhase::kSteps;
  if (stops.reason != Reason::kNone) return WalkPhase::kStopped;
  return state.refusal.ticks > 0 ? WalkPhase::kRefused : WalkPhase::kSeeks;
}

/// @param stops  reason why no foot may lift
void follow_phase(const Scene& scene, const Twist& twist, const Objection& stops,
                  OrganizerState& state) {
  switch (state.walk) {
    case WalkPhase::kMoves:
      return search_early(scene, twist, state);
    case WalkPhase::kStopped:
      if (is_refusal(stops, state)) refuse(scene, {stops}, state);
      return;
    case WalkPhase::kRefused:
    case WalkPhase::kSeeks:
      return seek(scene, twist, state);
    default:
      return;
  }
}

}  // namespace

void follow_walk(const Scene& scene, const Twist& twist, OrganizerState& state) noexcept {
  if (path_speed(twist) <= 0) return forget_walk(scene, state);
  ++state.gait.ticks_of_cycle;
  ++state.gait.ticks_of_row;
  keep_heading(twist, state);
  const Objection stops = objection_to_steps(scene, state);
  if (stops.reason != Reason::kNone) bring_down(state);
  if (scene.in.goal.pd) renew(scene, twist, state);
  state.walk = phase_of(scene, stops, state);
  if (scene.in.goal.pd) look_ahead(scene, twist, state);
  follow_phase(scene, twist, stops, state);
}

}  // namespace ventosa::controller
