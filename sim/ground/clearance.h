#pragma once

#include "controller/kinematics/self_distance.h"
#include "sim/ground/ground.h"

/// Distance of a robot from the surfaces around it.
///
/// A foot's own surfaces are that on which it is sealed or stands, and those that it may be leaving
/// or landing on: its contact area faces them, and lies over them as a whole. From them, the foot
/// and the links beside it have no clearance: the cup and the links of the wrist, or a point foot
/// and the last link. The leg's other links, and the body, have a clearance from every surface.
///
/// A surface with a relief is left out, because its ground is not the plane of its patch.
namespace ventosa::sim {

/// The part of a robot that is nearest to a surface.
struct Clearance {
  double distance_m = controller::kSelfRange_m;  ///< negative: depth of the overlap (convex.h)
  controller::PartId part;                       ///< the body if there is no surface
  int patch = -1;  ///< index of the surface; -1: none is within kSelfRange_m of a part
};

/// Pose of a robot and contacts of its feet.
struct RobotPlace {
  const controller::RobotModel& robot;
  const controller::Isometry3d& X_WB;
  const controller::PerLeg<controller::LegPose>& pose;
  /// Index of the patch on which a foot is sealed or stands; -1: none.
  const controller::PerLeg<int>& foot_patch;
};

Clearance clearance_of(const RobotPlace& place, const Ground& ground) noexcept;

}  // namespace ventosa::sim
