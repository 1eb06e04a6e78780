#pragma once

#include <algorithm>
#include <cstdint>

#include "hal/network.h"

namespace ventosa::hal {

/// Ticks of a robot in real time. Missed periods are skipped, not caught up.
class Ticks {
 public:
  std::int64_t now_ns() const noexcept { return now_ns_; }  ///< time of the present tick
  void begin(std::int64_t now_ns) noexcept { now_ns_ = now_ns; }

  /// Waits for the next tick. Calls hear(time_ns) after every arrival and once when the tick
  /// begins; the time is never later than the tick.
  template <class Hear>
  void wait_for_next(NetworkTime& network, std::int64_t period_ns, Hear hear) noexcept {
    const std::int64_t next_ns = now_ns_ + period_ns;
    while (network.now_ns() < next_ns) {
      network.wait_until(next_ns);
      hear(std::min(network.now_ns(), next_ns));
    }
    lateness_ns_ = network.now_ns() - next_ns;
    const std::int64_t missed = lateness_ns_ / period_ns;
    n_missed_ = missed > 0 ? std::min(n_missed_ + missed, kOverrun + 1) : 0;
    now_ns_ = next_ns + missed * period_ns;
    hear(now_ns_);
  }

  std::int64_t lateness_ns() const noexcept { return lateness_ns_; }  ///< lateness of the last tick
  bool is_late() const noexcept { return n_missed_ > 0; }
  bool has_overrun() const noexcept { return n_missed_ > kOverrun; }

 private:
  static constexpr std::int64_t kOverrun = 3;  ///< tolerated number of successive missed periods
  std::int64_t now_ns_ = 0, lateness_ns_ = 0, n_missed_ = 0;
};

}  // namespace ventosa::hal
