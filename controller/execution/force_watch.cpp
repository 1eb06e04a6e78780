#include "controller/execution/force_watch.h"

#include <algorithm>
#include <cmath>

namespace ventosa::controller {
namespace {

void take(const ForceSensing& sensor, const FootForceReading& reading, ForceWatch& watch) {
  const bool repeats = sensor.noise_N > 0 && reading.f_F_N == watch.f_F_N;
  watch.unchanged = repeats ? std::min(watch.unchanged + 1, kStuckForces) : 0;
  watch.f_F_N = reading.f_F_N;
  watch.usable_ns = reading.sampled_ns;
}

bool is_silent(const ForceSensing& sensor, const ForceTime& time, const ForceWatch& watch) {
  const double age_s = 1e-9 * static_cast<double>(time.now_ns - watch.usable_ns);
  return age_s > time.silence_s + 1 / sensor.rate_hz;
}

}  // namespace

void watch_force(const ForceSensing& sensor, const FootForceReading& reading, const ForceTime& time,
                 ForceWatch& watch) noexcept {
  constexpr std::int32_t kMost = 1'000'000;
  if (watch.usable_ns == kNeverReceived) watch.usable_ns = time.now_ns;
  if (reading.is_known() && reading.sampled_ns != watch.sampled_ns) {
    const bool in_order =
        reading.sampled_ns > watch.sampled_ns && reading.sampled_ns <= time.now_ns;
    if (in_order) watch.sampled_ns = reading.sampled_ns;
    if (in_order && is_usable(sensor, reading.f_F_N))
      take(sensor, reading, watch);
    else
      watch.left_out = std::min(watch.left_out + 1, kMost);
  }
  watch.failed = watch.unchanged == kStuckForces || is_silent(sensor, time, watch);
}

}  // namespace ventosa::controller
