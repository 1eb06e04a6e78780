#pragma once

#include "controller/model/command.h"
#include "models/drive.h"
#include "sim/drives/motor.h"

/// A drive's firmware: its operating modes, computed from sensor readings only.
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
};

/// Readings rounded to the resolution of the registers. @{
ShaftMotion quantised(const models::Firmware& firmware, const ShaftMotion& motion) noexcept;
double quantised_current_A(const models::Firmware& firmware, double current_A) noexcept;
/// @}

bool supports_mode(const models::Firmware& firmware, controller::JointMode mode) noexcept;

/// Evaluates the active mode; advances profile and integral by dt. The integral is limited to the
/// supply voltage.
Demand step_servo(const models::Firmware& firmware, const controller::JointSetpoint& law,
                  const ShaftMotion& read, double supply_V, double dt_s,
                  ServoState& state) noexcept;

/// tau_ff + kp (q_d - q) + kd (dq_d - dq)  [N m]
double impedance_Nm(const controller::JointSetpoint& law, const ShaftMotion& read) noexcept;

/// One step of a trapezoidal speed profile that ends at rest exactly at `goal_rad`, without
/// overshoot.
void follow_profile(const controller::MotionProfile& profile, double goal_rad, double dt_s,
                    ShaftMotion& reference) noexcept;

}  // namespace ventosa::sim
