#pragma once

#include <vector>

#include "controller/kinematics/inverse_kinematics.h"
#include "planner/edge.h"
#include "planner/task.h"

namespace ventosa::planner {

using controller::Branch;
using controller::Foothold;

/// A place of a foot, and how its leg stands there.
struct FootPlace {
  Foothold at{};
  Branch branch{};
  double lead_rad = 0;  ///< joint 0 of a seven-joint leg
  /// Signed distance from the edge along the surfaces, negative before it, and along the edge.
  double along_m = 0, aside_m = 0;
};

/// Where the leg of a default stance stands, seen from the body.
struct DefaultFoot {
  Branch branch{};
  double lead_rad = 0;
};
DefaultFoot default_foot(const controller::Leg& leg);

/// Places on a grid on both surfaces of an edge, in lanes beside the foot's own: each with both
/// sides of the wrist and, for a seven-joint leg, with several angles of joint 0. Every lip has
/// room on its surface.
/// @param from, to      indices of the surfaces
/// @param own_aside_m   the foot's own lane: place along the edge
std::vector<FootPlace> grid_places(const World& world, const controller::Leg& leg, const Edge& edge,
                                   std::array<int, 2> patch, double own_aside_m);

/// A place of its own, with the leg as it stands there.
FootPlace place_at(const Edge& edge, int patch_behind, const Foothold& at, const DefaultFoot& as);

}  // namespace ventosa::planner
