#include "controller/execution/point_contact.h"

#include <algorithm>

namespace ventosa::controller {

bool lands(const FootReadings& foot, ModuleState& module) noexcept {
  const bool comes_down = module.phase == FootPhase::kLower || module.phase == FootPhase::kTouch;
  if (!comes_down || !foot.touches) return false;
  take_contact(foot, module);
  return true;
}

void seek_ground(const PointFoot& point, const ControllerConfig& config, const FootReadings& foot,
                 ModuleState& module) noexcept {
  if (foot.bears || foot.blind) {
    take_contact(foot, module);
    module.press_rad = {};  // it went on down until the reading arrived
    return;
  }
  double& depth_m = module.swing.depth_m;
  const double step_m = point.seek_m_s * config.period_s;
  if (module.stalls || depth_m >= point.seek_m) module.reason = Reason::kNoGround;
  depth_m = module.stalls ? depth_m - step_m : std::min(point.seek_m, depth_m + step_m);
}

}  // namespace ventosa::controller
