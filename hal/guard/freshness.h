#pragma once

#include <cstdint>

#include "controller/model/description.h"

/// How old a reading may be. No clock: whoever asks brings the time [ns].
namespace ventosa::hal {

enum class Freshness : std::uint8_t {
  kFresh,
  kAgeing,  ///< a warning: older than it should be
  kStale,   ///< nothing may rely on it any more
};
constexpr auto enumerators(Freshness) { return controller::words("fresh", "ageing", "stale"); }

/// With T the period in which a reading is due:
///   ageing from  ageing_periods T + ageing_slack,
///   stale from   stale_periods T, but not before stale_min and not after stale_max.
struct FreshnessPolicy {
  std::int64_t ageing_periods = 0;
  std::int64_t ageing_slack_ns = 0;
  std::int64_t stale_periods = 0;
  std::int64_t stale_min_ns = 0;
  std::int64_t stale_max_ns = 0;
};

/// T is the module's nominal period. Ageing above 2 T, stale from 300 ms whatever T.
inline constexpr FreshnessPolicy kNativeFreshness{.ageing_periods = 2,
                                                  .ageing_slack_ns = 1,
                                                  .stale_min_ns = 300'000'000,
                                                  .stale_max_ns = 300'000'000};

/// T is the module's own measured period. Why 8 T: at 10 % loss 8 modules of 30 Hz miss 8 in a row
/// by chance 0.008 times an hour, 5 in a row 8 times.
inline constexpr FreshnessPolicy kLegacyFreshness{.ageing_periods = 8,
                                                  .stale_periods = 15,
                                                  .stale_min_ns = 1'000'000'000,
                                                  .stale_max_ns = 1'500'000'000};

inline constexpr std::int64_t kUnknownAge_ns = -1;

/// Of a reading that was told at `told_ns`; unknown if it was never told (controller::kNeverTold),
/// or if it comes from the future.
std::int64_t age_of(std::int64_t told_ns, std::int64_t now_ns) noexcept;

/// What is of unknown age is stale. A period that cannot be one (not positive, or so long that
/// stale came before ageing) excuses nothing: no reading is fresh, and stale begins at stale_min.
Freshness freshness(std::int64_t age_ns, std::int64_t period_ns,
                    const FreshnessPolicy& policy) noexcept;

}  // namespace ventosa::hal
