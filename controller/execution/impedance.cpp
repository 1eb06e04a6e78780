#include "controller/execution/impedance.h"

#include <algorithm>
#include <cmath>

#include "controller/dynamics/friction.h"

namespace ventosa::controller {
namespace {

/// Index of a joint's gains: 0 for joint 1, and also for joint 0.
std::size_t gain_of(const Leg& leg, std::size_t joint) {
  return joint - std::min(joint, static_cast<std::size_t>(leg.n_lead()));
}

JointMode mode_of(const ControllerConfig& config) {
  return config.gains.loop == ServoLoop::kServo ? JointMode::kPosition : JointMode::kImpedance;
}

/// Set-point of a wrist joint of an attached foot: torque off. While the body moves, and if the
/// drive takes torque commands, the torque compensates the gear's own friction, so that the cup
/// need not turn the gear.
JointSetpoint passive_setpoint(const ControllerConfig& config, const Joint& joint, double q_rad,
                               double dq_rad_s, double side) {
  constexpr double kStill_rad_s = 1e-4;
  JointSetpoint setpoint{.mode = JointMode::kPassive, .q_rad = q_rad};
  if (config.gains.loop == ServoLoop::kServo || std::abs(dq_rad_s) < kStill_rad_s) return setpoint;
  const double limit = joint.torque_limit_Nm;
  setpoint.tau_ff_Nm =
      std::clamp(with_friction(joint.friction, config.gains, 0, dq_rad_s, side), -limit, limit);
  if (setpoint.tau_ff_Nm != 0) setpoint.mode = JointMode::kImpedance;
  return setpoint;
}

}  // namespace

LegCommand impedance_command(const Leg& leg, const ControllerConfig& config,
                             const JointTarget& target, const LegEffort& effort) noexcept {
  LegCommand command;
  const bool follows_rate = config.gains.law == ControlLaw::kRateError;
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j) {
    if (effort.attached && static_cast<int>(j) >= leg.n_arm) {
      command.joint[j] = passive_setpoint(config, leg.joint[j], target.q_rad[j], target.dq_rad_s[j],
                                          effort.friction_side[j]);
      continue;
    }
    const double limit = leg.joint[j].torque_limit_Nm;
    const std::size_t gain = gain_of(leg, j);
    const double kp_Nm_rad = config.gains.kp_Nm_rad[gain];
    const JointFriction friction = breaking_away(leg.joint[j].friction, effort.breaks_away);
    const double tau_Nm = (1 - effort.stiffness) * kp_Nm_rad * effort.press_rad[j] +
                          with_friction(friction, config.gains, effort.tau_ff_Nm[j],
                                        target.dq_rad_s[j], effort.friction_side[j]);
    command.joint[j] = {.mode = mode_of(config),
                        .q_rad = target.q_rad[j] + effort.press_rad[j],
                        .dq_rad_s = follows_rate ? target.dq_rad_s[j] : 0,
                        .tau_ff_Nm = std::clamp(tau_Nm, -limit, limit),
                        .kp_Nm_rad = effort.stiffness * kp_Nm_rad,
                        .kd_Nms_rad = effort.stiffness * config.gains.kd_Nms_rad[gain]};
  }
  return command;
}

void close_loop(const Leg& leg, const LegReading& reading, LegCommand& command) noexcept {
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j) {
    JointSetpoint& s = command.joint[j];
    const JointReading& now = reading.joint[j];
    const double limit = leg.joint[j].torque_limit_Nm;
    const double tau_Nm = s.tau_ff_Nm + s.kp_Nm_rad * (s.q_rad - now.q_rad) +
                          s.kd_Nms_rad * (s.dq_rad_s - now.dq_rad_s);
    s.tau_ff_Nm = s.mode == JointMode::kImpedance ? std::clamp(tau_Nm, -limit, limit) : 0;
    s.kp_Nm_rad = s.kd_Nms_rad = 0;
  }
}

}  // namespace ventosa::controller
