#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "hal/guard/trigger.h"

/// Memory of triggers. What came stays latched, whether it is still present or gone.
namespace ventosa::hal {

/// For so long a trigger must be seen gone before it is quiet; an operator's stop need not.
inline constexpr std::int64_t kQuiet_ns = 1'000'000'000;
/// A longer step counts as this much of a quiet time, and one back in time as none: what happened
/// between two steps is not known.
inline constexpr std::int64_t kLongestStep_ns = 100'000'000;

struct CauseTimes {
  std::int64_t since_ns = 0;
  std::int64_t gone_ns = 0;   ///< since when it is gone, of one that is
  std::int64_t quiet_ns = 0;  ///< for how long it has been seen gone
  bool operator==(const CauseTimes&) const = default;
};

/// The triggers of the robot as a whole or of one leg.
struct Causes {
  Triggers latched;
  Triggers present;
  std::array<CauseTimes, kTriggers> times{};

  constexpr CauseTimes& operator[](Trigger trigger) noexcept {
    return times[static_cast<std::size_t>(trigger)];
  }
  constexpr const CauseTimes& operator[](Trigger trigger) const noexcept {
    return times[static_cast<std::size_t>(trigger)];
  }
  bool operator==(const Causes&) const = default;
};

/// Remembers `trigger` as one that is gone, if it is not known yet.
void latch(Trigger trigger, std::int64_t now_ns, Causes& causes) noexcept;

/// @param passed_ns  since the last update, as far as it counts (counted_ns)
void update(Triggers present, std::int64_t passed_ns, std::int64_t now_ns, Causes& causes) noexcept;

/// What a step counts of a quiet time: 0 to kLongestStep_ns.
std::int64_t counted_ns(std::int64_t from_ns, std::int64_t to_ns) noexcept;

/// Whether those of `triggers` that are latched are gone, and long enough.
bool are_quiet(const Causes& causes, Triggers triggers) noexcept;

}  // namespace ventosa::hal
