#pragma once

#include <cstdint>

#include "controller/model/robot_model.h"

/// Convex solids and their distances.
namespace ventosa::controller {

enum class SolidShape : std::uint8_t {
  kRod,  ///< a capsule: the points within `radius_m` of a segment
  kBox,  ///< aligned with the axes of its frame
  kCup,  ///< the convex hull of three discs on one axis, as in Cup
};

/// A solid, in a frame shared by both solids of a pair.
struct Convex {
  SolidShape shape = SolidShape::kRod;
  Vector3d from;             ///< [m] end of a rod, least corner of a box, centre of a cup's lip
  Vector3d to;               ///< [m] other end, greatest corner, centre of the cup's top
  double radius_m = 0;       ///< radius of a rod
  const Cup* cup = nullptr;  ///< dimensions of a cup
  Vector3d middle;           ///< [m] centre of an enclosing ball
  double reach_m = 0;        ///< radius of that ball
};

Convex rod(const Vector3d& from, const Vector3d& to, double radius_m) noexcept;
Convex box(const Box& box) noexcept;
/// Solid of a foot, whose last link's rod ends at its `to`: the cup; or a segment to a point foot,
/// so long that the rod, which is round, keeps off the surface that the foot stands on.
Convex foot_solid(const Leg& leg, const Isometry3d& X_BF) noexcept;

/// Distance of two solids [m], or `farthest_m` if not smaller; NaN for a non-finite solid. Where
/// they overlap: minus the least shift that separates them, exact between rods and for a rod in a
/// box, otherwise an upper bound (the least shift along the solids' axes, their cross products and
/// the line of centres). Rods in closed form, others by the algorithm of Gilbert, Johnson and
/// Keerthi (1988), to 1 um.
double distance_m(const Convex& a, const Convex& b, double farthest_m) noexcept;

/// Distance of two line segments, a0 to a1 and b0 to b1.
double distance_m(const Vector3d& a0, const Vector3d& a1, const Vector3d& b0,
                  const Vector3d& b1) noexcept;

}  // namespace ventosa::controller
