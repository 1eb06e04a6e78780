#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "hal/guard/trigger.h"

/// Memory of triggers. A trigger stays latched after it has gone.
namespace ventosa::hal {

/// Time for which a trigger must be absent before it counts as quiet. An operator's stop is quiet
/// at once.
inline constexpr std::int64_t kQuiet_ns = 1'000'000'000;
/// Longest time that one step adds to a quiet time. A step back in time adds nothing. What happened
/// between two steps is unknown.
inline constexpr std::int64_t kLongestStep_ns = 100'000'000;

struct CauseTimes {
  std::int64_t since_ns = 0;
  std::int64_t gone_ns = 0;   ///< time at which the trigger was first seen gone
  std::int64_t quiet_ns = 0;  ///< time for which it has been seen gone
  bool operator==(const CauseTimes&) const = default;
};

/// Triggers of the robot as a whole, or of one leg.
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

/// Latches `trigger` as one that is gone, unless it is latched already.
void latch(Trigger trigger, std::int64_t now_ns, Causes& causes) noexcept;

/// @param passed_ns  time since the last update that counts (counted_ns)
void update(Triggers present, std::int64_t passed_ns, std::int64_t now_ns, Causes& causes) noexcept;

/// Part of a step that counts as quiet time: 0 to kLongestStep_ns.
std::int64_t counted_ns(std::int64_t from_ns, std::int64_t to_ns) noexcept;

/// True if every latched trigger of `triggers` has been absent for kQuiet_ns.
bool are_quiet(const Causes& causes, Triggers triggers) noexcept;

}  // namespace ventosa::hal
