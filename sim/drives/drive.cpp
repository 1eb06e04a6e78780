#include "sim/drives/drive.h"

#include <algorithm>
#include <cmath>

#include "controller/model/observation.h"
#include "sim/sensors/resolution.h"

namespace ventosa::sim {

using controller::JointMode;
using controller::JointSetpoint;

namespace {

bool finite(const JointSetpoint& s) {
  return std::isfinite(s.q_rad + s.dq_rad_s + s.tau_ff_Nm + s.kp_Nm_rad + s.kd_Nms_rad +
                       s.profile.speed_rad_s + s.profile.acceleration_rad_s2 + s.current_A + s.pwm);
}

JointMode mode_of(const DriveConfig& config, const JointSetpoint& setpoint) {
  if (setpoint.mode == JointMode::kPassive) return JointMode::kPassive;
  return finite(setpoint) && has_mode(config.plant, config.options, setpoint.mode)
             ? setpoint.mode
             : JointMode::kHold;
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

double motor_torque_Nm(const DriveConfig& config, const ShaftMotion& read, const ShaftMotion& rotor,
                       DriveState& state) {
  if (!config.electric()) return torque(config, state, read.q_rad, read.dq_rad_s);
  const Demand demand =
      serve(config.plant.firmware, state.law, read, state.supply_V, config.step_s, state.servo);
  return drive_motor(config.motor, demand, state.supply_V, rotor.dq_rad_s, state.motor);
}

bool in_gap(const DriveConfig& config, const DriveState& state) {
  return config.has_play() && state.backlash.flank == 0;
}

/// a gear that meets its joint is slack
double engage(const DriveConfig& config, const ShaftMotion& joint, DriveState& state) {
  if (!config.has_play()) return 0;
  const bool apart = in_gap(config, state);
  const double blow_Nm = meet_or_part(config.backlash, joint, state.backlash);
  if (apart) state.gear.anchor_rad = state.backlash.rotor.q_rad;
  return blow_Nm;
}

double gear_torque_Nm(const DriveConfig& config, const ShaftMotion& rotor, DriveState& state) {
  if (!config.sticks()) return state.tau_motor_Nm;
  return transmit(config.gear, state.tau_motor_Nm, rotor.q_rad, rotor.dq_rad_s, state.gear);
}

/// the rotor alone: nothing comes out
double idle(const DriveConfig& config, DriveState& state) {
  const models::Gear& gear = config.plant.gear;
  const double w = state.backlash.rotor.dq_rad_s;
  if (config.sticks())
    coast(config.backlash, state.tau_motor_Nm - gear.viscous_Nms_rad * w, idle_friction_Nm(gear, w),
          state.backlash);
  else
    coast(config.backlash, state.tau_motor_Nm, 0, state.backlash);
  return 0;
}

/// an ideal motor loses nothing
double drawn_W(const DriveConfig& config, const ShaftMotion& rotor, const DriveState& state) {
  if (!powered(config.plant.motor, state.supply_V)) return 0;
  if (!config.electric()) return state.tau_motor_Nm * rotor.dq_rad_s;
  return electric_power_W(state.motor) + config.plant.motor.standby_current_A * state.supply_V;
}

/// of a drive without current sensor: the share of its voltage, as its register says it
constexpr double kLoadStep = 0.001;
constexpr double kVoltageStep_V = 0.1;
constexpr double kTemperatureStep_C = 1;

double sensed_current_A(const DriveConfig& config, double current_A) {
  const models::Firmware& firmware = config.plant.firmware;
  if (!config.options.quantisation) return current_A;
  if (firmware.senses_current()) return quantised_current_A(firmware, current_A);
  return in_steps(current_A, kLoadStep * config.plant.motor.current_limit_A);
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
  config.backlash = backlash_config(plant, options.backlash, step_s);
}

bool has_mode(const models::Drive& plant, const DriveOptions& options, JointMode mode) noexcept {
  if (options.model == MotorModel::kElectric) return has_mode(plant.firmware, mode);
  return mode <= JointMode::kImpedance;
}

DriveState at_rest(const DriveConfig& config, double q_rad) {
  DriveState state;
  state.law.mode = JointMode::kImpedance;
  accept(config, {}, {q_rad, 0}, state);
  state.motor.temperature_C = config.options.ambient_C;
  state.gear.anchor_rad = q_rad;
  state.backlash = in_the_middle(q_rad);
  return state;
}

double stall_motor_Nm(const DriveConfig& config) noexcept {
  if (!config.electric()) return config.stall_torque_Nm;
  const models::Motor& motor = config.plant.motor;
  return motor.torque_constant_Nm_A * kNominal_V / motor.resistance_ohm;
}

ShaftMotion read_motion(const DriveConfig& config, const ShaftMotion& sensed) noexcept {
  return config.options.quantisation ? quantised(config.plant.firmware, sensed) : sensed;
}

void accept(const DriveConfig& config, const JointSetpoint& setpoint, const ShaftMotion& read,
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

double work(const DriveConfig& config, const ShaftMotion& read, const ShaftMotion& is,
            DriveState& state) noexcept {
  if (!powered(config.plant.motor, state.supply_V)) lose_power(state);
  const double blow_Nm = engage(config, is, state);
  const ShaftMotion rotor = config.has_play() ? state.backlash.rotor : is;
  state.tau_motor_Nm = motor_torque_Nm(config, read, rotor, state);
  state.tau_Nm = in_gap(config, state) ? idle(config, state) : gear_torque_Nm(config, rotor, state);
  state.backlash.into_joint_Nm = state.tau_Nm + blow_Nm;
  if (std::abs(state.tau_motor_Nm) >= std::abs(state.worst_tau_Nm))
    state.worst_tau_Nm = state.tau_motor_Nm;
  if (config.electric()) warm_up(config.motor, state.motor);
  state.power_W = drawn_W(config, rotor, state);
  state.period_J += state.power_W * config.step_s;
  state.energy_J += state.power_W * config.step_s;
  return state.backlash.into_joint_Nm;
}

DriveReport report(const DriveConfig& config, const DriveState& state) noexcept {
  if (!config.electric())
    return {.tau_Nm = state.tau_motor_Nm,
            .current_A = state.motor.current_A,
            .voltage_V = state.supply_V,
            .temperature_C = state.motor.temperature_C};
  const models::Firmware& firmware = config.plant.firmware;
  const double current_A = sensed_current_A(config, state.motor.current_A);
  const bool coarse = config.options.quantisation;
  return {.tau_Nm = firmware.torque_constant_Nm_A * current_A,
          .current_A = firmware.senses_current() ? current_A : controller::kUnknown,
          .voltage_V = coarse ? in_steps(state.supply_V, kVoltageStep_V) : state.supply_V,
          .temperature_C = coarse ? in_steps(state.motor.temperature_C, kTemperatureStep_C)
                                  : state.motor.temperature_C};
}

}  // namespace ventosa::sim
