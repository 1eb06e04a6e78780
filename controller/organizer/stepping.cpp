#include "controller/organizer/stepping.h"

#include "controller/organizer/body_way.h"
#include "controller/organizer/heave.h"
#include "controller/organizer/step_checks.h"

namespace ventosa::controller {
namespace {

Vector3d into_surface(const OrganizerInput& in, int leg) {
  const Contact& contact = in.body.contact[static_cast<std::size_t>(leg)];
  return -in.surfaces.patch[static_cast<std::size_t>(contact.patch)].X_WS.linear().col(2);
}

void forget_walk(bool requested, OrganizerState& state) {
  state.steps_of_walk = state.ticks_of_step = 0;
  state.last_step_s = 0;
  if (!requested) state.refusal = {};
}

/// Half strides in the first cycle: the last foot to step then lags no more than in any later one.
double budget_m(const RobotModel& robot, const GaitConfig& config, const OrganizerState& state) {
  const int n = robot.n_legs();
  return (state.steps_of_walk < n ? 0.5 : 1) * config.stride_m / n;
}

void begin_step(const RobotModel& robot, const ControllerConfig& config, const OrganizerInput& in,
                const Twist& twist, Reason& reason, OrganizerState& state) {
  if (waits_after_refusal(reason, state)) return;
  const auto refuse_step = [&](int leg, Reason why) { refuse(config, leg, why, reason, state); };
  const int leg = robot.gait_order[static_cast<std::size_t>(state.turn)];
  const double budget = budget_m(robot, config.gait, state);
  const Isometry3d& X_WB = state.reference.X_WB;
  const ModuleTask step{
      .kind = TaskKind::kStep,
      .foothold = next_foothold(robot, leg, in.surfaces, X_WB, twist, config.gait, budget),
      .z_from_W = into_surface(in, leg)};
  if (const int free = free_leg(robot, in.report); free >= 0)
    return refuse_step(free, Reason::kLegFree);
  if (step.foothold.patch < 0) return refuse_step(leg, Reason::kNoFoothold);
  if (!is_within_reach(robot, config, in, leg, step, twist, budget, X_WB))
    return refuse_step(leg, Reason::kUnreachable);
  const Isometry3d X_WB_end = moved(X_WB, twist, budget / path_speed(twist));
  if (const int blocking = blocking_leg(robot, in, X_WB, X_WB_end, least_bend(config), leg);
      blocking >= 0)
    return refuse_step(blocking, Reason::kUnreachable);
  if (needs_heave(robot, config, in, state)) return begin_heave(robot, config, in, state);
  if (!lift_is_feasible(robot, config.sharing, in, leg, state))
    return refuse_step(leg, Reason::kLiftRefused);
  give_task(leg, step, state);
  state.stepping = leg;
  state.reference.budget_m = budget;
  if (state.steps_of_walk > 0) state.last_step_s = state.ticks_of_step * config.period_s;
  state.ticks_of_step = 0;
  ++state.steps_of_walk;
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
  state.refusal.ticks = static_cast<std::int32_t>(config.gait.refusal_s / config.period_s);
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

void end_step(const RobotModel& robot, const OrganizerInput& in, OrganizerState& state) noexcept {
  if (state.stepping < 0) return;
  const ModuleReport& report = in.report[static_cast<std::size_t>(state.stepping)];
  const TaskKind kind = state.task[static_cast<std::size_t>(state.stepping)].kind;
  if (report.phase == FootPhase::kFree) state.stepping = -1;
  if (report.phase != FootPhase::kStance) return;
  state.stepping = -1;
  if (report.status != TaskStatus::kDone) return;
  ++state.steps_done;
  if (kind == TaskKind::kStep) state.turn = (state.turn + 1) % robot.n_legs();
}

void watch_unload(const RobotModel& robot, const ControllerConfig& config, const OrganizerInput& in,
                  Reason& reason, OrganizerState& state) noexcept {
  const int leg = state.stepping;
  const bool unloads = in.report[static_cast<std::size_t>(leg)].phase == FootPhase::kUnload;
  const bool blind = state.silent >= 0;
  if (!unloads || (!blind && lift_is_feasible(robot, config.sharing, in, leg, state))) return;
  give_task(leg, {}, state);
  state.stepping = -1;
  state.reference.budget_m = 0;
  refuse(config, leg, blind ? Reason::kModuleSilent : Reason::kLiftRefused, reason, state);
}

void follow_walk(const RobotModel& robot, const ControllerConfig& config, const OrganizerInput& in,
                 const Twist& twist, Reason& reason, OrganizerState& state) noexcept {
  if (path_speed(twist) <= 0) return forget_walk(in.goal.activity == Activity::kLeg, state);
  ++state.ticks_of_step;
  if (!in.goal.pd && reason == Reason::kNone) reason = Reason::kPdOff;
  if (state.stepping >= 0 || !in.goal.pd || !is_stationary(state.reference)) return;
  if (is_heaving(state.heave) || !in.body.knows_load) return;
  if (state.silent >= 0) return refuse(config, state.silent, Reason::kModuleSilent, reason, state);
  if (state.slipping >= 0) return refuse(config, state.slipping, Reason::kSlipping, reason, state);
  begin_step(robot, config, in, twist, reason, state);
}

}  // namespace ventosa::controller
