#include "sim/drive.h"

#include <algorithm>
#include <cmath>

namespace ventosa::sim {

using controller::JointMode;
using controller::JointSetpoint;

namespace {

bool finite(const JointSetpoint& s) {
  return std::isfinite(s.q_rad + s.dq_rad_s + s.tau_ff_Nm + s.kp_Nm_rad + s.kd_Nms_rad);
}

JointMode mode_of(const JointSetpoint& setpoint) {
  if (setpoint.mode == JointMode::kImpedance && !finite(setpoint)) return JointMode::kHold;
  return setpoint.mode;
}

}  // namespace

DriveConfig arm_drive(double stall_torque_Nm) { return {stall_torque_Nm, 60, 4}; }
DriveConfig wrist_drive(double stall_torque_Nm) { return {stall_torque_Nm, 8, 0.3}; }

void accept(const DriveConfig& config, const JointSetpoint& setpoint, double q_read_rad,
            DriveState& state) noexcept {
  const JointMode mode = mode_of(setpoint);
  if (mode != JointMode::kHold) {
    state.law = setpoint;
    if (!config.takes_gains) state.law.kp_Nm_rad = state.law.kd_Nms_rad = 0;
    return;
  }
  if (state.law.mode != JointMode::kImpedance) return;
  state.law = {JointMode::kHold,      q_read_rad, 0, state.law.tau_ff_Nm, config.hold_kp_Nm_rad,
               config.hold_kd_Nms_rad};
}

double torque(const DriveConfig& config, const DriveState& state, double q_read_rad,
              double dq_rad_s) noexcept {
  const JointSetpoint& law = state.law;
  if (law.mode == JointMode::kPassive || state.supply_V == 0) return 0;
  const double tau = law.tau_ff_Nm + law.kp_Nm_rad * (law.q_rad - q_read_rad) +
                     law.kd_Nms_rad * (law.dq_rad_s - dq_rad_s);
  return std::clamp(tau, -config.stall_torque_Nm, config.stall_torque_Nm);
}

}  // namespace ventosa::sim
