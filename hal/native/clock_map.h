#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace ventosa::hal::native {

/// Times of a module's clock on the master's: arrival less sending is the offset of the clocks plus
/// a delay that is never negative, so the least of late is the best guess. It is taken over two
/// windows in turn, so that clocks may drift.
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

  /// On the master's clock, once something has been noted.
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
