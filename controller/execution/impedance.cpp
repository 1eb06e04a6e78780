#include "controller/execution/impedance.h"

#include <algorithm>
#include <cmath>

#include "controller/dynamics/friction.h"

namespace ventosa::controller {
namespace {

/// Gains of a joint's drive.
struct JointGains {
  double kp_Nm_rad = 0;
  double kd_Nms_rad = 0;
};

/// Joint 0 has the gains of joint 1. Under computed torque the drives have none: the feed-forward
/// is the whole torque.
JointGains gains_of(const Leg& leg, const GainConfig& gains, std::size_t joint) {
  if (gains.law == ControlLaw::kComputedTorque) return {};
  const std::size_t k = joint - std::min(joint, static_cast<std::size_t>(leg.n_lead()));
  return {gains.kp_Nm_rad[k], gains.kd_Nms_rad[k]};
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

bool is_passive(const Leg& leg, const LegEffort& effort, std::size_t joint) noexcept {
  return effort.attached && static_cast<int>(joint) >= leg.n_arm;
}

bool is_led(const Leg& leg, const GainConfig& gains, const LegEffort& effort,
            std::size_t joint) noexcept {
  if (is_passive(leg, effort, joint)) return false;
  if (gains.loop == ServoLoop::kServo) return true;
  const bool by_model = gains.law == ControlLaw::kComputedTorque;
  return effort.stiffness > 0 && (by_model || gains_of(leg, gains, joint).kp_Nm_rad > 0);
}

LegCommand impedance_command(const Leg& leg, const ControllerConfig& config,
                             const JointTarget& target, const LegEffort& effort) noexcept {
  LegCommand command;
  const bool follows_rate = config.gains.law != ControlLaw::kRateDamped;
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j) {
    if (is_passive(leg, effort, j)) {
      command.joint[j] = passive_setpoint(config, leg.joint[j], target.q_rad[j], target.dq_rad_s[j],
                                          effort.friction_side[j]);
      continue;
    }
    if (config.gains.law == ControlLaw::kPosition) {
      command.joint[j] = {.mode = mode_of(config), .q_rad = target.q_rad[j]};
      continue;
    }
    const double limit = leg.joint[j].torque_limit_Nm;
    const auto [kp_Nm_rad, kd_Nms_rad] = gains_of(leg, config.gains, j);
    const JointFriction friction = breaking_away(leg.joint[j].friction, effort.breaks_away);
    const double tau_Nm = (1 - effort.stiffness) * kp_Nm_rad * effort.press_rad[j] +
                          with_friction(friction, config.gains, effort.tau_ff_Nm[j],
                                        target.dq_rad_s[j], effort.friction_side[j]);
    command.joint[j] = {.mode = mode_of(config),
                        .q_rad = target.q_rad[j],
                        .dq_rad_s = follows_rate ? target.dq_rad_s[j] : 0,
                        .tau_ff_Nm = std::clamp(tau_Nm, -limit, limit),
                        .kp_Nm_rad = effort.stiffness * kp_Nm_rad,
                        .kd_Nms_rad = effort.stiffness * kd_Nms_rad};
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
