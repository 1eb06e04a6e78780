#pragma once

#include <cstdint>

#include "controller/model/command.h"
#include "models/drive.h"
#include "sim/drives/motor.h"

/// A drive's firmware: its operating modes, computed from sensor readings only. A module with a
/// loop of its own (models::Firmware::loop_s) reads, and changes the motor's voltage, once in its
/// period; any other drive at every physics step.
namespace ventosa::sim {

/// Angle and speed of a shaft, or their readings.
struct ShaftMotion {
  double q_rad = 0;
  double dq_rad_s = 0;
};

/// Motion profile and integral part of the position or speed loop.
struct ServoState {
  ShaftMotion reference;
  double integral_V = 0;
  double output_V = 0;           ///< voltage of a module's own loop, held until its next period
  std::int32_t steps_to_go = 0;  ///< until then
};

struct ServoConfig {
  models::Firmware firmware;
  models::Motor motor;
  double period_s = 0;            ///< period of the loops
  std::int32_t period_steps = 1;  ///< in physics steps
};

/// Inputs of the firmware for one evaluation of a mode.
struct ServoInput {
  const controller::JointSetpoint& law;
  ShaftMotion read;
  double supply_V = 0;
  double limit_A = 0;  ///< limit of the motor's current
};

/// Readings rounded to the resolution of the registers. @{
ShaftMotion quantised(const models::Firmware& firmware, const ShaftMotion& motion) noexcept;
double quantised_current_A(const models::Firmware& firmware, double current_A) noexcept;
/// @}

bool supports_mode(const models::Firmware& firmware, controller::JointMode mode) noexcept;

ServoConfig servo_config(const models::Drive& drive, double step_s);

/// One physics step of the active mode. The loops of position and speed put out
///   u = clamp(p e + I + ..., +-V)
/// and their integral I does not grow in a direction in which a larger u would change nothing: u is
/// beyond the supply V or Kt w +- R i_limit, at which the motor reaches its current limit.
Demand step_servo(const ServoConfig& config, const ServoInput& in, ServoState& state) noexcept;

/// tau_ff + kp (q_d - q) + kd (dq_d - dq)  [N m]
double impedance_Nm(const controller::JointSetpoint& law, const ShaftMotion& read) noexcept;

/// One step of a trapezoidal speed profile that ends at rest exactly at `goal_rad`, without
/// overshoot.
void follow_profile(const controller::MotionProfile& profile, double goal_rad, double dt_s,
                    ShaftMotion& reference) noexcept;

}  // namespace ventosa::sim
