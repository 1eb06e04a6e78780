#include "sim/drives/servo.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/model/quantise.h"

namespace ventosa::sim {

using controller::JointMode;
using controller::JointSetpoint;
using controller::MotionProfile;

namespace {

constexpr double kRounding = 1e-9;

double limit_or_infinity(double value) {
  return value > 0 ? value : std::numeric_limits<double>::infinity();
}

/// Share of a loop's output without its integral, and growth of the integral in a period.
struct LoopTerms {
  double direct_V = 0;
  double growth_V = 0;
};

/// Output of a loop; integrates until the output is what the motor can use.
double closed_loop_V(const ServoConfig& config, const ServoInput& in, const LoopTerms& terms,
                     ServoState& state) {
  const double V = in.supply_V, emf_V = config.motor.torque_constant_Nm_A * in.read.dq_rad_s;
  const double span_V = config.motor.resistance_ohm * in.limit_A;
  const double max_V = std::min(V, emf_V + span_V), min_V = std::max(-V, emf_V - span_V);

  const double output_V = terms.direct_V + state.integral_V;
  const double least_V = std::min(0.0, min_V - output_V), most_V = std::max(0.0, max_V - output_V);
  state.integral_V += std::clamp(terms.growth_V, least_V, most_V);
  return std::clamp(terms.direct_V + state.integral_V, -V, V);
}

/// u = p e + integral of i e + d (dq_ref - dq)
double position_loop_V(const ServoConfig& config, const ServoInput& in, ServoState& state) {
  const models::Firmware& f = config.firmware;
  follow_profile(in.law.profile, in.law.q_rad, config.period_s, state.reference);
  const double e_rad = state.reference.q_rad - in.read.q_rad;
  const double de_rad_s = state.reference.dq_rad_s - in.read.dq_rad_s;
  return closed_loop_V(config, in,
                       {.direct_V = f.position_p_V_rad * e_rad + f.position_d_Vs_rad * de_rad_s,
                        .growth_V = f.position_i_V_rad_s * e_rad * config.period_s},
                       state);
}

double speed_loop_V(const ServoConfig& config, const ServoInput& in, ServoState& state) {
  const models::Firmware& f = config.firmware;
  const double e_rad_s = state.reference.dq_rad_s - in.read.dq_rad_s;
  return closed_loop_V(config, in,
                       {.direct_V = f.velocity_p_Vs_rad * e_rad_s,
                        .growth_V = f.velocity_i_V_rad * e_rad_s * config.period_s},
                       state);
}

/// The position loop, with the set-point's own limit of the current.
Demand current_position(const ServoConfig& config, ServoInput in, ServoState& state) {
  const double limit_A = std::abs(in.law.current_A);
  in.limit_A = std::min(in.limit_A, limit_A);
  return {Demand::Kind::kVoltage, position_loop_V(config, in, state), limit_A};
}

/// Voltage of a module's own loop, evaluated once in its period.
double held_voltage_V(const ServoConfig& config, const ServoInput& in, ServoState& state) {
  if (state.steps_to_go == 0) {
    state.output_V = position_loop_V(config, in, state);
    state.steps_to_go = config.period_steps;
  }
  --state.steps_to_go;
  return state.output_V;
}

/// speed after one step towards `to` at the profile's acceleration
double ramped(double from, double to, const MotionProfile& profile, double dt_s) {
  const double max_change = limit_or_infinity(profile.acceleration_rad_s2) * dt_s;
  return from + std::clamp(to - from, -max_change, max_change);
}

}  // namespace

ShaftMotion quantised(const models::Firmware& firmware, const ShaftMotion& motion) noexcept {
  return {quantise(motion.q_rad, firmware.position_step_rad),
          quantise(motion.dq_rad_s, firmware.speed_step_rad_s)};
}

double quantised_current_A(const models::Firmware& firmware, double current_A) noexcept {
  return firmware.senses_current() ? quantise(current_A, firmware.current_step_A) : 0;
}

ServoConfig servo_config(const models::Drive& drive, double step_s) {
  const models::Firmware& firmware = drive.firmware;
  if (!firmware.only_follows_positions()) return {firmware, drive.motor, step_s, 1};
  return {firmware, drive.motor, firmware.loop_s,
          static_cast<std::int32_t>(std::lround(firmware.loop_s / step_s))};
}

bool supports_mode(const models::Firmware& firmware, JointMode mode) noexcept {
  if (firmware.only_follows_positions())
    return mode <= JointMode::kPassive || mode == JointMode::kPosition;
  if (mode == JointMode::kVelocity)
    return firmware.velocity_p_Vs_rad > 0 || firmware.velocity_i_V_rad > 0;
  const bool needs_sensor = mode == JointMode::kCurrent || mode == JointMode::kCurrentPosition;
  return firmware.senses_current() || !needs_sensor;
}

// highest speed v = k a dt from which k steps, each slower by a dt, end at the goal at distance d:
//   d = dt² a (k + ... + 1) = v (v + a dt) / 2a  ->  v + a dt / 2 = sqrt(2 a d + (a dt / 2)²)
void follow_profile(const MotionProfile& profile, double goal_rad, double dt_s,
                    ShaftMotion& reference) noexcept {
  const double max_change = profile.acceleration_rad_s2 * dt_s;
  const bool can_stop =
      max_change == 0 || std::abs(reference.dq_rad_s) <= max_change * (1 + kRounding);
  if (can_stop && std::abs(goal_rad - reference.q_rad) <= kRounding) {
    reference = {goal_rad, 0};
    return;
  }
  const double remaining_rad = goal_rad - reference.q_rad, distance_rad = std::abs(remaining_rad);
  const double half = 0.5 * profile.acceleration_rad_s2 * dt_s;
  const double stoppable = profile.acceleration_rad_s2 > 0
                               ? std::sqrt(4 * half / dt_s * distance_rad + half * half) - half
                               : distance_rad / dt_s;
  const double fastest =
      std::min({stoppable, limit_or_infinity(profile.speed_rad_s), distance_rad / dt_s});
  reference.dq_rad_s =
      ramped(reference.dq_rad_s, std::copysign(fastest, remaining_rad), profile, dt_s);
  reference.q_rad += reference.dq_rad_s * dt_s;
}

double impedance_Nm(const JointSetpoint& law, const ShaftMotion& read) noexcept {
  return law.tau_ff_Nm + law.kp_Nm_rad * (law.q_rad - read.q_rad) +
         law.kd_Nms_rad * (law.dq_rad_s - read.dq_rad_s);
}

Demand step_servo(const ServoConfig& config, const ServoInput& in, ServoState& state) noexcept {
  const models::Firmware& f = config.firmware;
  const JointSetpoint& law = in.law;
  if (law.mode == JointMode::kPassive) return {Demand::Kind::kOpen, 0};
  if (f.only_follows_positions())
    return {Demand::Kind::kVoltage, held_voltage_V(config, in, state)};
  switch (law.mode) {
    case JointMode::kPassive:
      break;
    case JointMode::kHold:
    case JointMode::kImpedance:
      return {Demand::Kind::kCurrent, impedance_Nm(law, in.read) / f.torque_constant_Nm_A};
    case JointMode::kPosition:
      return {Demand::Kind::kVoltage, position_loop_V(config, in, state)};
    case JointMode::kVelocity:
      state.reference.dq_rad_s =
          ramped(state.reference.dq_rad_s, law.dq_rad_s, law.profile, config.period_s);
      return {Demand::Kind::kVoltage, speed_loop_V(config, in, state)};
    case JointMode::kCurrent:
      return {Demand::Kind::kCurrent, law.current_A};
    case JointMode::kCurrentPosition:
      return current_position(config, in, state);
    case JointMode::kPwm:
      return {Demand::Kind::kVoltage, std::clamp(law.pwm, -1.0, 1.0) * in.supply_V};
  }
  return {};
}

}  // namespace ventosa::sim
