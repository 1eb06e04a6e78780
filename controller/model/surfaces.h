#pragma once

#include "controller/model/module_task.h"
#include "controller/model/observation.h"

namespace ventosa::controller {

/// The foothold on the patch nearest to the wrist point p_WW that has room for the whole lip.
Foothold nearest_foothold(const Leg& leg, const Cup& cup, const PatchList& patches,
                          const Vector3d& p_WW) noexcept;

}  // namespace ventosa::controller
