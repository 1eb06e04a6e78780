#include "controller/execution/set_points.h"

#include <Eigen/Cholesky>
#include <algorithm>

#include "controller/kinematics/forward_kinematics.h"
#include "controller/trajectory/pose_follower.h"
#include "controller/trajectory/reverse_swing.h"
#include "controller/trajectory/swing_reach.h"

namespace ventosa::controller {
namespace {

bool is_on_surface(FootPhase phase) {
  return is_contact_phase(phase) || phase == FootPhase::kRelease;
}

/// True for a lost foot: it may be where inverse kinematics of its contact point has no solution.
bool has_come_off(const ModuleState& module) {
  return is_contact_phase(module.phase) && !module.attached;
}

/// Clamps joint angles to their limits; a reading at a stop may be slightly beyond.
PerJoint<double> within_limits(const Leg& leg, PerJoint<double> q_rad) {
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j)
    q_rad[j] = std::clamp(q_rad[j], leg.joint[j].q_min_rad, leg.joint[j].q_max_rad);
  return q_rad;
}

double phase_time_s(const ModuleState& module, const ControllerConfig& config) {
  return module.ticks * config.period_s;
}

double bounded(double dq_rad_s, double limit_rad_s) {
  return std::clamp(dq_rad_s, -limit_rad_s, limit_rad_s);
}

/// Velocity and acceleration by central differences of samples `step_s` before and after.
void differentiate(const Leg& leg, const PerJoint<double>& before, const PerJoint<double>& after,
                   double step_s, JointTarget& target) {
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j) {
    target.dq_rad_s[j] = (after[j] - before[j]) / (2 * step_s);
    target.ddq_rad_s2[j] = (after[j] - 2 * target.q_rad[j] + before[j]) / (step_s * step_s);
  }
}

/// Wrist point of a foot on its surface.
Vector3d resting_wrist(const Contact& contact, const ModuleState& module) {
  const SwingPath& swing = module.swing;
  if (module.phase == FootPhase::kRelease)
    return swing.p_from_W - swing.extension_m * swing.z_from_W;
  if (module.p_sent_W) return *module.p_sent_W;
  return contact.p_WW + contact.deflection_W;
}

/// Joints of a foot in the air, with the body after some time of its planned motion.
IkStatus joints_at(const Leg& leg, const ModuleState& module, const SwingTarget& target,
                   double body_time_s, PerJoint<double>& q) {
  const ModuleTask& task = module.task;
  const Isometry3d X_LW = (moved(task.X_WB, task.V_WB, body_time_s) * leg.X_BL).inverse();
  return follow_swing(leg, X_LW, target, module.swing.roll_from_rad, q);
}

/// Joints in the middle of the period. Where the swing a period before or after is out of reach,
/// the velocity is zero.
IkStatus swing_joints(const Leg& leg, const ControllerConfig& config, const ModuleState& module,
                      JointTarget& target) {
  const double h = config.period_s, middle_s = phase_time_s(module, config) + h / 2;
  const SwingMotion swing(module.swing, module.phase, config);
  const IkStatus status = joints_at(leg, module, swing.at(middle_s), 0, target.q_rad);
  if (status != IkStatus::kOk) return status;
  PerJoint<double> before = target.q_rad, after = target.q_rad;
  if (joints_at(leg, module, swing.at(middle_s - h), -h, before) == IkStatus::kOk &&
      joints_at(leg, module, swing.at(middle_s + h), h, after) == IkStatus::kOk)
    differentiate(leg, before, after, h, target);
  return IkStatus::kOk;
}

/// Place of a foot that swings by the reverse body, some time from the middle of the period.
Vector3d reverse_place(const ControllerConfig& config, const ModuleState& module, double time_s) {
  const ModuleTask& task = module.task;
  const double swung_s = phase_time_s(module, config) + config.period_s / 2 + time_s;
  return reverse_target(*task.reverse, moved(task.X_WB, task.V_WB, time_s),
                        swung_s / task.reverse->duration_s);
}

