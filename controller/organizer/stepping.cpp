#include "controller/organizer/stepping.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "controller/organizer/failed_steps.h"
#include "controller/organizer/faults.h"
#include "controller/organizer/free_gait.h"
#include "controller/organizer/gait_change.h"
#include "controller/organizer/heave.h"
#include "controller/organizer/motion.h"
#include "controller/organizer/reverse_gait.h"
#include "controller/organizer/row_plan.h"
#include "controller/organizer/stride.h"

namespace ventosa::controller {
namespace {

void forget_walk(bool requested, OrganizerState& state) {
  GaitProgress& at = state.gait;
  at.rows_of_walk = at.rows_in_place = at.ticks_of_cycle = at.ticks_waited = 0;
  at.last_cycle_s = at.way_m = at.reached_m_s = at.row_s = at.pace_m_s = 0;
  at.first_share = kFirstShare;
  at.next = {};
  at.ended = {};
  state.reference.budget_m = 0;
  state.free = {};
  if (!requested) state.refusal = {};
  recall_feet(state);
}

/// Feet in the air reach their footholds only along the heading for which they were lifted. If the
/// walk changes its heading, the body waits until they are attached.
void keep_way(const Twist& twist, OrganizerState& state) {
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

LegSet legs_in(const OrganizerInput& in, FootPhase phase) {
  LegSet legs;
  for (std::size_t i = 0; i < in.report.size(); ++i) legs[i] = in.report[i].phase == phase;
  return legs;
}

LegSet attached_legs(const OrganizerInput& in) {
  LegSet legs;
  for (std::size_t i = 0; i < in.report.size(); ++i) legs[i] = in.report[i].attached;
  return legs;
}

/// Legs in kRelease whose cups still have vacuum.
LegSet letting_go(const OrganizerInput& in, const OrganizerState& state) {
  LegSet legs;
  for (std::size_t i = 0; i < in.report.size(); ++i)
    legs[i] = in.report[i].phase == FootPhase::kRelease && in.report[i].touches;
  return legs & state.stepping;
}

LegSet waiting(const OrganizerInput& in) {
  LegSet legs;
  for (std::size_t i = 0; i < in.report.size(); ++i) legs[i] = in.report[i].waits;
  return legs;
}

/// True while the load of any foot is ramping.
bool load_shifts(const OrganizerInput& in) {
  return (legs_in(in, FootPhase::kUnload) | (legs_in(in, FootPhase::kLoad) & ~waiting(in))).any();
}

/// True if every stepping leg has completed its move of the last row.
bool row_is_done(const OrganizerInput& in, const OrganizerState& state) {
  return (state.stepping & ~waiting(in)).none() && !load_shifts(in);
}

/// Time that the present row of a gait by the clock still lasts.
double left_of_row_s(const ControllerConfig& config, const GaitProgress& at) {
  return at.row_s - at.ticks_of_row * config.period_s;
}

/// True once the body has covered its advance; by the clock, once the row's time is over.
bool may_end_row(const ControllerConfig& config, const Gait* gait, const OrganizerState& state) {
  if (!is_clocked(gait))
    return !state.reference.follower.is_moving() && has_arrived(config, state.reference);
  return left_of_row_s(config, state.gait) <= config.period_s / 2;
}

/// By the clock, searches the footholds of the next row in the second half of the present one.
void look_ahead(const Scene& scene, const Gait* gait, const Twist& twist, OrganizerState& state) {
  if (!is_clocked(gait) || gait->reverses() || scene.robot.find_gait(state.gait.gait) != gait)
    return;
  if (left_of_row_s(scene.config, state.gait) < state.gait.row_s / 2)
    (void)find_footholds(scene, *gait, twist, state);
}

/// Goes back one row of the table, because the feet of that row have not lifted.
void repeat_row(const RobotModel& robot, OrganizerState& state) {
  const Gait* gait = robot.find_gait(state.gait.gait);
  if (gait == nullptr) return;
  const int n_rows = static_cast<int>(gait->row.size());
  state.gait.row = (state.gait.row + n_rows - 1) % n_rows;
}

/// Changes the gait once all feet are attached.
void change_gait(int gait, OrganizerState& state) {
  if (state.stepping.none()) state.gait = {.gait = gait};
  bring_down(state);
}

/// Skips a row whose feet find no place, or may not lift while the body is not in the middle of its
/// feet, because the next row may be feasible. After a whole cycle of skipped rows the walk is
/// refused.
bool pass_over(const Gait& gait, bool amid, OrganizerState& state) {
  GaitProgress& at = state.gait;
  const auto& moves = gait.row[static_cast<std::size_t>(at.row)].move;
  const bool steps = std::all_of(moves.begin(), moves.end(), [](FootMove move) {
    return move == FootMove::kStep || move == FootMove::kStay;
  });
  const int n_rows = static_cast<int>(gait.row.size());
  const bool for_good = amid && state.refusal.reason == Reason::kLiftRefused;
  const bool all_round = at.rows_passed_over >= n_rows;
  at.rows_passed_over = all_round ? 0 : at.rows_passed_over + 1;
  if (all_round || for_good || !steps || state.stepping.any()) return false;
  at.row = (at.row + 1) % n_rows;
  state.refusal = {};
  return true;
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

void step_by_table(const Scene& scene, const Gait& gait, const Twist& twist, Reason& reason,
                   OrganizerState& state) {
  if (state.gait.rows_of_walk == 0 && !knows_stride(state.stride)) return;
  if (waits_after_refusal(reason, state)) return;
  if (!find_footholds(scene, gait, twist, state)) return;
  const RowPlan plan = plan_row(scene, gait, twist, state);
  state.gait.next = {};
  const int n_rows = static_cast<int>(gait.row.size());
  const Reason before = reason;
  if (begin(scene, plan, n_rows, reason, state)) ease_in(scene, gait, twist, state);
  if (state.refusal.reason == Reason::kNone) return;
  if (pass_over(gait, is_amid_its_feet(scene, state), state)) reason = before;
}

/// Moves the body first to a pose where a foot may lift.
void lean(const Isometry3d& X_WB, OrganizerState& state) {
  state.free.leans = state.free.leaned = true;
  state.free.X_WB = X_WB;
  state.reference.budget_m = 0;
}

/// Reports the limit that refuses the lift, or kUnreachable if the leg itself cannot be lifted.
void refuse_lift(const ControllerConfig& config, const FreeStep& step, Reason& reason,
                 OrganizerState& state) {
  state.refusal.lift = step.lift;
  if (step.lift.limit != Limit::kNone)
    refuse(config, step.leg, Reason::kLiftRefused, reason, state);
  else
    refuse(config, step.lift.leg, Reason::kUnreachable, reason, state);
}

void step_freely(const Scene& scene, const Twist& twist, Reason& reason, OrganizerState& state) {
  if (waits_after_refusal(reason, state)) return;
  const FreeStep next = next_free_step(scene, state);
  if (next.kind == FreeStep::Kind::kWeighing) return;
  if (next.kind == FreeStep::Kind::kLean) return lean(next.X_WB, state);
  if (next.kind == FreeStep::Kind::kRefused) {
    if (gather(state)) return;
    refuse_lift(scene.config, next, reason, state);
    return weigh_anew(state.free);
  }
  const Objection& cut = state.gait.cut;
  if (shuffles(scene.robot, state.free))
    return refuse(scene.config, cut.leg,
                  cut.reason == Reason::kNone ? Reason::kUnreachable : cut.reason, reason, state);
  const RowPlan plan = plan_step(scene, next.leg, next.foothold, twist, state);
  const bool stuck = next.leg < 0 && plan.budget_m <= 0;
  if (stuck) {
    if (gather(state)) return;
    state.gait.shorter = 0;
    return refuse(scene.config, cut.leg, cut.reason, reason, state);
  }
  const Reason before = reason;
  if (begin(scene, plan, scene.robot.n_legs(), reason, state)) {
    state.free.leaned = false;
    count_step(scene.config, state.reference.X_WB, state.free);
  }
  if (state.gait.shorter > 0) return;
  const bool refused = state.refusal.reason != Reason::kNone;
  const bool others = refused && next.leg >= 0 && drop_step(next.leg, state.free);
  if (!others) weigh_anew(state.free);
  if (!others && !(refused && gather(state))) return;
  state.refusal = {};
  reason = before;
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

/// True if a misplaced foot may step: it is lost, or the others carry the robot without it.
bool may_step_again(const Scene& scene, int foot, Reason& reason, OrganizerState& state) {
  const LegSet lifted{1ULL << static_cast<unsigned>(foot)};
  if ((lifted & attached_legs(scene.in)).none()) return true;
  if (may_lift(scene, lifted, state.warm_lift, state.refusal.lift)) return true;
  const Bottleneck lift = state.refusal.lift;
  if (waits_after_refusal(reason, state)) return false;
  state.refusal.lift = lift;
  refuse(scene.config, foot, Reason::kLiftRefused, reason, state);
  return false;
}

/// Values that change when a row, a motion of the body, a heave or a lean begins.
using WalkProgress = std::tuple<int, double, int, bool>;
WalkProgress progress_of(const OrganizerState& state) {
  return {state.gait.rows_of_walk, state.reference.budget_m, state.heave.ticks, state.free.leans};
}

/// Keeps the last refusal as the reason until a motion starts, also while its check is repeated.
void say_again(const Refusal& last, Reason& reason, OrganizerState& state) {
  state.refusal = last;
  if (reason == Reason::kNone) reason = last.reason;
}

}  // namespace

void give_task(int leg, const ModuleTask& task, OrganizerState& state) noexcept {
  ModuleTask& given = state.task[static_cast<std::size_t>(leg)];
  given = task;
  given.id = ++state.last_task;
}

void refuse(const ControllerConfig& config, int leg, Reason why, Reason& reason,
            OrganizerState& state) noexcept {
  state.refusal.reason = reason = why;
  state.refusal.leg = leg;
  state.refusal.ticks = static_cast<std::int32_t>(GaitConfig::kRefusal_s / config.period_s);
}

bool waits_after_refusal(Reason& reason, OrganizerState& state) noexcept {
  if (state.refusal.ticks > 0) {
    --state.refusal.ticks;
    reason = state.refusal.reason;
    return true;
  }
  state.refusal = {};
  return false;
}

void end_steps(const Scene& scene, OrganizerState& state) noexcept {
  for (std::size_t i = 0; i < scene.robot.leg.size(); ++i) {
    const ModuleReport& report = scene.in.report[i];
    const bool ends = report.phase == FootPhase::kStance || report.phase == FootPhase::kFree;
    if (!state.stepping[i] || !ends) continue;
    state.stepping.reset(i);
    state.elsewhere[i] = {};
    const bool placed = report.phase == FootPhase::kStance && report.status == TaskStatus::kDone;
    if (placed) ++state.steps_done;
  }
}

void watch_unload(const Scene& scene, Reason& reason, OrganizerState& state) noexcept {
  const LegSet unload = state.stepping & legs_in(scene.in, FootPhase::kUnload);
  const LegSet bearing = unload & attached_legs(scene.in);  // a lost foot carries nothing
  const bool fails = state.fault.reason != Reason::kNone;
  const bool maybe_lost = scene.in.body.maybe_lost.any();
  const auto may_leave = [&] {
    return bearing.none() || may_lift(scene, bearing, state.warm_lift, state.refusal.lift);
  };
  const bool calls_back = unload.any() && (fails || maybe_lost || !may_leave());
  if (!calls_back && !(maybe_lost && letting_go(scene.in, state).any())) return;
  repeat_row(scene.robot, state);
  state.reference.budget_m = 0;
  if (!calls_back) return;
  for (int leg = 0; leg < scene.robot.n_legs(); ++leg)
    if (unload[static_cast<std::size_t>(leg)]) give_task(leg, {}, state);
  state.stepping &= ~unload;
  if (!fails) refuse(scene.config, first_of(unload), Reason::kLiftRefused, reason, state);
}

void follow_walk(const Scene& scene, const Twist& twist, Reason& reason,
                 OrganizerState& state) noexcept {
  if (path_speed(twist) <= 0) {
    bring_down(state);
    return forget_walk(scene.in.goal.activity == Activity::kLeg, state);
  }
  ++state.gait.ticks_of_cycle;
  ++state.gait.ticks_of_row;
  keep_way(twist, state);
  const Objection objection = objection_to_steps(scene, state);
  if (objection.reason != Reason::kNone) bring_down(state);
  if (objection.reason == Reason::kPdOff) {
    if (reason == Reason::kNone) reason = Reason::kPdOff;
    return;
  }
  const Gait* const asked = scene.robot.find_gait(scene.in.goal.gait);
  const bool is_free = scene.in.goal.gait == kFreeGait;
  if (is_free) weigh_next_leg(scene, twist, state);
  if (asked != nullptr && !asked->reverses()) plan_stride(scene, *asked, twist, state);
  take_over(scene, twist, state);
  const Gait* const gait = walked_gait(scene, state.gait);
  if (!may_end_row(scene.config, gait, state)) return look_ahead(scene, gait, twist, state);
  if (!row_is_done(scene.in, state) || is_heaving(state.heave) || !scene.in.body.knows_load) return;
  if (state.fault.reason != Reason::kNone) return;  // reported while it lasts
  if (objection.reason != Reason::kNone)
    return refuse(scene.config, objection.leg, objection.reason, reason, state);
  if (gait == nullptr && !is_free) return refuse(scene.config, -1, Reason::kNoGait, reason, state);
  if (scene.robot.find_gait(state.gait.gait) != gait) return change_gait(scene.in.goal.gait, state);
  if (const int foot = misplaced_foot(scene, state); foot >= 0) {
    if (may_step_again(scene, foot, reason, state)) step_again(scene, foot, state);
    return;
  }
  const Refusal last = state.refusal;
  const WalkProgress before = progress_of(state);
  if (is_free)
    step_freely(scene, twist, reason, state);
  else if (gait->reverses())
    follow_reverse(scene, *gait, twist, reason, state);
  else
    step_by_table(scene, *gait, twist, reason, state);
  if (state.refusal.reason != Reason::kNone)
    bring_down(state);
  else if (progress_of(state) == before)
    say_again(last, reason, state);
}

void let_load(const OrganizerInput& in, OrganizerState& state) noexcept {
  LegSet about_to =
      state.stepping & (legs_in(in, FootPhase::kTouch) | legs_in(in, FootPhase::kSeal));
  for (std::size_t i = 0; i < state.elsewhere.size(); ++i)
    if (state.elsewhere[i].tried > 0) about_to.reset(i);  // a retry may take minutes
  if (about_to.any() || load_shifts(in)) return;
  const LegSet ready = state.stepping & waiting(in) & legs_in(in, FootPhase::kLoad);
  for (std::size_t i = 0; i < state.task.size(); ++i)
    if (ready[i]) state.task[i].through = FootPhase::kLoad;
}

}  // namespace ventosa::controller
