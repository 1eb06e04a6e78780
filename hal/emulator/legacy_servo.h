#pragma once

#include <algorithm>
#include <cmath>

#include "hal/legacy/leg_motors.h"
#include "hal/legacy/messages.h"

/// A servo as the module's firmware leaves it: goal, profile, mode, torque. What its motor does is
/// the plant's.
namespace ventosa::hal {

struct LegacyServo {
  bool torque = false;
  bool dead = false;  ///< it answers no more, and moves no more
  legacy::ServoMode mode = legacy::ServoMode::kPosition;
  legacy::ServoMode told_mode = legacy::ServoMode::kPosition;  ///< the last wish
  double goal_deg = 0;                                         ///< true angle of its goal's ticks
  double reference_deg = 0;                                    ///< where the profile is
  double profile_deg_s = 6.9;  ///< 0: unlimited. Its acceleration is left out
  double limit_mA = 0;         ///< of mode kCurrentPosition

  /// Off, the reference follows the shaft.
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

  /// The servo refuses a mode while its torque is on; the module tells the wish all the same.
  void ask_mode(legacy::ServoMode wish) noexcept {
    told_mode = wish;
    if (!torque) mode = wish;
  }

  /// Goals outside the limits are dropped.  @param asked_deg  finite
  void ask_goal(const legacy::MotorData& motor, double asked_deg) noexcept {
    if (asked_deg < motor.min_deg || asked_deg > motor.max_deg) return;
    goal_deg = legacy::true_angle_deg(legacy::ticks_of(asked_deg));
  }
};

}  // namespace ventosa::hal
