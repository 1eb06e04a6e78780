#pragma once

#include <cmath>
#include <cstdint>

namespace ventosa::sim {

/// The instants phase + k period, k = 0, 1, ..., at which a sensor or a firmware loop with a rate
/// of its own runs. Each run takes place in the first physics step that ends at or after the
/// instant, so the mean rate is exact even if the period is not a whole number of steps.
struct SampleClock {
  std::int64_t period_ns = 0;  ///< 0: in every step
  std::int64_t phase_ns = 0;   ///< time of the first instant, in [0, period_ns)

  /// A clock that starts at t = 0. Due at most once per step, however short the period.
  static SampleClock with_period(double period_s) {
    // rounded down: an instant that lies on the end of a step must not fall into the next one
    constexpr double kRounding_ns = 1e-3;
    return {static_cast<std::int64_t>(std::floor(1e9 * period_s + kRounding_ns)), 0};
  }

  /// True if an instant of the clock lies in (from_ns, to_ns].
  bool due(std::int64_t from_ns, std::int64_t to_ns) const {
    if (period_ns == 0) return true;
    return to_ns >= phase_ns && (to_ns - phase_ns) % period_ns < to_ns - from_ns;
  }
};

}  // namespace ventosa::sim
