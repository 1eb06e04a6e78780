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

/// The barometer's way into the telemetry. Pressures in Pa.
class LegacyGauge {
 public:
  /// As it is long after a boot without vacuum.
  LegacyGauge() noexcept { samples_.fill(kAmbient_Pa); }

  /// The filter starts at zero, and the zero too low; without that quirk both are right at once.
  void boot(bool false_zero, double vacuum_Pa) noexcept {
    samples_.fill(false_zero ? 0 : kAmbient_Pa - vacuum_Pa);
    zero_Pa_ = false_zero ? kFirstZero * kAmbient_Pa : kAmbient_Pa;
    since_sample_s_ = 0;
  }

  /// The zero follows while the turbine rests.
  void step(double vacuum_Pa, double turbine_percent, bool drifts, double dt_s) noexcept {
    since_sample_s_ += dt_s;
    if (since_sample_s_ >= kSample_s) {
      since_sample_s_ -= kSample_s;
      std::rotate(samples_.begin(), samples_.begin() + 1, samples_.end());
      samples_.back() = kAmbient_Pa - vacuum_Pa;
    }
    if (drifts && turbine_percent < 5)
      zero_Pa_ += (pressure_Pa() - zero_Pa_) * (1 - std::exp(-dt_s / kFollow_s));
  }

  /// What is told: no pressure above the zero, nothing below 10 Pa.
  double vacuum_Pa() const noexcept {
    const double vacuum_Pa = zero_Pa_ - pressure_Pa();
    return vacuum_Pa < 10 ? 0 : vacuum_Pa;
  }

 private:
  static constexpr double kAmbient_Pa = 101'325;
  static constexpr double kSample_s = 0.16;
  // from the original: 63 kPa are told first; of 1692 Pa gripped after 3 s 1003 are missing, after
  // 6 s 26
  static constexpr double kFirstZero = 0.62;
  static constexpr double kFollow_s = 0.82;

  double pressure_Pa() const noexcept {
    double sum_Pa = 0;
    for (const double each_Pa : samples_) sum_Pa += each_Pa;
    return sum_Pa / static_cast<double>(samples_.size());
  }

  std::array<double, 5> samples_{};
  double zero_Pa_ = kAmbient_Pa;
  double since_sample_s_ = 0;
};

}  // namespace ventosa::hal
