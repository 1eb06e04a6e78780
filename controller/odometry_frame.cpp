#include "controller/odometry_frame.h"

namespace ventosa::controller {

Goal in_odometry(const Isometry3d& X_WO, Goal goal) noexcept {
  const Isometry3d X_OW = X_WO.inverse();
  goal.X_WB = X_OW * goal.X_WB;
  goal.v_WB = X_OW.linear() * goal.v_WB;
  goal.w_WB = X_OW.linear() * goal.w_WB;
  return goal;
}

PatchList in_odometry(const Isometry3d& X_WO, PatchList patches) noexcept {
  const Isometry3d X_OW = X_WO.inverse();
  for (std::size_t k = 0; k < static_cast<std::size_t>(patches.n); ++k)
    patches.patch[k].X_WS = X_OW * patches.patch[k].X_WS;
  return patches;
}

void to_world(const Isometry3d& X_WO, Diagnostics& d) noexcept {
  d.X_WO = X_WO;
  d.X_WB_estimate = X_WO * d.X_WB_estimate;
  d.X_WB_reference = X_WO * d.X_WB_reference;
  for (PlannedFoothold& foothold : d.foothold) {
    foothold.p_W = X_WO * foothold.p_W;
    foothold.normal_W = X_WO.linear() * foothold.normal_W;
  }
  for (ModuleTask& task : d.task) {
    task.X_WB = X_WO * task.X_WB;
    task.V_WB = {X_WO.linear() * task.V_WB.v_W, X_WO.linear() * task.V_WB.w_W};
    task.z_from_W = X_WO.linear() * task.z_from_W;
    task.foothold.p_WW = X_WO * task.foothold.p_WW;
    task.foothold.z_WF = X_WO.linear() * task.foothold.z_WF;
  }
}

}  // namespace ventosa::controller
