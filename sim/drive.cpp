#include "sim/drive.h"

#include <algorithm>
#include <cmath>

namespace ventosa::sim {

using controller::JointMode;
using controller::JointSetpoint;

namespace {

bool finite(const JointSetpoint& s) {
  return std::isfinite(s.q_rad + s.dq_rad_s + s.tau_ff_Nm + s.kp_Nm_rad + s.kd_Nms_rad +
                       s.profile.speed_rad_s + s.profile.acceleration_rad_s2 + s.current_A + s.pwm);
}

bool has_mode(const DriveConfig& config, JointMode mode) {
  if (config.electric()) return sim::has_mode(config.plant.firmware, mode);
  return mode <= JointMode::kImpedance;
}

JointMode mode_of(const DriveConfig& config, const JointSetpoint& setpoint) {
  if (setpoint.mode == JointMode::kPassive) return JointMode::kPassive;
  return finite(setpoint) && has_mode(config, setpoint.mode) ? setpoint.mode : JointMode::kHold;
}

void hold(const DriveConfig& config, double q_rad, DriveState& state) {
  JointSetpoint& law = state.law;
  if (law.mode == JointMode::kHold || law.mode == JointMode::kPassive) return;
  const double tau_ff_Nm = law.mode == JointMode::kImpedance
                               ? law.tau_ff_Nm
                               : config.plant.firmware.torque_constant_Nm_A * state.motor.current_A;
  law = {JointMode::kHold, q_rad, 0, tau_ff_Nm, config.hold_kp_Nm_rad, config.hold_kd_Nms_rad};
}

void lose_power(DriveState& state) {
  state.law = {.mode = JointMode::kPassive};
  state.motor.shut_off = false;
}

double motor_torque_Nm(const DriveConfig& config, const JointMotion& read, const JointMotion& is,
                       DriveState& state) {
  if (!config.electric()) return torque(config, state, read.q_rad, read.dq_rad_s);
  const Demand demand =
      serve(config.plant.firmware, state.law, read, state.supply_V, config.step_s, state.servo);
  return drive_motor(config.motor, demand, state.supply_V, is.dq_rad_s, state.motor);
}

/// an ideal motor loses nothing
double drawn_W(const DriveConfig& config, const JointMotion& is, const DriveState& state) {
  if (!powered(config.plant.motor, state.supply_V)) return 0;
  if (!config.electric()) return state.tau_motor_Nm * is.dq_rad_s;
  return electric_power_W(state.motor) + config.plant.motor.standby_current_A * state.supply_V;
}

double rounded(double x, double step) { return step * std::round(x / step); }

/// of a drive without current sensor: the share of its voltage, as its register says it
constexpr double kLoadStep = 0.001;
constexpr double kVoltageStep_V = 0.1;
constexpr double kTemperatureStep_C = 1;

double sensed_current_A(const DriveConfig& config, double current_A) {
  const models::Firmware& firmware = config.plant.firmware;
  if (!config.options.quantisation) return current_A;
  if (firmware.senses_current()) return quantised_current_A(firmware, current_A);
  return rounded(current_A, kLoadStep * config.plant.motor.current_limit_A);
}

}  // namespace

DriveConfig arm_drive(double stall_torque_Nm) { return {stall_torque_Nm, 60, 4}; }
DriveConfig wrist_drive(double stall_torque_Nm) { return {stall_torque_Nm, 8, 0.3}; }

void equip(const models::Drive& plant, const DriveOptions& options, double step_s,
           DriveConfig& config) {
  config.takes_gains = options.interface == DriveInterface::kImpedance;
  config.options = options;
  config.step_s = step_s;
  config.plant = plant;
  config.motor = motor_config(plant, options.ambient_C, options.thermal ? step_s : 0);
  config.gear = gear_config(plant.gear, plant.armature_kgm2, step_s);
}

DriveState at_rest(const DriveConfig& config, double q_rad) {
  DriveState state;
  state.law.mode = JointMode::kImpedance;
  accept(config, {}, {q_rad, 0}, state);
  state.motor.temperature_C = config.options.ambient_C;
  state.gear.anchor_rad = q_rad;
  return state;
}

JointMotion read_motion(const DriveConfig& config, const JointMotion& sensed) noexcept {
  return config.options.quantisation ? quantised(config.plant.firmware, sensed) : sensed;
}

void accept(const DriveConfig& config, const JointSetpoint& setpoint, const JointMotion& read,
            DriveState& state) noexcept {
  const JointMode mode = mode_of(config, setpoint);
  if (mode == JointMode::kHold) return hold(config, read.q_rad, state);
  if (mode != state.law.mode) state.servo = {.reference = read};
  state.law = setpoint;
  if (!config.takes_gains) state.law.kp_Nm_rad = state.law.kd_Nms_rad = 0;
}

double torque(const DriveConfig& config, const DriveState& state, double q_read_rad,
              double dq_rad_s) noexcept {
  const JointSetpoint& law = state.law;
  if (law.mode == JointMode::kPassive || state.supply_V == 0) return 0;
  const double tau = law.tau_ff_Nm + law.kp_Nm_rad * (law.q_rad - q_read_rad) +
                     law.kd_Nms_rad * (law.dq_rad_s - dq_rad_s);
  return std::clamp(tau, -config.stall_torque_Nm, config.stall_torque_Nm);
}

double work(const DriveConfig& config, const JointMotion& read, const JointMotion& is,
            DriveState& state) noexcept {
  if (!powered(config.plant.motor, state.supply_V)) lose_power(state);
  state.tau_motor_Nm = motor_torque_Nm(config, read, is, state);
  state.tau_Nm = config.sticks()
                     ? transmit(config.gear, state.tau_motor_Nm, is.q_rad, is.dq_rad_s, state.gear)
                     : state.tau_motor_Nm;
  if (std::abs(state.tau_Nm) >= std::abs(state.worst_tau_Nm)) state.worst_tau_Nm = state.tau_Nm;
  if (config.electric()) warm_up(config.motor, state.motor);
  state.power_W = drawn_W(config, is, state);
  state.energy_J += state.power_W * config.step_s;
  return state.tau_Nm;
}

DriveReport report(const DriveConfig& config, const DriveState& state) noexcept {
  if (!config.electric()) return {.tau_Nm = state.tau_motor_Nm};
  const models::Firmware& firmware = config.plant.firmware;
  const double current_A = sensed_current_A(config, state.motor.current_A);
  const bool coarse = config.options.quantisation;
  return {.tau_Nm = firmware.torque_constant_Nm_A * current_A,
          .current_A = firmware.senses_current() ? current_A : 0,
          .voltage_V = coarse ? rounded(state.supply_V, kVoltageStep_V) : state.supply_V,
          .temperature_C = coarse ? rounded(state.motor.temperature_C, kTemperatureStep_C)
                                  : state.motor.temperature_C};
}

}  // namespace ventosa::sim
