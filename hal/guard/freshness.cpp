#include "hal/guard/freshness.h"

#include <algorithm>
#include <limits>

#include "controller/model/observation.h"

namespace ventosa::hal {
namespace {

struct Onset {
  std::int64_t ageing_ns = 0;
  std::int64_t stale_ns = 0;
};

Onset onset(std::int64_t period_ns, const FreshnessPolicy& policy) noexcept {
  const Onset strictest{0, policy.stale_min_ns};
  if (period_ns <= 0 || period_ns > policy.stale_max_ns) return strictest;
  const Onset regular{
      policy.ageing_periods * period_ns + policy.ageing_slack_ns,
      std::clamp(policy.stale_periods * period_ns, policy.stale_min_ns, policy.stale_max_ns)};
  return regular.ageing_ns < regular.stale_ns ? regular : strictest;
}

}  // namespace

std::int64_t age_of(std::int64_t reported_ns, std::int64_t now_ns) noexcept {
  if (reported_ns == controller::kNeverReceived || reported_ns > now_ns) return kUnknownAge_ns;
  // modulo 2^64: the difference may overflow int64
  const std::uint64_t age =
      static_cast<std::uint64_t>(now_ns) - static_cast<std::uint64_t>(reported_ns);
  constexpr auto kMax = std::uint64_t{std::numeric_limits<std::int64_t>::max()};
  return static_cast<std::int64_t>(std::min(age, kMax));
}

Freshness freshness(std::int64_t age_ns, std::int64_t period_ns,
                    const FreshnessPolicy& policy) noexcept {
  const Onset from = onset(period_ns, policy);
  if (age_ns < 0 || age_ns >= from.stale_ns) return Freshness::kStale;
  return age_ns >= from.ageing_ns ? Freshness::kAgeing : Freshness::kFresh;
}

}  // namespace ventosa::hal
