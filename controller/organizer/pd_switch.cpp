#include "controller/organizer/pd_switch.h"

#include <algorithm>

namespace ventosa::controller {
namespace {

bool has_settled(const ControllerConfig& config, bool stationary, PdSwitch& pd) {
  constexpr std::int32_t kMost = 1'000'000;
  pd.ticks_stationary = stationary ? std::min(kMost, pd.ticks_stationary + 1) : 0;
  return pd.ticks_stationary * config.period_s >= config.gains.settle_s;
}

}  // namespace

bool switch_pd(const ControllerConfig& config, bool wanted, bool stationary,
               PdSwitch& pd) noexcept {
  const bool was_on = pd.on;
  const bool settled = has_settled(config, stationary, pd);
  pd.on = wanted || !settled;
  const double step = config.period_s / config.gains.fade_s;
  pd.share = std::clamp(pd.share + (pd.on ? step : -step), 0.0, 1.0);
  return pd.on && !was_on;
}

}  // namespace ventosa::controller
