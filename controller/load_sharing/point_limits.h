#pragma once

#include "controller/load_sharing/load_sharing.h"

/// Limits of one point foot, a cone and two planes, for the force F of the ground on the leg.
///
/// n is the surface normal, F_n = n . F and F_t the rest:
///   slip      |F_t| <= mu F_n
///   lift-off  V0 - F_n <= V0
///   push      F_n <= push limit
///
/// A margin is a share of a bound, but a foot lifts off at F_n >= 0, and slip has no bound there
/// either. Both are therefore written from the usual load V0, the mean load of the standing feet;
/// slip is  |F_t| <= mu (F_n - V0) + mu V0.  At a margin of s every foot keeps the load s V0; at -s
/// a foot would have to pull with s V0.
///
/// The safety factor k divides mu, the unloading V0 - F_n and the push limit: a foot keeps at least
/// (1 - 1/k) V0, so that nothing tips the robot at once. The availability shrinks the set of
/// allowed forces towards zero.
namespace ventosa::controller {

struct PointHold {
  Matrix3d R_BS = Matrix3d::Identity();  ///< orientation of the surface, z out of it
  double friction = 0;                   ///< mu
  double usual_N = 0;                    ///< V0
  double max_push_N = 0;
  /// [N] Weight of links that the foot carries by itself: none, as a point foot has no wrist.
  Vector3d weight_B = Vector3d::Zero();
  double availability = 1;   ///< 0..1
  double safety_factor = 1;  ///< >= 1
};

/// Adds kFootRows rows and a cone.
void add_foot_limits(const PointHold& hold, SharingFoot& foot) noexcept;

}  // namespace ventosa::controller
