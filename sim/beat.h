#pragma once

#include <cmath>
#include <cstdint>

namespace ventosa::sim {

/// Instants phase + k period, k = 0, 1, ...: what happens at a rate of its own. It fires in the
/// first physics step that ends at or after an instant, so that no rate drifts. The only clock of
/// the twin besides its step.
struct Beat {
  std::int64_t period_ns = 0;  ///< 0: at any time
  std::int64_t phase_ns = 0;   ///< below the period

  /// Whether it beats within (from_ns, to_ns]
  bool due(std::int64_t from_ns, std::int64_t to_ns) const {
    return period_ns == 0 || beats(to_ns) > beats(from_ns);
  }

 private:
  /// Instants in [0, t]
  std::int64_t beats(std::int64_t t_ns) const {
    return t_ns < phase_ns ? 0 : (t_ns - phase_ns) / period_ns + 1;
  }
};

/// From the start on. At least once a step, however short the period.
inline Beat every(double period_s) {
  // down, not to the nearest: an instant that lies on a step must not come after it
  constexpr double kRounding_ns = 1e-3;
  return {static_cast<std::int64_t>(std::floor(1e9 * period_s + kRounding_ns)), 0};
}

}  // namespace ventosa::sim
