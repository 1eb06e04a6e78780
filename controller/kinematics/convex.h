#pragma once

#include <cstdint>

#include "controller/model/robot_model.h"

/// Convex solids and the distance between two of them.
namespace ventosa::controller {

enum class SolidShape : std::uint8_t {
  kRod,  ///< a capsule: the points within `radius_m` of a segment
  kBox,  ///< along the axes of the frame it is given in
  kCup,  ///< the hull of three discs on one axis, as in Cup
};

/// A solid, in any frame that both solids of a pair share.
struct Convex {
  SolidShape shape = SolidShape::kRod;
  Vector3d from;        ///< [m] end of a rod, least corner of a box, centre of a cup's lip
  Vector3d to;          ///< [m] other end, greatest corner, centre of the cup's top
  double radius_m = 0;  ///< of a rod
  Vector3d middle;      ///< [m] centre of a ball that encloses it
  double reach_m = 0;   ///< and the ball's radius
};

Convex rod(const Vector3d& from, const Vector3d& to, double radius_m) noexcept;
Convex box(const Box& box) noexcept;
Convex cup_solid(const Cup& cup, const Isometry3d& X_BF) noexcept;

/// Least distance of two solids [m], or `farthest_m` where it is no less; NaN of a solid that is
/// not finite. Where they overlap, minus the least shift that frees them: exact between rods and of
/// a rod in a box, and otherwise at most too large, the least along the solids' axes, their cross
/// products and the line of centres. Rods in closed form, others by the algorithm of Gilbert,
/// Johnson and Keerthi (1988), to 1 um.
/// @param cup  the measures of every cup
double distance_m(const Convex& a, const Convex& b, const Cup& cup, double farthest_m) noexcept;

/// Between two straight lines, a0 to a1 and b0 to b1.
double distance_m(const Vector3d& a0, const Vector3d& a1, const Vector3d& b0,
                  const Vector3d& b1) noexcept;

}  // namespace ventosa::controller
