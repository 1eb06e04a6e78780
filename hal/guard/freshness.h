#pragma once

#include <cstdint>

#include "controller/model/description.h"

/// Age limits of readings. Pure functions: the caller provides the time [ns].
namespace ventosa::hal {

enum class Freshness : std::uint8_t {
  kFresh,
  kAgeing,  ///< a warning: older than it should be
  kStale,   ///< must not be used any more
};
constexpr auto enumerators(Freshness) { return controller::words("fresh", "ageing", "stale"); }

/// Limits of the age, T being the period of a reading:
///   ageing from  ageing_periods T + ageing_slack,
///   stale from   stale_periods T, but not before stale_min and not after stale_max.
struct FreshnessPolicy {
  std::int64_t ageing_periods = 0;
  std::int64_t ageing_slack_ns = 0;
  std::int64_t stale_periods = 0;
  std::int64_t stale_min_ns = 0;
  std::int64_t stale_max_ns = 0;
};

/// Policy of the native protocol. T is the module's nominal period. Ageing above 2 T, stale from
/// 300 ms.
inline constexpr FreshnessPolicy kNativeFreshness{.ageing_periods = 2,
                                                  .ageing_slack_ns = 1,
                                                  .stale_min_ns = 300'000'000,
                                                  .stale_max_ns = 300'000'000};

/// Policy of the broadcast protocol. T is the master's period. Ageing above 2 T, stale from 200 ms.
inline constexpr FreshnessPolicy kBroadcastFreshness{.ageing_periods = 2,
                                                     .ageing_slack_ns = 1,
                                                     .stale_min_ns = 200'000'000,
                                                     .stale_max_ns = 200'000'000};

/// Policy of the legacy protocol. T is the module's measured period. 8 T, because at 10 % loss 8
/// modules with 30 Hz miss 8 readings in a row by chance 0.008 times an hour, but 5 in a row 8
/// times.
inline constexpr FreshnessPolicy kLegacyFreshness{.ageing_periods = 8,
                                                  .stale_periods = 15,
                                                  .stale_min_ns = 1'000'000'000,
                                                  .stale_max_ns = 1'500'000'000};

inline constexpr std::int64_t kUnknownAge_ns = -1;

/// Age of a reading taken at `reported_ns`; unknown without a time (controller::kNeverReceived) or
/// from the future.
std::int64_t age_of(std::int64_t reported_ns, std::int64_t now_ns) noexcept;

/// Freshness of a reading. An unknown age is stale. With an invalid period (not positive, or so
/// long that stale would precede ageing) no reading is fresh, and stale begins at stale_min.
Freshness freshness(std::int64_t age_ns, std::int64_t period_ns,
                    const FreshnessPolicy& policy) noexcept;

}  // namespace ventosa::hal
