#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

/// The barometer's way into the telemetry. Pressures in Pa, vacuum below the surroundings.
namespace ventosa::hal {

class LegacyGauge {
 public:
  /// As it is long after a boot without vacuum.
  LegacyGauge() noexcept { samples_.fill(kAmbient_Pa); }

  /// With `false_zero` the filter starts at zero and the zero too low; otherwise both are right at
  /// once. Then the first sample.
  void boot(bool false_zero, double vacuum_Pa) noexcept {
    samples_.fill(false_zero ? 0 : kAmbient_Pa - vacuum_Pa);
    zero_Pa_ = false_zero ? kFirstZero * kAmbient_Pa : kAmbient_Pa;
    n_ = 0;
    sample(vacuum_Pa);
  }

  /// A pass of the module's loop. Once the filter is full a zero that `drifts` follows it while the
  /// turbine rests.
  void step(double vacuum_Pa, double turbine_percent, bool drifts, double dt_s) noexcept {
    since_sample_s_ += dt_s;
    if (since_sample_s_ >= kSample_s) sample(vacuum_Pa);
    const bool follows = drifts && turbine_percent < 5 && n_ >= samples_.size();
    if (follows) zero_Pa_ += (pressure_Pa() - zero_Pa_) * (1 - std::exp(-dt_s / kFollow_s));
  }

  /// What is told: no pressure above the zero, nothing below 10 Pa.
  double vacuum_Pa() const noexcept {
    const double vacuum_Pa = zero_Pa_ - pressure_Pa();
    return vacuum_Pa < 10 ? 0 : vacuum_Pa;
  }

 private:
  static constexpr double kAmbient_Pa = 101'325;
  static constexpr double kSample_s = 0.16;
  // from the original: 63 kPa are told first; of 1692 Pa gripped after 3 s 1003 are missing for
  // ever, after 6 s 26
  static constexpr double kFirstZero = 0.822;
  static constexpr double kFollow_s = 0.82;

  void sample(double vacuum_Pa) noexcept {
    samples_[n_++ % samples_.size()] = kAmbient_Pa - vacuum_Pa;
    since_sample_s_ = 0;
  }
  double pressure_Pa() const noexcept {
    return std::accumulate(samples_.begin(), samples_.end(), 0.0) /
           static_cast<double>(samples_.size());
  }

  std::array<double, 5> samples_{};
  std::size_t n_ = 5;
  double zero_Pa_ = kAmbient_Pa;
  double since_sample_s_ = 0;
};

}  // namespace ventosa::hal
