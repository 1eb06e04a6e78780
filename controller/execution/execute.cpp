#include "controller/execution/execute.h"

#include "controller/dynamics/leg_dynamics.h"
#include "controller/execution/accept_task.h"
#include "controller/execution/attach_detach.h"
#include "controller/execution/impedance.h"

namespace ventosa::controller {
namespace {

/// A detached leg has its accelerations from its move.
bool knows_acceleration(const ControllerConfig& config, FootPhase phase) {
  return config.gait.swing == SwingControl::kInverseDynamics || phase == FootPhase::kFree;
}

/// What the joints of a leg have to give: what holds it, or what moves it through the air.
PerJoint<double> torque(const Leg& leg, const ControllerConfig& config, const Stance& stance,
                        const StanceLeg& state, FootPhase phase, const Vector3d& F_B,
                        const JointTarget& target) {
  if (state.attached || !knows_acceleration(config, phase))
    return feed_forward(leg, state, stance.g_B, F_B);
  return inverse_dynamics(leg, state.pose, {target.dq_rad_s, target.ddq_rad_s2},
                          {.a_B = -stance.g_B}, Vector3d::Zero());
}

/// A swing begins where the filter last knew the foot to be attached.
void begin_swing_at_contact(const Contact& contact, ModuleState& module) {
  const bool begins = is_contact_phase(module.phase) || module.phase == FootPhase::kRelease;
  if (module.from_contact && begins) module.swing.p_from_W = contact.p_WW;
}

/// Position control comes and goes with the load: it would hold a foot to the place that the
/// others' deflection gives it.
LegEffort effort_of(const StanceLeg& stance, double pd_share, const PerJoint<double>& tau_Nm) {
  return {.tau_ff_Nm = tau_Nm,
          .stiffness = stance.attached ? pd_share * stance.availability : 1,
          .attached = stance.attached};
}

}  // namespace

Execution execute(const RobotModel& robot, const ControllerConfig& config, const ExecutionInput& in,
                  AcceptedMoves& moves, ExecutionState& state) noexcept {
  Execution done;
  const Stance& stance = in.body.stance;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const Leg& leg = robot.leg[i];
    const Contact& contact = in.body.contact[i];
    ModuleState& module = state.module[i];
    module.fresh = module.fresh || in.plan.restart_set_points;
    meet_task(leg, config, in.plan.task[i], in.plan.move, module, moves[i]);
    begin_swing_at_contact(contact, module);
    done.p_BW[i] = module.task.X_WB.inverse() * planned_wrist(leg, config, contact, module);
    JointTarget target;
    if (set_points(leg, config, contact, moves[i], module, target) != IkStatus::kOk) {
      done.reason = Reason::kUnreachable;
      return done;
    }
    const PerJoint<double> tau_Nm =
        torque(leg, config, stance, stance.leg[i], module.phase, in.load.F_B[i], target);
    LegCommand& command = done.command.leg[i];
    command =
        impedance_command(leg, config, target, effort_of(stance.leg[i], in.plan.pd_share, tau_Nm));
    command.cup = cup_command(module.phase, config.cup_goal_force_N);
    if (config.gains.loop == ServoLoop::kController) close_loop(leg, in.seen.leg[i], command);
  }
  return done;
}

}  // namespace ventosa::controller
