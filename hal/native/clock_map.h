#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace ventosa::hal::native {

/// Maps times of a module's clock to the master's. Arrival minus sending is the clock offset plus a
/// non-negative delay, so its recent minimum is the estimate. Two alternating windows allow for
/// drift.
class ClockMap {
 public:
  void note(std::int64_t sent_ns, std::int64_t arrived_ns) noexcept {
    const std::int64_t difference_ns = arrived_ns - sent_ns;
    if (arrived_ns - window_began_ns_ > kWindow_ns) {
      before_ns_ = now_ns_;
      now_ns_ = difference_ns;
      window_began_ns_ = arrived_ns;
    }
    now_ns_ = std::min(now_ns_, difference_ns);
  }

  /// Time on the master's clock; valid after the first note().
  std::int64_t on_master_ns(std::int64_t module_ns) const noexcept {
    return module_ns + std::min(now_ns_, before_ns_);
  }

 private:
  static constexpr std::int64_t kWindow_ns = 10'000'000'000;
  static constexpr std::int64_t kNever_ns = std::numeric_limits<std::int64_t>::max() / 4;
  std::int64_t window_began_ns_ = -2 * kWindow_ns;
  std::int64_t now_ns_ = kNever_ns, before_ns_ = kNever_ns;
};

}  // namespace ventosa::hal::native
