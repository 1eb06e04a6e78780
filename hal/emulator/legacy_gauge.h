#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

/// Processing of the pressure sensor by the firmware. Pressures in Pa; vacuum is relative to
/// ambient.
namespace ventosa::hal {

class LegacyGauge {
 public:
  /// State long after a boot without vacuum.
  LegacyGauge() noexcept { samples_.fill(kAmbient_Pa); }

  /// Boots and takes the first sample. With `false_zero` the filter starts at 0 Pa and the zero too
  /// low; otherwise both are right at once.
  void boot(bool false_zero, double vacuum_Pa) noexcept {
    samples_.fill(false_zero ? 0 : kAmbient_Pa - vacuum_Pa);
    zero_Pa_ = false_zero ? kFirstZero * kAmbient_Pa : kAmbient_Pa;
    n_ = 0;
    sample(vacuum_Pa);
  }

  /// One pass of the module's loop. If `drifts`, the zero follows the full filter while the turbine
  /// is off.
  void step(double vacuum_Pa, double turbine_percent, bool drifts, double dt_s) noexcept {
    since_sample_s_ += dt_s;
    if (since_sample_s_ >= kSample_s) sample(vacuum_Pa);
    const bool follows = drifts && turbine_percent < 5 && n_ >= samples_.size();
    if (follows) zero_Pa_ += (pressure_Pa() - zero_Pa_) * (1 - std::exp(-dt_s / kFollow_s));
  }

  /// Reported vacuum: not negative, and 0 below 10 Pa.
  double vacuum_Pa() const noexcept {
    const double vacuum_Pa = zero_Pa_ - pressure_Pa();
    return vacuum_Pa < 10 ? 0 : vacuum_Pa;
  }

 private:
  static constexpr double kAmbient_Pa = 101'325;
  static constexpr double kSample_s = 0.16;
  // measured on the original: it first reports 63 kPa; of 1692 Pa, 1003 are missing permanently if
  // gripped after 3 s, 26 if gripped after 6 s
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
