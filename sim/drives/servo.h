#pragma once

#include "controller/model/command.h"
#include "models/drive.h"
#include "sim/drives/motor.h"

/// A drive's firmware: its operating modes. It knows the joint by its readings alone.
namespace ventosa::sim {

/// Of a shaft, or what its sensors give.
struct ShaftMotion {
  double q_rad = 0;
  double dq_rad_s = 0;
};

/// Where the profile and the integral of the position or speed loop are.
struct ServoState {
  ShaftMotion reference;
  double integral_V = 0;
};

/// Readings rounded to what the registers hold. @{
ShaftMotion quantised(const models::Firmware& firmware, const ShaftMotion& motion) noexcept;
double quantised_current_A(const models::Firmware& firmware, double current_A) noexcept;
/// @}

/// Whether the firmware has this mode.
bool has_mode(const models::Firmware& firmware, controller::JointMode mode) noexcept;

/// What the mode's law asks of the motor; moves profile and integral on by dt. The integral stops
/// where the rail's voltage ends.
Demand serve(const models::Firmware& firmware, const controller::JointSetpoint& law,
             const ShaftMotion& read, double supply_V, double dt_s, ServoState& state) noexcept;

/// One step of a trapezoidal motion to rest at `goal_rad`; arrives without overshoot, exactly.
void follow_profile(const controller::MotionProfile& profile, double goal_rad, double dt_s,
                    ShaftMotion& reference) noexcept;

}  // namespace ventosa::sim