/// Joints in the middle of the period, with rates of the samples a period before and after.
IkStatus reverse_joints(const Leg& leg, const ControllerConfig& config, const ModuleState& module,
                        JointTarget& target) {
  const ModuleTask& task = module.task;
  const auto joints_at = [&](double time_s, PerJoint<double>& q_rad) {
    const Isometry3d X_WL = moved(task.X_WB, task.V_WB, time_s) * leg.X_BL;
    return follow_arm(leg, X_WL.inverse() * reverse_place(config, module, time_s), q_rad);
  };
  const double h = config.period_s;
  const IkStatus status = joints_at(0, target.q_rad);
  PerJoint<double> before = target.q_rad, after = target.q_rad;
  if (status == IkStatus::kOk && joints_at(-h, before) == IkStatus::kOk &&
      joints_at(h, after) == IkStatus::kOk)
    differentiate(leg, before, after, h, target);
  return status;
}

/// Velocity of the wrist point away from the surface, as the lip of a releasing foot extends.
Vector3d resting_wrist_velocity(const ModuleState& module) {
  if (module.phase != FootPhase::kRelease) return Vector3d::Zero();
  return -module.extension_rate_m_s * module.swing.z_from_W;
}

/// Velocity of the wrist point in the coming phase: away from the surface for a releasing foot.
Vector3d heading(const ModuleState& module) {
  constexpr double kLift_m_s = 0.02;
  if (module.phase != FootPhase::kRelease) return Vector3d::Zero();
  return -kLift_m_s * module.swing.z_from_W;
}

/// Joint rates that move the wrist point with v_W while the body moves:  J dq = v_W - (v + w x r),
/// r = p_W - p_B. A joint 0 stays. Damped near the stretched arm.
void lead_wrist(const Leg& leg, const ModuleTask& task, const Vector3d& p_WW, const Vector3d& v_WW,
                const ArmJacobian& J_BW, PerJoint<double>& dq_rad_s) {
  constexpr double kLever2_m2 = 1e-6;
  const Vector3d r_W = p_WW - task.X_WB.translation();
  const Vector3d body_W = task.V_WB.v_W + task.V_WB.w_W.cross(r_W);
  const Vector3d v_B = task.X_WB.linear().transpose() * (v_WW - body_W);
  const Matrix3d J = J_BW.rightCols<3>();
  const Matrix3d JJ = J * J.transpose() + kLever2_m2 * Matrix3d::Identity();
  const Vector3d dq = J.transpose() * JJ.ldlt().solve(v_B);
  for (int j = 0; j < 3; ++j) dq_rad_s[static_cast<std::size_t>(leg.n_arm - 3 + j)] = dq[j];
}

/// Rates of a passive wrist between the forearm and an attached cup:
///   [z_4 z_5 z_6] dq = -(w_WB + sum_arm z_j dq_j)
/// Damped where the cup points along the forearm.
void follow_with_wrist(const Leg& leg, const LegPose& pose, const ModuleTask& task,
                       PerJoint<double>& dq_rad_s) {
  constexpr double kDamping = 1e-3;
  Vector3d w_B = task.X_WB.linear().transpose() * task.V_WB.w_W;
  Matrix3d Z;
  for (int j = 0; j < leg.n_joints; ++j) {
    const auto joint = static_cast<std::size_t>(j);
    if (j < leg.n_arm)
      w_B += dq_rad_s[joint] * pose.axis_B[joint];
    else
      Z.col(j - leg.n_arm) = pose.axis_B[joint];
  }
  const Matrix3d ZZ = Z * Z.transpose() + kDamping * Matrix3d::Identity();
  const Vector3d dq = -Z.transpose() * ZZ.ldlt().solve(w_B);
  for (int k = 0; k < 3; ++k) dq_rad_s[static_cast<std::size_t>(leg.n_arm + k)] = dq[k];
}

IkStatus held_joints(const Leg& leg, const ControllerConfig& config, const Contact& contact,
                     const StanceLeg& stance, const ModuleState& module, JointTarget& target) {
  const Vector3d p_WW = resting_wrist(contact, module);
  const Isometry3d X_LW = (module.task.X_WB * leg.X_BL).inverse();
  const auto lead = [&](const Vector3d& v_WW, PerJoint<double>& dq_rad_s) {
    lead_wrist(leg, module.task, p_WW, v_WW, stance.J_BW, dq_rad_s);
    if (stance.attached && leg.has_wrist() && config.gains.friction_share > 0)
      follow_with_wrist(leg, stance.pose, module.task, dq_rad_s);
  };
  lead(resting_wrist_velocity(module), target.dq_rad_s);
  lead(heading(module), target.heading_rad_s);
  return follow_arm(leg, X_LW * p_WW, target.q_rad);
}

