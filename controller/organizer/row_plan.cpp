#include "controller/organizer/row_plan.h"

#include <algorithm>

#include "controller/organizer/gait_change.h"
#include "controller/organizer/heave.h"
#include "controller/organizer/walk_speed.h"

namespace ventosa::controller {
namespace {

/// Last phase that a leg may enter in a row.
FootPhase through(FootMove move, FootPhase now) {
  switch (move) {
    case FootMove::kStay:
      return now;
    case FootMove::kLift:
      return FootPhase::kLift;
    case FootMove::kCarry:
      return FootPhase::kTransfer;
    default:
      return FootPhase::kSeal;
  }
}

/// Most successive rows without motion of the body. Each step of a free gait makes progress and may
/// free the foot that blocks the body.
int most_in_place(const Scene& scene, int n_rows) {
  constexpr int kSteps = 3;  // rows per leg
  return scene.in.goal.gait == kFreeGait ? kSteps * n_rows : n_rows;
}

/// True if a foot that has sealed may still gain vacuum; limited to one second.
bool may_grip_more(const Scene& scene, GaitProgress& at) {
  constexpr double kGrows_s = 1, kWhole = 0.98;
  const double whole_N = kWhole * scene.config.cup_goal_force_N;
  bool weak = false;
  for (std::size_t i = 0; i < scene.robot.leg.size(); ++i)
    weak |= scene.in.report[i].attached && scene.in.body.stance.leg[i].grip_force_N < whole_N;
  return weak && ++at.ticks_waited * scene.config.period_s < kGrows_s;
}

void give_tasks(const RowPlan& plan, OrganizerState& state) {
  for (std::size_t i = 0; i < plan.task.size(); ++i) {
    if (!plan.motion.lifted[i]) {
      state.task[i].through = plan.task[i].through;
      continue;
    }
    give_task(static_cast<int>(i), plan.task[i], state);
    state.elsewhere[i] = {.from = plan.motion.before[i]};
  }
  state.stepping |= plan.motion.lifted;
  state.gait.ticks_waited = 0;
}

/// Advance of the body in the next row of a table; by the clock, no more than the goal's speed, and
/// no faster than before while the gait closes.
double advance_of_row(const Scene& scene, const Gait& gait, const OrganizerState& state) {
  const GaitProgress& at = state.gait;
  const double wanted_m = requested_speed(scene.in.goal) * gait.step_s;
  if (closes_gait(scene, state))
    return share_of_cuts(at.shorter) * std::min(wanted_m, at.pace_m_s * gait.step_s);
  const int n_rows = static_cast<int>(gait.row.size());
  const double most_m = state.stride.stride_m / n_rows;
  const double full_m = gait.is_clocked() ? std::min(most_m, wanted_m) : most_m;
  return share_of_advance(at.first_share, at.rows_of_walk, n_rows, at.shorter) * full_m;
}

/// Way that the next row adds to the body's budget. By the clock what is left over from row to row
/// is the braking distance at the row's pace, so that the body does not brake before the next one.
double way_of_row(const Scene& scene, const Gait& gait, const OrganizerState& state) {
  const double advance_m = advance_of_row(scene, gait, state);
  if (!gait.is_clocked()) return advance_m;
  const double braking_m = overrun_m(scene.config.gait, gait, advance_m);
  const bool walks = state.reference.speed_m_s > 0;  // else it accelerates, which leaves as much
  return advance_m + (walks ? std::max(0.0, braking_m - state.reference.budget_m) : 0);
}

PerLeg<SwingForm> forms_of(const PerLeg<ModuleTask>& task) {
  PerLeg<SwingForm> form{};
  for (std::size_t i = 0; i < task.size(); ++i) form[i] = task[i].form;
  return form;
}

Stage stage_of(const Scene& scene, const OrganizerState& state) {
  return {.X_WB = state.reference.X_WB,
          .stands = feet_after(scene, {}, state.task),
          .to = feet_after(scene, state.stepping, state.task),
          .form = forms_of(state.task),
          .q_rad = joints_now(scene),
          .air = state.stepping,
          .row = state.gait.row,
          .rows_done = state.gait.rows_of_walk,
          .first_share = state.gait.first_share};
}

/// Legs that the next row lifts: none while the gait closes.
LegSet lifted_next(const Scene& scene, const Gait& gait, const OrganizerState& state) {
  return closes_gait(scene, state) ? LegSet{} : lifted_in(gait, state.gait.row);
}

/// The motion that begins now: what is attached holds, also before it bears a load.
Motion motion_now(const Scene& scene, const Row& row, const PerLeg<FoundStep>& found,
                  double way_m) {
  Motion motion = motion_of(scene, row, found, way_m);
  for (std::size_t i = 0; i < scene.robot.leg.size(); ++i)
    motion.held[i] = scene.in.report[i].attached && !row.lifted[i];
  return motion;
}

ModuleTask step_to(const Motion& motion, std::size_t leg) {
  return {.kind = TaskKind::kStep,
          .foothold = motion.after[leg],
          .z_from_W = motion.swing[leg].z_from_W,
          .form = motion.swing[leg].form,
          .times = motion.swing[leg].times};
}

/// Refuses a row without motion of the body after too many of them.
Answer judge_standstill(const Scene& scene, const RowPlan& plan, int n_rows, GaitProgress& at) {
  if (plan.budget_m > 0 || at.rows_in_place < most_in_place(scene, n_rows)) return {};
  at.shorter = 0;
  return refused_standstill(at);
}

/// Judges the lift in the present stance, then that at the end of the body's motion.
/// @return kBegan if the feet may lift
Answer judge_lift(const Scene& scene, const Motion& motion, OrganizerState& state) {
  GaitProgress& at = state.gait;
  Objection objection = violation(Limiting::kLoad, first_of(motion.lifted), 0);
  Bottleneck least;
  if (!may_lift(scene, motion.lifted, state.warm_lift, least)) {
    at.shorter = 0;
    objection.room = least.margin;
    return may_grip_more(scene, at) ? Answer{} : refused(objection, least);
  }
  SharingWarmStart warm;
  if (holds_at_end(scene, motion, warm)) return {Answer::Kind::kBegan};
  if (may_grip_more(scene, at)) return {};
  if (at.shorter + 1 >= kMostCuts) least = weigh_end(scene, motion);
  objection.room = least.margin;
  return cut(objection, least, at);
}

Answer judge_lift_after_heave(const Scene& scene, const Motion& motion, OrganizerState& state) {
  if (motion.lifted.none()) return {Answer::Kind::kBegan};
  if (!needs_heave(scene, state)) return judge_lift(scene, motion, state);
  state.gait.shorter = 0;
  state.refusal = {};
  begin_heave(scene, state);
  return {};
}

void begin_row(const Scene& scene, const RowPlan& plan, int n_rows, OrganizerState& state) {
  GaitProgress& at = state.gait;
  at.shorter = at.rows_passed_over = 0;
  give_tasks(plan, state);
  state.reference.budget_m += plan.budget_m;
  at.ticks_of_row = 0;
  at.row_s = plan.row_s;
  at.pace_m_s = plan.pace_m_s;
  const bool goes = plan.budget_m > 0 || state.free.gathers;
  at.rows_in_place = goes ? 0 : at.rows_in_place + 1;
  count_row(scene.config, n_rows, at);
}

}  // namespace

void count_row(const ControllerConfig& config, int n_rows, GaitProgress& at) noexcept {
  at.row = (at.row + 1) % n_rows;
  ++at.rows_of_walk;
  if ((at.rows_of_walk - 1) % n_rows != 0) return;
  if (at.rows_of_walk > 1) {
    at.last_cycle_s = at.ticks_of_cycle * config.period_s;
    at.reached_m_s = at.way_m / at.last_cycle_s;
  }
  at.ticks_of_cycle = 0;
  at.way_m = 0;
}

bool find_footholds(const Scene& scene, const Gait& gait, const Twist& twist,
                    OrganizerState& state) noexcept {
  RowSearch& search = state.gait.next;
  if (!search.has_begun()) {
    search.X_WB = state.reference.X_WB;
    search.way_m = state.reference.budget_m + way_of_row(scene, gait, state);
  }
  const Stage stage = stage_of(scene, state);
  const Row row{.gait = gait,
                .twist = twist,
                .stage = stage,
                .stride = {state.stride.stride_m, state.stride.spread_m},
                .lifted = lifted_next(scene, gait, state),
                .far = out_of_reach(state.gait.shorter),
                .left_m = way_left_m(scene.in.goal, search.X_WB)};
  return find_footholds(scene, row, search, state.poses_left);
}

RowPlan plan_row(const Scene& scene, const Gait& gait, const Twist& twist,
                 const OrganizerState& state) noexcept {
  const Stage stage = stage_of(scene, state);
  const Row row{gait, twist, stage, {}, lifted_next(scene, gait, state)};
  const double advance_m = advance_of_row(scene, gait, state);
  RowPlan plan{.task = state.task,
               .budget_m = way_of_row(scene, gait, state),
               .row_s = gait.step_s,
               .pace_m_s = gait.is_clocked() ? advance_m / gait.step_s : 0};
  plan.motion =
      motion_now(scene, row, state.gait.next.to, state.reference.budget_m + plan.budget_m);
  for (std::size_t i = 0; i < scene.robot.leg.size(); ++i) {
    ModuleTask& task = plan.task[i];
    if (row.lifted[i]) task = step_to(plan.motion, i);
    task.through = through(gait.row[static_cast<std::size_t>(stage.row)].move[i], task.through);
  }
  return plan;
}

RowPlan plan_step(const Scene& scene, int leg, const FoundStep& step, const Twist& twist,
                  const OrganizerState& state) noexcept {
  const int n_legs = scene.robot.n_legs();
  const double share =
      share_of_advance(kFirstShare, state.gait.rows_of_walk, n_legs, state.gait.shorter);
  RowPlan plan{.task = state.task,
               .budget_m = state.free.gathers ? 0 : share * scene.config.gait.stride_m / n_legs};
  const Stage stage = stage_of(scene, state);
  const Gait none{};
  Row row{none, twist, stage};
  PerLeg<FoundStep> found{};
  const auto i = static_cast<std::size_t>(leg);
  if (leg >= 0) {
    row.lifted.set(i);
    found[i] = step;
  }
  plan.motion = motion_now(scene, row, found, state.reference.budget_m + plan.budget_m);
  if (leg < 0) return plan;
  plan.task[i] = step_to(plan.motion, i);
  plan.task[i].through = FootPhase::kSeal;
  return plan;
}

Answer refused_standstill(const GaitProgress& at) noexcept {
  Objection why = at.cut;
  if (why.reason == Reason::kUnreachable || why.reason == Reason::kNone)
    why.reason = Reason::kNoFoothold;
  return refused(why);
}

Answer cut(const Objection& why, const Bottleneck& lift, GaitProgress& at) noexcept {
  at.cut = why;
  if (++at.shorter <= kMostCuts) return {};
  at.shorter = 0;
  return refused(why, lift);
}

Answer begin(const Scene& scene, const RowPlan& plan, int n_rows, OrganizerState& state) noexcept {
  const Objection objection = objection_to(scene, plan.motion);
  if (objection.reason != Reason::kNone) return cut(objection, {}, state.gait);
  if (const Answer still = judge_standstill(scene, plan, n_rows, state.gait); still.refused())
    return still;
  const Answer answer = judge_lift_after_heave(scene, plan.motion, state);
  if (answer.began()) begin_row(scene, plan, n_rows, state);
  return answer;
}

}  // namespace ventosa::controller
