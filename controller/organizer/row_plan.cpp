#include "controller/organizer/row_plan.h"

#include <algorithm>

#include "controller/kinematics/wrist.h"
#include "controller/organizer/foothold_choice.h"
#include "controller/organizer/gait_change.h"
#include "controller/organizer/heave.h"
#include "controller/organizer/motion.h"
#include "controller/organizer/stepping.h"
#include "controller/organizer/walk_speed.h"

namespace ventosa::controller {
namespace {

/// Query for the next step of an attached leg, with the body's poses at the row's start and end.
StepQuery step_from(const Scene& scene, std::size_t leg, const Isometry3d& X_WB_start,
                    const Isometry3d& X_WB_end) {
  const Contact& contact = scene.in.body.contact[leg];
  const Patch& patch = scene.in.surfaces.patch[static_cast<std::size_t>(contact.patch)];
  return {.from = {contact.patch, contact.p_WW, -patch.X_WS.linear().col(2)},
          .X_WB_start = X_WB_start,
          .X_WB_end = X_WB_end,
          .q_rad = scene.in.report[leg].q_set_rad,
          .roll_rad = wrist_roll_rad(scene.robot.leg[leg], scene.in.report[leg].q_rad)};
}

Vector3d into_surface(const OrganizerInput& in, std::size_t leg) {
  const Contact& contact = in.body.contact[leg];
  return -in.surfaces.patch[static_cast<std::size_t>(contact.patch)].X_WS.linear().col(2);
}

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
int most_in_place(const OrganizerInput& in, int n_rows) {
  constexpr int kSteps = 3;  // rows per leg
  return in.goal.gait == kFreeGait ? kSteps * n_rows : n_rows;
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

void give_tasks(const Scene& scene, const RowPlan& plan, OrganizerState& state) {
  const PerLeg<Foothold> stands = feet_after(scene, {}, state.task);
  for (std::size_t i = 0; i < scene.robot.leg.size(); ++i) {
    if (!plan.lift[i]) {
      state.task[i].through = plan.task[i].through;
      continue;
    }
    give_task(static_cast<int>(i), plan.task[i], state);
    state.elsewhere[i] = {.from = stands[i]};
  }
  state.stepping |= plan.lift;
  state.gait.ticks_waited = 0;
}

SwingPath path_of(const Scene& scene, const ModuleTask& step, std::size_t leg) {
  return {.p_from_W = scene.in.body.contact[leg].p_WW,
          .z_from_W = step.z_from_W,
          .goal = step.foothold,
          .times = step.times,
          .roll_from_rad = wrist_roll_rad(scene.robot.leg[leg], scene.in.report[leg].q_rad)};
}

Motion motion_of(const Scene& scene, const RowPlan& plan, const OrganizerState& state) {
  const LegSet air = state.stepping | plan.lift;
  Motion motion{.X_WB_from = state.reference.X_WB,
                .X_WB_to = plan.X_WB_end,
                .before = feet_after(scene, state.stepping, plan.task),
                .after = feet_after(scene, air, plan.task),
                .lifted = plan.lift,
                .air = air};
  for (std::size_t i = 0; i < scene.robot.leg.size(); ++i) {
    motion.held[i] = scene.in.report[i].attached && !plan.lift[i];
    motion.swing[i] = path_of(scene, plan.task[i], i);
  }
  return motion;
}

/// A row of a table, to be planned.
struct NextRow {
  const Scene& scene;
  const Gait& gait;
};

/// Legs that the next row lifts.
LegSet lifted_next(const NextRow& next, const OrganizerState& state) {
  return closes_gait(next.scene, state) ? LegSet{} : lifted_in(next.gait, state.gait.row);
}

/// Advance of the body in the next row of a table; by the clock, no more than the goal's speed, and
/// as before while the gait closes.
double advance_of_row(const NextRow& next, const OrganizerState& state) {
  const Gait& gait = next.gait;
  const GaitProgress& at = state.gait;
  if (closes_gait(next.scene, state)) return share_of_cuts(at.shorter) * at.pace_m_s * gait.step_s;
  const int n_rows = static_cast<int>(gait.row.size());
  const double most_m = state.stride.stride_m / n_rows;
  const double full_m = gait.is_clocked()
                            ? std::min(most_m, requested_speed(next.scene.in.goal) * gait.step_s)
                            : most_m;
  return share_of_advance(at.first_share, at.rows_of_walk, n_rows, at.shorter) * full_m;
}

/// Way that the next row adds to the body's budget. By the clock what is left over from row to row
/// is the braking distance at the row's pace, so that the body does not brake before the next one.
double way_of_row(const NextRow& next, const OrganizerState& state) {
  const double advance_m = advance_of_row(next, state);
  if (!next.gait.is_clocked()) return advance_m;
  const double braking_m = overrun_m(next.scene.config.gait, next.gait, advance_m);
  const bool walks = state.reference.speed_m_s > 0;  // else it accelerates, which leaves as much
  return advance_m + (walks ? std::max(0.0, braking_m - state.reference.budget_m) : 0);
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

double share_of_cuts(int cuts) noexcept {
  constexpr double kLess[] = {1, 0.5, 0.25, 0};
  return kLess[std::clamp(cuts, 0, kMostCuts)];
}

double share_of_advance(double first_share, int rows_of_walk, int n_rows, int cuts) noexcept {
  return (rows_of_walk < n_rows ? first_share : 1) * share_of_cuts(cuts);
}

double overrun_m(const GaitConfig& config, const Gait& gait, double advance_m) noexcept {
  if (!gait.is_clocked()) return 0;
  const double pace_m_s = advance_m / gait.step_s;
  return pace_m_s * pace_m_s / (2 * config.acceleration_m_s2);
}

Advances advances_of(const Gait& gait, double way_m, double full_m, double share) noexcept {
  return {way_m, full_m, gait.is_clocked() ? share * full_m : full_m};
}

double lead_of(const Gait& gait, int row, int leg, const Advances& body) noexcept {
  const int airborne = rows_in_air(gait, row, leg);
  const int held = static_cast<int>(gait.row.size()) - airborne;
  return body.way_m + (airborne - 1) * body.air_m + held * body.full_m / 2;
}

bool find_footholds(const Scene& scene, const Gait& gait, const Twist& twist,
                    OrganizerState& state) noexcept {
  RowSearch& next = state.gait.next;
  const int row = state.gait.row, n_rows = static_cast<int>(gait.row.size());
  if (next.legs == 0 && !next.search.begun) {
    next.X_WB = state.reference.X_WB;
    next.way_m = state.reference.budget_m + way_of_row({scene, gait}, state);
  }
  const Isometry3d X_WB_end = moved(next.X_WB, twist, next.way_m / path_speed(twist));
  const LegSet lifted = lifted_next({scene, gait}, state);
  const PerLeg<Foothold> feet = feet_after(scene, state.stepping, state.task);
  const WalkingRobot walking{scene, gait, row, feet};
  const Advances body =
      advances_of(gait, next.way_m, state.stride.stride_m / n_rows,
                  share_of_advance(state.gait.first_share, state.gait.rows_of_walk, n_rows, 0));
  const OutOfReach far = state.gait.shorter < kMostCuts ? OutOfReach::kKeep : OutOfReach::kLeave;
  int poses_left = kPosesPerTick;
  for (; next.legs < scene.robot.n_legs(); ++next.legs) {
    const int leg = next.legs;
    const auto i = static_cast<std::size_t>(leg);
    if (!lifted[i]) continue;
    const double lead_m = lead_of(gait, row, leg, body);
    const Vector3d p_WW =
        nominal_place(scene.robot, leg, next.X_WB, twist, lead_m, state.stride.spread_m);
    StepQuery step = step_from(scene, i, next.X_WB, X_WB_end);
    step.times = swing_times(gait, row, leg, scene.config);
    const Vector3d ahead_W = heading_at(twist, p_WW, next.X_WB);
    if (choose_foothold(walking, leg, step, p_WW, ahead_W, far, next.search, poses_left,
                        next.to[i]) == SearchStatus::kGoesOn)
      return false;
  }
  return poses_left > 0;
}

RowPlan plan_row(const Scene& scene, const Gait& gait, const Twist& twist,
                 const OrganizerState& state) noexcept {
  const int row = state.gait.row;
  const NextRow next{scene, gait};
  RowPlan plan{.lift = lifted_next(next, state),
               .task = state.task,
               .budget_m = way_of_row(next, state),
               .row_s = gait.step_s,
               .pace_m_s = gait.is_clocked() ? advance_of_row(next, state) / gait.step_s : 0};
  const double until_end_m = state.reference.budget_m + plan.budget_m;
  plan.X_WB_end = moved(state.reference.X_WB, twist, until_end_m / path_speed(twist));
  for (std::size_t i = 0; i < scene.robot.leg.size(); ++i) {
    const FootMove move = gait.row[static_cast<std::size_t>(row)].move[i];
    ModuleTask& task = plan.task[i];
    if (plan.lift[i])
      task = {.kind = TaskKind::kStep,
              .foothold = state.gait.next.to[i],
              .z_from_W = into_surface(scene.in, i),
              .times = swing_times(gait, row, static_cast<int>(i), scene.config)};
    task.through = through(move, task.through);
  }
  return plan;
}

RowPlan plan_step(const Scene& scene, int leg, const Foothold& foothold, const Twist& twist,
                  const OrganizerState& state) noexcept {
  const int n_legs = scene.robot.n_legs();
  RowPlan plan{.lift = {},
               .task = state.task,
               .budget_m = state.free.gathers
                               ? 0
                               : share_of_advance(kFirstShare, state.gait.rows_of_walk, n_legs,
                                                  state.gait.shorter) *
                                     scene.config.gait.stride_m / n_legs};
  const double until_end_m = state.reference.budget_m + plan.budget_m;
  plan.X_WB_end = moved(state.reference.X_WB, twist, until_end_m / path_speed(twist));
  if (leg < 0) return plan;
  const auto i = static_cast<std::size_t>(leg);
  plan.lift.set(i);
  plan.task[i] = {.kind = TaskKind::kStep,
                  .foothold = foothold,
                  .z_from_W = into_surface(scene.in, i),
                  .through = FootPhase::kSeal};
  return plan;
}

bool begin(const Scene& scene, const RowPlan& plan, int n_rows, Reason& reason,
           OrganizerState& state) noexcept {
  GaitProgress& at = state.gait;
  const auto cut_or_refuse = [&](Objection objection) {
    at.cut = objection;
    if (++at.shorter <= kMostCuts) return false;
    at.shorter = 0;
    refuse(scene.config, objection.leg, objection.reason, reason, state);
    return false;
  };
  const Motion motion = motion_of(scene, plan, state);
  const Objection objection = objection_to(scene, motion);
  if (objection.reason != Reason::kNone) return cut_or_refuse(objection);
  if (plan.budget_m <= 0 && at.rows_in_place >= most_in_place(scene.in, n_rows)) {
    at.shorter = 0;
    const bool lags = at.cut.reason == Reason::kUnreachable;  // no place ahead lets the foot follow
    refuse(scene.config, at.cut.leg, lags ? Reason::kNoFoothold : at.cut.reason, reason, state);
    return false;
  }
  if (plan.lift.any() && needs_heave(scene, state)) {
    at.shorter = 0;
    begin_heave(scene, state);
    return false;
  }
  if (plan.lift.any() && !may_lift(scene, plan.lift, state.warm_lift, state.refusal.lift)) {
    at.shorter = 0;
    if (may_grip_more(scene, at)) return false;
    refuse(scene.config, first_of(plan.lift), Reason::kLiftRefused, reason, state);
    return false;
  }
  SharingWarmStart warm;
  if (plan.lift.any() && !holds_at_end(scene, motion, warm)) {
    if (at.shorter + 1 >= kMostCuts) state.refusal.lift = weigh_end(scene, motion);
    return cut_or_refuse({Reason::kLiftRefused, first_of(plan.lift)});
  }
  at.shorter = at.rows_passed_over = 0;
  give_tasks(scene, plan, state);
  state.reference.budget_m += plan.budget_m;
  at.ticks_of_row = 0;
  at.row_s = plan.row_s;
  at.pace_m_s = plan.pace_m_s;
  const bool goes = plan.budget_m > 0 || state.free.gathers;
  at.rows_in_place = goes ? 0 : at.rows_in_place + 1;
  count_row(scene.config, n_rows, at);
  return true;
}

}  // namespace ventosa::controller
