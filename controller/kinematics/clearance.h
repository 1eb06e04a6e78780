#pragma once

#include "controller/kinematics/convex.h"
#include "controller/kinematics/forward_kinematics.h"
#include "controller/model/observation.h"

/// Distances of legs and body from the surfaces. For distances within the robot see
/// self_distance.h.
namespace ventosa::controller {

/// A surface is modelled as the front of a plate of this thickness.
inline constexpr double kPlateThickness_m = 0.05;

/// Largest distance from a patch's plane of a lip that lies on it.
inline constexpr double kFlush_m = 0.005;

/// True if a lip lies on a patch, or on its plane beside the patch, since seen surfaces overlap.
/// Uneven ground may be `uneven_m` more off.
bool lies_on(const Patch& patch, const Vector3d& p_WF, const Vector3d& z_WF) noexcept;

/// Distance of a leg's cup and links (as rods) from a patch's plate. Negative where they overlap
/// (convex.h); `farthest_m` if not smaller.
double distance_m(const Leg& leg, const LegPose& pose, const Patch& patch, const Isometry3d& X_WB,
                  double farthest_m) noexcept;

/// Distance of a leg from the nearest of several patches.
double distance_m(const Leg& leg, const LegPose& pose, const PatchList& patches,
                  const Isometry3d& X_WB, double farthest_m) noexcept;

/// A leg in the world.
struct PosedLeg {
  const Leg& leg;
  const LegPose& pose;
  const Isometry3d& X_WB;
};

/// The part of a leg that is nearest to a patch.
struct NearestPart {
  double distance_m = 0;
  int link = -1;  ///< numbered as in PartId; -1: no part is nearer than `farthest_m`
};

/// The nearest of a leg's first `n_parts` parts: its links from the hip on, then its foot.
NearestPart nearest_part(const PosedLeg& posed, const Patch& patch, int n_parts,
                         double farthest_m) noexcept;

/// Links of a leg that stay clear of the surface that its foot stands on: all of the arm but one
/// that ends at the foot.
int n_arm_links(const Leg& leg) noexcept;

/// Deepest overlap of a leg's links, its foot excepted, with a plate; 0 without one.
double links_depth_m(const Leg& leg, const LegPose& pose, const PatchList& patches,
                     const Isometry3d& X_WB) noexcept;

/// Distance of the body's boxes from the nearest plate; not above 0 where they overlap.
double body_distance_m(const RobotModel& robot, const PatchList& patches, const Isometry3d& X_WB,
                       double farthest_m) noexcept;

/// Distance of the body's boxes from the plate of one patch.
double body_distance_m(const RobotModel& robot, const Patch& patch, const Isometry3d& X_WB,
                       double farthest_m) noexcept;

/// Height of the body's lowest corner over the plane z_S = 0, which has neither end nor back;
/// negative below it.
double body_height_m(const RobotModel& robot, const Isometry3d& X_SB) noexcept;

/// Height of a leg's lowest link over that plane, its foot excepted.
double links_height_m(const Leg& leg, const LegPose& pose, const Isometry3d& X_SB) noexcept;

/// Least distance that a plan keeps between a moving leg or body and what it must not touch:
/// surfaces, other legs and the body. It covers errors of encoders, estimate and survey, and the
/// motion between two samples.
inline constexpr double kLeastClearance_m = 0.01;

}  // namespace ventosa::controller
