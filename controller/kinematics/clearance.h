#pragma once

#include "controller/kinematics/convex.h"
#include "controller/kinematics/forward_kinematics.h"
#include "controller/model/observation.h"

/// How far legs and body are from the surfaces. From the robot itself: self_distance.h.
namespace ventosa::controller {

/// A surface is the front of a plate: nothing is told of what lies behind it.
inline constexpr double kPlateThickness_m = 0.05;

/// A lip this near to a patch's plane lies on it.
inline constexpr double kFlush_m = 0.005;

/// Whether a lip would lie on a patch, or on its plane beside it: seen surfaces overlap.
bool lies_on(const Patch& patch, const Vector3d& p_WF, const Vector3d& z_WF) noexcept;

/// From a patch's plate: of the cup, and of the links, as rods. Negative where they overlap
/// (convex.h); `farthest_m` where it is no less.
double distance_m(const Leg& leg, const LegPose& pose, const Cup& cup, const Patch& patch,
                  const Isometry3d& X_WB, double farthest_m) noexcept;

/// From the nearest of them.
double distance_m(const Leg& leg, const LegPose& pose, const Cup& cup, const PatchList& patches,
                  const Isometry3d& X_WB, double farthest_m) noexcept;

/// Of the body's boxes from the nearest plate. Where they overlap no more than 0.
double body_distance_m(const RobotModel& robot, const PatchList& patches, const Isometry3d& X_WB,
                       double farthest_m) noexcept;

}  // namespace ventosa::controller
