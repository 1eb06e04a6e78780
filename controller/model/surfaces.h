#pragma once

#include "controller/model/module_task.h"
#include "controller/model/observation.h"

namespace ventosa::controller {

/// Foothold nearest to the wrist point p_WW among all patches, each along its normal, with room for
/// the foot's whole contact area, also across the joint of patches that touch (ground.h). If there
/// is no room, the result is Foothold{} with patch -1.
/// @param clearance_m  least distance between that area and the edges of the ground
Foothold nearest_foothold(const Leg& leg, const PatchList& patches, const Vector3d& p_WW,
                          double clearance_m = 0) noexcept;

/// The nearest foothold to p_WW whose middle lies on one patch; patch -1 if there is no room.
Foothold nearest_foothold_on(int patch, const Leg& leg, const PatchList& patches,
                             const Vector3d& p_WW, double clearance_m) noexcept;

/// Least friction of the ground under a foot on patch k.
/// @param p_WW  wrist point of the foot
double ground_friction(const Leg& leg, const PatchList& patches, int k,
                       const Vector3d& p_WW) noexcept;

/// Height over its patch at which a foot stands [m], along the normal, within the patch's uneven_m.
/// @param p_WW  wrist point of the foot
double ground_height_m(const Leg& leg, const Patch& patch, const Vector3d& p_WW) noexcept;

}  // namespace ventosa::controller
