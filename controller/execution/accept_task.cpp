#include "controller/execution/accept_task.h"

#include <cmath>

#include "controller/execution/attach_detach.h"
#include "controller/kinematics/forward_kinematics.h"
#include "controller/kinematics/wrist.h"
#include "controller/trajectory/swing_reach.h"

namespace ventosa::controller {
namespace {

void accept(const ModuleTask& task, ModuleState& module) {
  module.task = task;
  module.last_task = task.id;
  module.status = TaskStatus::kRunning;
  module.refusal = Reason::kNone;
}

void refuse(const ModuleTask& task, Reason reason, ModuleState& module) {
  module.last_task = task.id;
  module.status = TaskStatus::kRefused;
  module.refusal = reason;
}

/// Sets the goal of a swing that starts at a surface.
void lead_to(const ModuleTask& task, SwingPath& swing) {
  swing.goal = task.foothold;
  swing.form = task.form;
  swing.from_air = false;
  swing.depth_m = 0;
}

/// Loads the foot again, continuing the ramp from its present load.
void load_again(const ControllerConfig& config, ModuleState& module) {
  const double left_s = (1 - progress(module, config)) * config.gait.load_s;
  enter(module, FootPhase::kLoad);
  module.ticks = static_cast<std::int32_t>(std::lround(left_s / config.period_s));
  module.press_rad = {};
}

/// Returns to stance if the cup has not released; a moving leg brakes.
void return_to_stance(const ControllerConfig& config, const ModuleTask& task, ModuleState& module) {
  const bool moves = module.phase == FootPhase::kFree && progress(module, config) < 1;
  if (moves) {
    module.last_task = task.id;
    module.status = TaskStatus::kRunning;
    module.refusal = Reason::kNone;
    module.brakes = true;
    return;
  }
  const bool unloads = module.phase == FootPhase::kUnload;
  if (!unloads && module.phase != FootPhase::kStance && module.phase != FootPhase::kFree) return;
  if (unloads) load_again(config, module);
  const bool preempts = module.status == TaskStatus::kRunning;
  accept(task, module);
  module.status = preempts ? TaskStatus::kPreempted : TaskStatus::kDone;
}

/// Steps from a place where the cup did not seal to another one.
void step_elsewhere(const ModuleTask& task, ModuleState& module) {
  accept(task, module);
  SwingPath& swing = module.swing;
  swing.p_from_W = swing.goal.p_WW + swing.depth_m * swing.goal.z_WF;
  swing.z_from_W = swing.goal.z_WF;
  lead_to(task, swing);
  module.from_contact = false;
  module.retries = 0;
  module.reason = Reason::kNone;
  enter(module, FootPhase::kRelease);
}

/// Starts a swing to the foothold from the foot's present place in the air.
void swing_on(const Leg& leg, const ControllerConfig& config, const ModuleTask& task,
              ModuleState& module) {
  SwingPath swing = swing_from_air(leg, task.X_WB, module.q_set_rad, task.foothold);
  swing.form = task.form;
  if (!reaches_swing(leg, task.X_WB, task.X_WB, config, swing, module.q_set_rad))
    return refuse(task, Reason::kUnreachable, module);
  accept(task, module);
  module.swing = swing;
  module.from_contact = module.stalls = false;
  module.retries = 0;
  enter(module, FootPhase::kTransfer);
}

/// Begins a step by the reverse body, which has no phases before its swing.
void leave_ground(ModuleState& module) {
  module.attached = false;
  enter(module, FootPhase::kTransfer);
}

void begin_step(const Leg& leg, const ControllerConfig& config, const ModuleTask& task,
                ModuleState& module) {
  const bool stuck = module.stalls && is_swing_phase(module.phase);
  if (stuck && task.kind == TaskKind::kStep) return swing_on(leg, config, task, module);
  if (found_no_hold(module.phase, module.reason) && task.kind == TaskKind::kStep)
    return step_elsewhere(task, module);
  if (module.phase != FootPhase::kStance) return refuse(task, Reason::kLegHeld, module);
  accept(task, module);
  module.p_sent_W.reset();
  if (task.reverse) return leave_ground(module);
  SwingPath& swing = module.swing;
  swing.z_from_W = task.z_from_W;
  swing.times = task.times;
  lead_to(task, swing);
  module.from_contact = true;
  module.retries = 0;
  module.yield_rad = {};
  enter(module, FootPhase::kUnload);
}

void begin_attach(const Leg& leg, const ControllerConfig& config, const ModuleTask& task,
                  ModuleState& module) {
  if (module.phase != FootPhase::kFree) return refuse(task, Reason::kLegHeld, module);
  swing_on(leg, config, task, module);
}

void begin_move(const Leg& leg, const ControllerConfig& config, const ModuleTask& task,
                const LegMove* move, ModuleState& module, AcceptedMove& accepted) {
  if (module.phase != FootPhase::kFree || move == nullptr)
    return refuse(task, Reason::kLegHeld, module);
  const SwingLimits defaults = swing_limits(config.gait);
  if (PlannedMove::plan(leg, defaults, *move, module.q_set_rad, accepted.path) != IkStatus::kOk)
    return refuse(task, Reason::kUnreachable, module);
  accept(task, module);
  accepted.task = task.id;
  module.ticks = 0;
  module.move_s = accepted.path.duration_s();
  module.brakes = false;
  module.pace = task.pace;
  module.behind_s = 0;
}

}  // namespace

void meet_task(const Leg& leg, const ControllerConfig& config, const ModuleTask& task,
               const LegMove* move, ModuleState& module, AcceptedMove& accepted) noexcept {
  module.task.X_WB = task.X_WB;
  module.task.V_WB = task.V_WB;
  module.task.through = task.through;
  module.task.urgent = task.urgent;
  if (task.id == module.last_task) return;
  switch (task.kind) {
    case TaskKind::kStance:
      return return_to_stance(config, task, module);
    case TaskKind::kStep:
    case TaskKind::kDetach:
      return begin_step(leg, config, task, module);
    case TaskKind::kAttach:
      return begin_attach(leg, config, task, module);
    case TaskKind::kMove:
      return begin_move(leg, config, task, move, module, accepted);
  }
}

}  // namespace ventosa::controller
