#include "controller/organizer/walk_speed.h"

namespace ventosa::controller {

double shortest_step_s(const GaitConfig& gait) noexcept {
  return gait.unload_s + gait.lift_s + gait.transfer_s + gait.lower_s + gait.touch_s + gait.load_s;
}

double walk_speed_m_s(const GaitConfig& gait, int n_legs, double step_s) noexcept {
  return gait.stride_m / (n_legs * step_s);
}

}  // namespace ventosa::controller
