#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

/// Timing of the claim messages to a module.
namespace ventosa::hal::legacy {

/// Claim schedule. A module that does not answer may have another master, and our pings would keep
/// that claim alive. So after kAsk_ns, longer than a boot takes, pings pause for more than 5 s and
/// then start again.
class Heartbeat {
 public:
  static constexpr std::int64_t kPeriod_ns = 880'000'000;
  static constexpr std::int64_t kAsk_ns = 6'000'000'000, kSilent_ns = 5'600'000'000;

  /// True if a ping is due.
  /// @param heard_ns  time of the module's last message, or kNeverReceived
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
