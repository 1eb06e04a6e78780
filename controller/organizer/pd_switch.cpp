#include "controller/organizer/pd_switch.h"

#include <algorithm>

#include "controller/model/rotation.h"
#include "controller/organizer/body_reference.h"

namespace ventosa::controller {
namespace {

bool has_settled(const ControllerConfig& config, bool stationary, PdSwitch& pd) {
  constexpr std::int32_t kMost = 1'000'000;
  pd.ticks_stationary = stationary ? std::min(kMost, pd.ticks_stationary + 1) : 0;
  return pd.ticks_stationary * config.period_s >= config.gains.settle_s;
}

bool is_adrift(const ControllerConfig& config, const PdInput& in, const PdSwitch& pd) {
  const Matrix3d turn = in.X_WB.linear() * pd.X_WB_off.linear().transpose();
  const double way_m = path_speed({in.X_WB.translation() - pd.X_WB_off.translation(),
                                   rotation_log(turn)});  // distance over one second
  return !pd.on && way_m > config.body.max_drift_m;
}

}  // namespace

bool switch_pd(const ControllerConfig& config, const PdInput& in, PdSwitch& pd) noexcept {
  const bool was_on = pd.on;
  const bool settled = has_settled(config, in.stationary, pd);
  pd.drifted = !in.wanted && (pd.drifted || is_adrift(config, in, pd));
  pd.on = in.wanted || !settled || pd.drifted;
  if (was_on && !pd.on) {
    pd.X_WB_off = in.X_WB;
    pd.X_WB_home = in.X_WB_reference;
  }
  const double step = config.period_s / config.gains.fade_s;
  pd.share = std::clamp(pd.share + (pd.on ? step : -step), 0.0, 1.0);
  return pd.on && !was_on;
}

Goal goal_of_body(const Goal& goal, const PdSwitch& pd) noexcept {
  if (!pd.drifted) return goal;
  return {.activity = Activity::kPose, .pd = true, .X_WB = pd.X_WB_home};
}

}  // namespace ventosa::controller
