#pragma once

#include "controller/diagnostics.h"
#include "controller/model/goal.h"
#include "controller/model/observation.h"

/// Between W and the frame O in which the stages of a tick work: estimation/fixes.h.
namespace ventosa::controller {

/// Goals and surfaces, given in W, in O. @{
Goal in_odometry(const Isometry3d& X_WO, Goal goal) noexcept;
PatchList in_odometry(const Isometry3d& X_WO, PatchList patches) noexcept;
/// @}

/// Results of a tick, given in O, in W. Estimate, reference, tasks and footholds change.
void to_world(const Isometry3d& X_WO, Diagnostics& diagnostics) noexcept;

}  // namespace ventosa::controller
