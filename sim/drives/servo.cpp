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

/// u = p e + integral of i e + d (dq_ref - dq)
double position_loop_V(const models::Firmware& f, const ShaftMotion& read, double supply_V,
                       double dt_s, ServoState& state) {
  const double e_rad = state.reference.q_rad - read.q_rad;
  state.integral_V =
      std::clamp(state.integral_V + f.position_i_V_rad_s * e_rad * dt_s, -supply_V, supply_V);
  return f.position_p_V_rad * e_rad + state.integral_V +
         f.position_d_Vs_rad * (state.reference.dq_rad_s - read.dq_rad_s);
}

double speed_loop_V(const models::Firmware& f, const ShaftMotion& read, double supply_V,
                    double dt_s, ServoState& state) {
  const double e_rad_s = state.reference.dq_rad_s - read.dq_rad_s;
  state.integral_V =
      std::clamp(state.integral_V + f.velocity_i_V_rad * e_rad_s * dt_s, -supply_V, supply_V);
  return f.velocity_p_Vs_rad * e_rad_s + state.integral_V;
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

bool supports_mode(const models::Firmware& firmware, JointMode mode) noexcept {
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

Demand step_servo(const models::Firmware& f, const JointSetpoint& law, const ShaftMotion& read,
                  double supply_V, double dt_s, ServoState& state) noexcept {
  switch (law.mode) {
    case JointMode::kPassive:
      return {Demand::Kind::kOpen, 0};
    case JointMode::kHold:
    case JointMode::kImpedance:
      return {Demand::Kind::kCurrent, impedance_Nm(law, read) / f.torque_constant_Nm_A};
    case JointMode::kPosition:
      follow_profile(law.profile, law.q_rad, dt_s, state.reference);
      return {Demand::Kind::kVoltage, position_loop_V(f, read, supply_V, dt_s, state)};
    case JointMode::kVelocity:
      state.reference.dq_rad_s = ramped(state.reference.dq_rad_s, law.dq_rad_s, law.profile, dt_s);
      return {Demand::Kind::kVoltage, speed_loop_V(f, read, supply_V, dt_s, state)};
    case JointMode::kCurrent:
      return {Demand::Kind::kCurrent, law.current_A};
    case JointMode::kCurrentPosition:
      follow_profile(law.profile, law.q_rad, dt_s, state.reference);
      return {Demand::Kind::kVoltage, position_loop_V(f, read, supply_V, dt_s, state),
              std::abs(law.current_A)};
    case JointMode::kPwm:
      return {Demand::Kind::kVoltage, std::clamp(law.pwm, -1.0, 1.0) * supply_V};
  }
  return {};
}

}  // namespace ventosa::sim