/// True if the move is in progress, even if a later task was refused.
bool is_moving(const AcceptedMove& move, const ControllerConfig& config,
               const ModuleState& module) {
  const bool begins = module.status == TaskStatus::kRunning;
  return module.task.kind == TaskKind::kMove && move.task == module.task.id &&
         (begins || move_time_s(module, config.period_s) < module.move_s);
}

/// Slows down along the path, so that only checked poses are passed.
void brake(const ControllerConfig& config, ModuleState& module) {
  constexpr double kBrake_s = 0.5;  // braking time from full speed
  module.pace = std::max(0.0, module.pace - config.period_s / kBrake_s);
  if (module.pace > 0) return;
  module.move_s = 0;
  module.status = TaskStatus::kPreempted;
}

/// Stops at a pose between the checked samples that is out of reach.
void give_up_move(ModuleState& module) {
  module.move_s = 0;
  module.status = TaskStatus::kRefused;
  module.refusal = Reason::kUnreachable;
}

/// Rates along the path at its pace; zero near its ends, where differences are impossible.
void move_rates(const Leg& leg, const PlannedMove& path, double time_s, double step_s,
                double period_s, JointTarget& target) {
  PerJoint<double> before = target.q_rad, after = target.q_rad;
  if (time_s < step_s || time_s + step_s > path.duration_s() ||
      path.at(leg, time_s - step_s, before) != IkStatus::kOk ||
      path.at(leg, time_s + step_s, after) != IkStatus::kOk)
    return;
  differentiate(leg, before, after, period_s, target);
}

/// Joints of a detached leg: along its move, then at the move's end.
void free_joints(const Leg& leg, const ControllerConfig& config, const AcceptedMove& move,
                 ModuleState& module, JointTarget& target) {
  if (!is_moving(move, config, module)) return;
  ++module.ticks;
  if (module.brakes) brake(config, module);
  module.behind_s += (1 - module.pace) * config.period_s;
  const double time_s = move_time_s(module, config.period_s);
  const bool ends = time_s >= module.move_s && module.status == TaskStatus::kRunning;
  if (ends) module.status = TaskStatus::kDone;
  if (move.path.at(leg, time_s, target.q_rad) != IkStatus::kOk)
    give_up_move(module);
  else
    move_rates(leg, move.path, time_s, module.pace * config.period_s, config.period_s, target);
}

IkStatus joints_of_phase(const Leg& leg, const ControllerConfig& config, const Contact& contact,
                         const AcceptedMove& move, const StanceLeg& stance, ModuleState& module,
                         JointTarget& target) {
  IkStatus status = IkStatus::kOk;
  if (is_on_surface(module.phase)) return held_joints(leg, config, contact, stance, module, target);
  if (swings_in_reverse(module))
    status = reverse_joints(leg, config, module, target);
  else if (module.phase != FootPhase::kFree)
    status = swing_joints(leg, config, module, target);
  else
    free_joints(leg, config, move, module, target);
  target.heading_rad_s = target.dq_rad_s;
  return status;
}

}  // namespace

IkStatus set_points(const Leg& leg, const ControllerConfig& config, const Contact& contact,
                    const AcceptedMove& move, const StanceLeg& stance, ModuleState& module,
                    JointTarget& target) noexcept {
  target = {.q_rad = module.q_set_rad};
  const IkStatus status = joints_of_phase(leg, config, contact, move, stance, module, target);
  const bool fails = status != IkStatus::kOk;
  module.stalls = fails && !is_on_surface(module.phase);
  const bool stays = module.stalls || (fails && has_come_off(module));
  if (stays) target = {.q_rad = within_limits(leg, module.q_set_rad)};
  if (fails && !stays) return status;
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j)
    target.dq_rad_s[j] =
        bounded(target.dq_rad_s[j], set_point_limit_rad_s(leg.joint[j], config.gait));
  module.q_set_rad = target.q_rad;
  return IkStatus::kOk;
}

Vector3d planned_wrist(const Leg& leg, const ControllerConfig& config, const Contact& contact,
                       const ModuleState& module) noexcept {
  if (module.phase == FootPhase::kFree)
    return module.task.X_WB * leg_pose(leg, module.q_set_rad).p_BW;
  if (is_on_surface(module.phase)) return resting_wrist(contact, module);
  if (swings_in_reverse(module)) return reverse_place(config, module, 0);
  return swing_target(module.swing, module.phase, phase_time_s(module, config), config).p_WW;
}

}  // namespace ventosa::controller
