#pragma once

#include "controller/kinematics/convex.h"
#include "controller/kinematics/forward_kinematics.h"
#include "controller/model/observation.h"

/// How far a leg is from the surfaces. From the robot itself: self_distance.h.
namespace ventosa::controller {

/// A surface is the front of a plate: nothing is told of what lies behind it.
inline constexpr double kPlateThickness_m = 0.05;

/// From a patch's plate: of the cup, and of the links behind the hip's, as rods. Negative where
/// they overlap (convex.h); `farthest_m` where it is no less.
double distance_m(const Leg& leg, const LegPose& pose, const Cup& cup, const Patch& patch,
                  const Isometry3d& X_WB, double farthest_m) noexcept;

/// From the nearest of them.
double distance_m(const Leg& leg, const LegPose& pose, const Cup& cup, const PatchList& patches,
                  const Isometry3d& X_WB, double farthest_m) noexcept;

}  // namespace ventosa::controller
