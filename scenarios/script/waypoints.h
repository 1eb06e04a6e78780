#pragma once

#include <cstdint>
#include <vector>

#include "controller/model/goal.h"

/// A walk along the lines from point to point. The body turns into the line on the spot, then walks
/// along it with its x axis on the line, and stands at the last point.
namespace ventosa::scenarios {

struct Waypoints {
  std::vector<controller::Vector2d> p_B0;  ///< [m] in the x-y plane of B0
  double speed_m_s = 0;
  double radius_m = 0;  ///< a point this near is reached
  int gait = 0;         ///< index in the robot's gaits
};

/// Progress of the walk.
struct WaypointProgress {
  std::int32_t n_reached = 0;
  bool turns = true;  ///< on the spot
};

/// Pose at the last point.
/// @param X_B0B_start  where the first line begins
controller::Isometry3d end_pose(const Waypoints& walk, const controller::Isometry3d& X_B0B_start);

/// Walking goal in B0 for a body at X_B0B; a hold after the last point.
controller::Goal goal_along(const Waypoints& walk, const controller::Isometry3d& X_B0B_start,
                            const controller::Isometry3d& X_B0B,
                            WaypointProgress& progress) noexcept;

}  // namespace ventosa::scenarios
