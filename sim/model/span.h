#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

namespace ventosa::sim {

/// A part of the control period.
struct Span {
  std::int64_t from_ns = 0;             ///< start after the period's start
  std::optional<std::int64_t> to_ns{};  ///< end; no value: the span continues after the period

  /// True if the span begins within a control period, and ends later within it or continues after
  /// it.
  bool is_within(std::int64_t period_ns) const noexcept {
    const bool begins = from_ns >= 0 && from_ns < period_ns;
    return begins && (!to_ns || (*to_ns > from_ns && *to_ns <= period_ns));
  }

  /// Share of the time from `start_ns` to `start_ns + length_ns` that the span covers, 0 to 1.
  double share_of(std::int64_t start_ns, std::int64_t length_ns) const noexcept {
    const auto within = [&](std::int64_t time_ns) {
      return std::clamp(time_ns - start_ns, std::int64_t{0}, length_ns);
    };
    const std::int64_t covered_ns = (to_ns ? within(*to_ns) : length_ns) - within(from_ns);
    return static_cast<double>(std::max(std::int64_t{0}, covered_ns)) /
           static_cast<double>(length_ns);
  }
};

}  // namespace ventosa::sim
