#pragma once

#include "controller/model/module_task.h"
#include "controller/model/observation.h"

namespace ventosa::controller {

/// The foothold on the patch nearest to the wrist point p_WW, along its normal, that has room there
/// for the whole lip; none has: no patch.
/// @param clearance_m  between lip and edges
Foothold nearest_foothold(const Leg& leg, const Cup& cup, const PatchList& patches,
                          const Vector3d& p_WW, double clearance_m = 0) noexcept;

/// The foothold on one patch nearest to p_WW; a patch that is too small for it has none.
Foothold nearest_foothold_on(int patch, const Leg& leg, const Cup& cup, const PatchList& patches,
                             const Vector3d& p_WW, double clearance_m) noexcept;

}  // namespace ventosa::controller
