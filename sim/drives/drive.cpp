#include "sim/drives/drive.h"

#include <algorithm>
#include <cmath>

#include "hal/guard/limit_check.h"
#include "sim/model/quantise.h"

namespace ventosa::sim {

using controller::JointMode;
using controller::JointSetpoint;
using controller::MotionProfile;

namespace {

JointMode effective_mode(const DriveConfig& config, const JointSetpoint& setpoint) {
  if (setpoint.mode == JointMode::kPassive) return JointMode::kPassive;
  return hal::is_finite(setpoint) && supports_mode(config.plant, config.options, setpoint.mode)
             ? setpoint.mode
             : JointMode::kHold;
}

/// True for an electric drive whose module takes nothing but position references.
bool only_follows_positions(const DriveConfig& config) {
  return config.electric() && config.plant.firmware.only_follows_positions();
}

/// The reference is that of a profile, or the last one.
void keep_reference(DriveState& state) {
  const MotionProfile& profile = state.law.profile;
  if (profile.speed_rad_s > 0 || profile.acceleration_rad_s2 > 0)
    state.law.q_rad = state.servo.reference.q_rad;
  state.law.mode = JointMode::kHold;
}

void hold(const DriveConfig& config, double q_rad, DriveState& state) {
  JointSetpoint& law = state.law;
  if (law.mode == JointMode::kHold || law.mode == JointMode::kPassive) return;
  if (only_follows_positions(config)) return keep_reference(state);
  const double tau_ff_Nm = law.mode == JointMode::kImpedance
                               ? law.tau_ff_Nm
                               : config.plant.firmware.torque_constant_Nm_A * state.motor.current_A;
  law = {JointMode::kHold, q_rad, 0, tau_ff_Nm, config.hold_kp_Nm_rad, config.hold_kd_Nms_rad};
}

/// True if another loop begins; a module's own one continues from hold.
bool starts_loop(const DriveConfig& config, JointMode last, JointMode mode) {
  return mode != last && (last != JointMode::kHold || !only_follows_positions(config));
}

void lose_power(DriveState& state) {
  state.lies_dead = true;
  state.law = {.mode = JointMode::kPassive};
  state.motor.shut_off = state.motor.overloaded = false;
}

double motor_torque_Nm(const DriveConfig& config, const ShaftMotion& read, const ShaftMotion& rotor,
                       DriveState& state) {
  if (!config.electric()) return torque(config, state, read.q_rad, read.dq_rad_s);
  const Demand demand = motor_demand(config, read, state);
  const double tau_Nm =
      drive_motor(config.motor, demand, state.supply_V, rotor.dq_rad_s, state.motor);
  step_temperature(config.motor, state.motor);
  return tau_Nm;
}

/// tau_d = J dw/dt - tau_m of the last step.
double disturbing_Nm(const DriveConfig& config, const ShaftMotion& rotor, const DriveState& state) {
  const double acceleration = (rotor.dq_rad_s - state.rotor_rad_s) / config.step_s;
  return rotor_inertia_kgm2(config.backlash) * acceleration - state.tau_motor_Nm;
}

bool in_gap(const DriveConfig& config, const DriveState& state) {
  return config.has_backlash() && state.backlash.flank == 0;
}

/// when contact begins, the gear's friction spring starts without strain
double update_gear_contact(const DriveConfig& config, const ShaftMotion& joint, DriveState& state) {
  if (!config.has_backlash()) return 0;
  const bool was_in_gap = in_gap(config, state);
  const double impact_Nm = update_backlash(config.backlash, joint, state.backlash);
  if (was_in_gap) state.gear.anchor_rad = state.backlash.rotor.q_rad;
  return impact_Nm;
}

/// Torque through the gear without friction of an ideal drive. What would not turn by itself in any
/// gear, a drive without power, is held by the gear's true friction.
double ideal_gear_torque_Nm(const DriveConfig& config, const ShaftMotion& rotor,
                            DriveState& state) {
  if (state.lies_dead)
    return transmit(config.gear, state.tau_motor_Nm, rotor.q_rad, rotor.dq_rad_s, state.gear);
  state.gear.anchor_rad = rotor.q_rad;
  return state.tau_motor_Nm;
}

double gear_torque_Nm(const DriveConfig& config, const ShaftMotion& rotor, DriveState& state) {
  switch (config.options.friction) {
    case FrictionModel::kLoad:
      return transmit(config.gear, state.tau_motor_Nm, rotor.q_rad, rotor.dq_rad_s, state.gear);
    case FrictionModel::kLugre:
      return state.tau_motor_Nm - bristle_friction_Nm(config.lugre, rotor.dq_rad_s, state.lugre);
    case FrictionModel::kNone:
      return ideal_gear_torque_Nm(config, rotor, state);
    case FrictionModel::kConstant:
      break;
  }
  return state.tau_motor_Nm;
}

/// the rotor moves alone; the torque on the joint is 0
double step_rotor_in_gap(const DriveConfig& config, DriveState& state) {
  const models::Gear& gear = config.plant.gear;
  const double w = state.backlash.rotor.dq_rad_s;
  if (config.options.friction == FrictionModel::kLoad)
    coast(config.backlash, state.tau_motor_Nm - gear.viscous_Nms_rad * w,
          unloaded_friction_Nm(gear, w), state.backlash);
  else
    coast(config.backlash, gear_torque_Nm(config, state.backlash.rotor, state), 0, state.backlash);
  return 0;
}

/// Electric power of the drive; that of an ideal motor is its mechanical power.
double electric_input_W(const DriveConfig& config, const ShaftMotion& rotor,
                        const DriveState& state) {
  if (!powered(config.plant.motor, state.supply_V)) return 0;
  if (!config.electric()) return state.tau_motor_Nm * rotor.dq_rad_s;
  return electric_power_W(state.motor) + config.plant.motor.standby_current_A * state.supply_V;
}

// resolution of the registers; drives without a current sensor report a load instead
constexpr double kLoadStep = 0.001;
constexpr double kVoltageStep_V = 0.1;
constexpr double kTemperatureStep_C = 1;

double current_reading_A(const DriveConfig& config, double current_A) {
  const models::Firmware& firmware = config.plant.firmware;
  if (!config.options.quantisation) return current_A;
  if (firmware.senses_current()) return quantised_current_A(firmware, current_A);
  return quantise(current_A, kLoadStep * config.plant.motor.current_limit_A);
}

std::int32_t errors_of(const DriveConfig& config, const DriveState& state) {
  const bool starved = !powered(config.plant.motor, state.supply_V);
  return (starved ? controller::kVoltageError : 0) |
         (state.motor.shut_off ? controller::kHeatError : 0) |
         (state.motor.overloaded ? controller::kOverloadError : 0);
}

}  // namespace

DriveConfig arm_drive(double stall_torque_Nm) { return {stall_torque_Nm, 60, 4}; }
DriveConfig wrist_drive(double stall_torque_Nm) { return {stall_torque_Nm, 8, 0.3}; }

void set_plant(const models::Drive& plant, const DriveOptions& options, double step_s,
               DriveConfig& config) {
  config.takes_gains = options.interface == DriveInterface::kImpedance;
  config.options = options;
  config.step_s = step_s;
  config.plant = plant;
  config.servo = servo_config(plant, step_s);
  config.motor = motor_config(plant, options.ambient_C, step_s, options.thermal);
  config.gear = gear_config(plant.gear, plant.armature_kgm2, step_s);
  config.lugre = lugre_config(plant.gear, step_s);
  config.backlash = backlash_config(plant, options.backlash, step_s);
}

DriveState at_rest(const DriveConfig& config, double q_rad) {
  DriveState state;
  const ShaftMotion read{q_rad - config.joint_offset_rad, 0};
  state.law = {.mode = JointMode::kImpedance, .q_rad = read.q_rad};
  state.servo.reference = read;
  accept(config, {}, read, state);
  state.supply_V = config.rail_V;
  state.motor.temperature_C = config.options.ambient_C;
  state.gear.anchor_rad = q_rad;
  state.backlash = centred_backlash(q_rad);
  return state;
}

double motor_stall_Nm(const DriveConfig& config) noexcept {
  if (!config.electric()) return config.stall_torque_Nm;
  const models::Motor& motor = config.plant.motor;
  return motor.torque_constant_Nm_A * config.rail_V / motor.resistance_ohm;
}

ShaftMotion read_motion(const DriveConfig& config, const ShaftMotion& sensed) noexcept {
  const ShaftMotion read{sensed.q_rad - config.joint_offset_rad, sensed.dq_rad_s};
  return config.options.quantisation ? quantised(config.plant.firmware, read) : read;
}

void accept(const DriveConfig& config, const JointSetpoint& setpoint, const ShaftMotion& read,
            DriveState& state) noexcept {
  const JointMode mode = effective_mode(config, setpoint);
  if (mode == JointMode::kHold) return hold(config, read.q_rad, state);
  if (starts_loop(config, state.law.mode, mode)) state.servo = {.reference = read};
  state.lies_dead = false;
  state.law = setpoint;
  if (!config.takes_gains) state.law.kp_Nm_rad = state.law.kd_Nms_rad = 0;
}

double torque(const DriveConfig& config, const DriveState& state, double q_read_rad,
              double dq_rad_s) noexcept {
  const JointSetpoint& law = state.law;
  if (law.mode == JointMode::kPassive || state.supply_V == 0) return 0;
  const double tau_Nm = impedance_Nm(law, {q_read_rad, dq_rad_s});
  const double limit_Nm = config.plant.torque_cap * config.stall_torque_Nm;
  return std::clamp(tau_Nm, -limit_Nm, limit_Nm);
}

ShaftMotion begin_step(const DriveConfig& config, const ShaftMotion& actual,
                       DriveState& state) noexcept {
  if (!powered(config.plant.motor, state.supply_V)) lose_power(state);
  state.backlash.output_Nm = update_gear_contact(config, actual, state);
  const ShaftMotion rotor = config.has_backlash() ? state.backlash.rotor : actual;
  state.disturbing_Nm = disturbing_Nm(config, rotor, state);
  state.rotor_rad_s = rotor.dq_rad_s;
  return rotor;
}

double current_cap_A(const DriveConfig& config) noexcept {
  const double stall_A = config.rail_V / config.plant.motor.resistance_ohm;
  return config.plant.torque_cap * stall_A;
}

Demand motor_demand(const DriveConfig& config, const ShaftMotion& read,
                    DriveState& state) noexcept {
  const double cap_A = current_cap_A(config);
  const double limit_A = std::min(cap_A, current_limit_A(config.motor, state.motor));
  Demand demand = step_servo(config.servo, {state.law, read, state.supply_V, limit_A}, state.servo);
  demand.limit_A = std::min(demand.limit_A, cap_A);
  return demand;
}

double finish_step(const DriveConfig& config, const ShaftMotion& rotor,
                   DriveState& state) noexcept {
  state.tau_Nm = in_gap(config, state) ? step_rotor_in_gap(config, state)
                                       : gear_torque_Nm(config, rotor, state);
  state.backlash.output_Nm += state.tau_Nm;
  if (std::abs(state.tau_motor_Nm) >= std::abs(state.worst_tau_Nm))
    state.worst_tau_Nm = state.tau_motor_Nm;
  state.power_W = electric_input_W(config, rotor, state);
  state.period_J += state.power_W * config.step_s;
  state.energy_J += state.power_W * config.step_s;
  return state.backlash.output_Nm;
}

double step_drive(const DriveConfig& config, const ShaftMotion& read, const ShaftMotion& actual,
                  DriveState& state) noexcept {
  const ShaftMotion rotor = begin_step(config, actual, state);
  state.tau_motor_Nm = motor_torque_Nm(config, read, rotor, state);
  return finish_step(config, rotor, state);
}

bool supports_mode(const models::Drive& plant, const DriveOptions& options,
                   JointMode mode) noexcept {
  if (options.model == MotorModel::kElectric) return supports_mode(plant.firmware, mode);
  return mode <= JointMode::kImpedance;
}

DriveReport report(const DriveConfig& config, const DriveState& state) noexcept {
  if (!config.electric())
    return {.tau_Nm = state.tau_motor_Nm,
            .current_A = state.motor.current_A,
            .voltage_V = state.supply_V,
            .temperature_C = state.motor.temperature_C};
  const models::Firmware& firmware = config.plant.firmware;
  const double current_A = current_reading_A(config, state.motor.current_A);
  const bool quantised = config.options.quantisation;
  return {.tau_Nm = firmware.torque_constant_Nm_A * current_A,
          .current_A = firmware.senses_current() ? current_A : controller::kUnknown,
          .voltage_V = quantised ? quantise(state.supply_V, kVoltageStep_V) : state.supply_V,
          .temperature_C = quantised ? quantise(state.motor.temperature_C, kTemperatureStep_C)
                                     : state.motor.temperature_C};
}

DriveStatus status(const DriveConfig& config, const DriveState& state) noexcept {
  const std::int32_t errors = errors_of(config, state);
  const bool torque = state.law.mode != JointMode::kPassive && errors == 0;
  return {.mode = state.law.mode,
          .torque = torque ? controller::Switch::kOn : controller::Switch::kOff,
          .errors = errors};
}

}  // namespace ventosa::sim
