#pragma once

#include <algorithm>
#include <cmath>

#include "hal/legacy/leg_motors.h"
#include "hal/legacy/messages.h"

/// Registers of a servo: goal, profile, mode, torque. The motor itself is simulated by the robot.
namespace ventosa::hal {

struct LegacyServo {
  bool torque = false;
  bool dead = false;  ///< the servo neither answers nor moves
  legacy::ServoMode mode = legacy::ServoMode::kPosition;
  legacy::ServoMode reported_mode = legacy::ServoMode::kPosition;  ///< last requested mode
  double goal_deg = 0;         ///< true angle of the goal's ticks
  double reference_deg = 0;    ///< present position of the profile
  double profile_deg_s = 6.9;  ///< 0: unlimited. Acceleration is not modelled
  double limit_mA = 0;         ///< current limit in mode kCurrentPosition

  /// Advances the profile; with torque off the reference follows the shaft.
  void step(double angle_deg, double dt_s) noexcept {
    if (!torque) {
      reference_deg = angle_deg;
    } else if (profile_deg_s == 0) {
      reference_deg = goal_deg;
    } else {
      const double step_deg = profile_deg_s * dt_s;
      reference_deg += std::clamp(goal_deg - reference_deg, -step_deg, step_deg);
    }
  }

  /// Requests a mode. With torque on the servo keeps its mode, but the module reports the request.
  void ask_mode(legacy::ServoMode wish) noexcept {
    reported_mode = wish;
    if (!torque) mode = wish;
  }

  /// Sets the goal; goals outside the limits are dropped.  @param requested_deg  finite
  void ask_goal(const legacy::MotorData& motor, double requested_deg) noexcept {
    if (requested_deg < motor.min_deg || requested_deg > motor.max_deg) return;
    goal_deg = legacy::true_angle_deg(legacy::ticks_of(requested_deg));
  }
};

}  // namespace ventosa::hal
