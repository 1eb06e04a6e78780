#include "controller/execution/set_points.h"

#include <algorithm>

#include "controller/kinematics/forward_kinematics.h"
#include "controller/trajectory/swing_reach.h"

namespace ventosa::controller {
namespace {

bool is_on_surface(FootPhase phase) {
  return is_contact_phase(phase) || phase == FootPhase::kRelease;
}

double phase_time_s(const ModuleState& module, const ControllerConfig& config) {
  return module.ticks * config.period_s;
}

/// the wrist point of a foot that stays on its surface
Vector3d resting_wrist(const Contact& contact, const ModuleState& module) {
  const SwingPath& swing = module.swing;
  if (module.phase == FootPhase::kRelease)
    return swing.p_from_W - swing.extension_m * swing.z_from_W;
  return contact.p_WW + contact.deflection_W;
}

/// Joint accelerations by the swing alone: the body, with a thousandth of its acceleration, stands.
IkStatus swing_acceleration(const Leg& leg, const Isometry3d& X_LW, const ControllerConfig& config,
                            const ModuleState& module, const PerJoint<double>& q,
                            PerJoint<double>& ddq_rad_s2) {
  const double h = config.period_s, t = phase_time_s(module, config);
  PerJoint<double> before = q, after = q;
  const auto solve = [&](double time_s, PerJoint<double>& at) {
    return follow_swing(leg, X_LW, swing_target(module.swing, module.phase, time_s, config),
                        module.swing.roll_from_rad, at);
  };
  const IkStatus status = std::max(solve(t - h / 2, before), solve(t + 1.5 * h, after));
  if (status != IkStatus::kOk) return status;
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j)
    ddq_rad_s2[j] = (after[j] - 2 * q[j] + before[j]) / (h * h);
  return status;
}

/// Joints in the middle of the period. Where the swing cannot be seen around it, it coasts.
IkStatus swing_joints(const Leg& leg, const Isometry3d& X_LW, const ControllerConfig& config,
                      const ModuleState& module, PerJoint<double>& q,
                      PerJoint<double>& ddq_rad_s2) {
  const double time_s = phase_time_s(module, config) + config.period_s / 2;
  const SwingTarget target = swing_target(module.swing, module.phase, time_s, config);
  const IkStatus status = follow_swing(leg, X_LW, target, module.swing.roll_from_rad, q);
  if (status == IkStatus::kOk && config.gait.swing == SwingControl::kInverseDynamics)
    static_cast<void>(swing_acceleration(leg, X_LW, config, module, q, ddq_rad_s2));
  return status;
}

/// A task that was refused meanwhile does not stop the move.
bool is_moving(const AcceptedMove& move, const ControllerConfig& config,
               const ModuleState& module) {
  const bool begins = module.status == TaskStatus::kRunning;
  return module.task.kind == TaskKind::kMove && move.task == module.task.id &&
         (begins || move_time_s(module, config.period_s) < module.move_s);
}

/// On the same way, ever slower: what has been checked is still what is done.
void brake(const ControllerConfig& config, ModuleState& module) {
  constexpr double kBrake_s = 0.5;  // from full speed
  module.pace = std::max(0.0, module.pace - config.period_s / kBrake_s);
  if (module.pace > 0) return;
  module.move_s = 0;
  module.status = TaskStatus::kPreempted;
}

/// Between the samples that were checked: the leg stays where it is.
void give_up_move(ModuleState& module) {
  module.move_s = 0;
  module.status = TaskStatus::kRefused;
  module.refusal = Reason::kUnreachable;
}

/// Along the way at its pace; zero where its ends cut the differences short.
void move_acceleration(const Leg& leg, const PlannedMove& path, double time_s, double step_s,
                       double period_s, const PerJoint<double>& q, PerJoint<double>& ddq_rad_s2) {
  PerJoint<double> before = q, after = q;
  if (time_s < step_s || time_s + step_s > path.duration_s() ||
      path.at(leg, time_s - step_s, before) != IkStatus::kOk ||
      path.at(leg, time_s + step_s, after) != IkStatus::kOk)
    return;
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j)
    ddq_rad_s2[j] = (after[j] - 2 * q[j] + before[j]) / (period_s * period_s);
}

/// Where a move has led to it stays.
IkStatus free_joints(const Leg& leg, const ControllerConfig& config, const AcceptedMove& move,
                     ModuleState& module, PerJoint<double>& q, PerJoint<double>& ddq_rad_s2) {
  if (!is_moving(move, config, module)) return IkStatus::kOk;
  ++module.ticks;
  if (module.brakes) brake(config, module);
  module.behind_s += (1 - module.pace) * config.period_s;
  const double time_s = move_time_s(module, config.period_s);
  const bool ends = time_s >= module.move_s && module.status == TaskStatus::kRunning;
  if (ends) module.status = TaskStatus::kDone;
  if (move.path.at(leg, time_s, q) != IkStatus::kOk)
    give_up_move(module);
  else
    move_acceleration(leg, move.path, time_s, module.pace * config.period_s, config.period_s, q,
                      ddq_rad_s2);
  return IkStatus::kOk;
}

IkStatus joints_of_phase(const Leg& leg, const ControllerConfig& config, const Contact& contact,
                         const AcceptedMove& move, ModuleState& module, PerJoint<double>& q,
                         PerJoint<double>& ddq_rad_s2) {
  if (module.phase == FootPhase::kFree)
    return free_joints(leg, config, move, module, q, ddq_rad_s2);
  const Isometry3d X_LW = (module.task.X_WB * leg.X_BL).inverse();
  return is_on_surface(module.phase) ? follow_arm(leg, X_LW * resting_wrist(contact, module), q)
                                     : swing_joints(leg, X_LW, config, module, q, ddq_rad_s2);
}

double bounded(const Joint& joint, double dq_rad_s) {
  return std::clamp(dq_rad_s, -joint.speed_limit_rad_s, joint.speed_limit_rad_s);
}

/// with the velocity that leads to them from the last ones
void renew(const Leg& leg, const ControllerConfig& config, const PerJoint<double>& q,
           ModuleState& module, JointTarget& target) {
  const double half_s = config.period_s / 2;
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints) && !module.fresh; ++j)
    target.dq_rad_s[j] = bounded(leg.joint[j], (q[j] - module.q_set_rad[j]) / config.period_s +
                                                   half_s * target.ddq_rad_s2[j]);
  target.q_rad = module.q_set_rad = q;
  module.fresh = false;
}

}  // namespace

IkStatus set_points(const Leg& leg, const ControllerConfig& config, const Contact& contact,
                    const AcceptedMove& move, ModuleState& module, JointTarget& target) noexcept {
  PerJoint<double> q = module.q_set_rad;
  target.ddq_rad_s2 = {};
  const IkStatus status = joints_of_phase(leg, config, contact, move, module, q, target.ddq_rad_s2);
  if (status == IkStatus::kOk) renew(leg, config, q, module, target);
  return status;
}

Vector3d planned_wrist(const Leg& leg, const ControllerConfig& config, const Contact& contact,
                       const ModuleState& module) noexcept {
  if (module.phase == FootPhase::kFree)
    return module.task.X_WB * leg_pose(leg, module.q_set_rad).p_BW;
  if (is_on_surface(module.phase)) return resting_wrist(contact, module);
  return swing_target(module.swing, module.phase, phase_time_s(module, config), config).p_WW;
}

}  // namespace ventosa::controller
