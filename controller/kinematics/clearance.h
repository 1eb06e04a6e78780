#pragma once

#include "controller/kinematics/forward_kinematics.h"
#include "controller/model/observation.h"

/// How far a leg is from what it must not touch. A leg is taken as straight rods of kRodRadius_m
/// from joint to joint and on to its lip, a disc. Negative where they overlap.
namespace ventosa::controller {

inline constexpr double kRodRadius_m = 0.02;

/// From a patch, on the side of it on which the hip is: of the joints behind the hip, and of the
/// rim of the lip where it lies deepest. Infinite where nothing of the leg is over the patch.
double distance_m(const Leg& leg, const LegPose& pose, double lip_radius_m, const Patch& patch,
                  const Isometry3d& X_WB) noexcept;

/// From another leg; a lip counts as a ball.
double distance_m(const Leg& leg, const LegPose& pose, const Leg& other, const LegPose& other_pose,
                  double lip_radius_m) noexcept;

/// Between two straight lines, a0 to a1 and b0 to b1.
double distance_m(const Vector3d& a0, const Vector3d& a1, const Vector3d& b0,
                  const Vector3d& b1) noexcept;

}  // namespace ventosa::controller
