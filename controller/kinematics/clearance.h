#pragma once

#include "controller/kinematics/forward_kinematics.h"
#include "controller/model/observation.h"

/// How far a leg is from the surfaces. From the robot itself: self_distance.h.
namespace ventosa::controller {

/// From a patch, on the side of it on which the hip is: of the joints behind the hip with the rods
/// that end in them, and of the rim of the lip where it lies deepest. Negative where they overlap,
/// infinite where nothing of the leg is over the patch.
double distance_m(const Leg& leg, const LegPose& pose, double lip_radius_m, const Patch& patch,
                  const Isometry3d& X_WB) noexcept;

}  // namespace ventosa::controller
