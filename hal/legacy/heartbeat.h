#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

/// When to ask for a module.
namespace ventosa::hal::legacy {

/// One that does not answer may have another master, whose claim our own pings would keep alive:
/// after some time, longer than it is deaf after a boot, it hears nothing of us for more than 5 s,
/// then it is asked anew.
class Heartbeat {
 public:
  static constexpr std::int64_t kPeriod_ns = 880'000'000;
  static constexpr std::int64_t kAsk_ns = 6'000'000'000, kSilent_ns = 5'600'000'000;

  /// Whether to ask for it now.
  /// @param heard_ns  when the module was heard last, kNeverTold
  bool is_due(std::int64_t heard_ns, std::int64_t now_ns) noexcept {
    if (!first_ns_) first_ns_ = now_ns;
    if (is_silent(heard_ns, now_ns)) return false;
    if (last_ns_ && now_ns - *last_ns_ < kPeriod_ns) return false;
    last_ns_ = now_ns;
    return true;
  }

 private:
  bool is_silent(std::int64_t heard_ns, std::int64_t now_ns) const noexcept {
    if (!first_ns_) return false;
    const std::int64_t since_ns = now_ns - std::max(*first_ns_, heard_ns);
    return since_ns % (kAsk_ns + kSilent_ns) >= kAsk_ns;
  }

  std::optional<std::int64_t> first_ns_{}, last_ns_{};
};

}  // namespace ventosa::hal::legacy
