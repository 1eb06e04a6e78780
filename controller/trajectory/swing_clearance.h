#pragma once

#include <cstdint>

#include "controller/model/observation.h"
#include "controller/trajectory/swing_reach.h"

/// Clearance of a swinging leg from the surfaces.
namespace ventosa::controller {

/// Leg and surfaces of a swing.
struct SwingScene {
  const Leg& leg;
  const PatchList& patches;
  /// Remaining budget; decremented with every pose (inverse kinematics and distances).
  int& poses_left;
};

enum class SwingWay : std::uint8_t {
  kFree,
  kObstructed,   ///< too near a surface: nearer than kLeastClearance_m and than now
  kUnreachable,  ///< inverse kinematics has no solution on the way
};

/// Checks the landing: the foot must be clear of every surface except that under its lip. Two
/// poses: above the foothold and on it.
SwingWay landing_of(const SwingScene& scene, const Isometry3d& X_WB, const ControllerConfig& config,
                    const SwingPath& path, const PerJoint<double>& q_rad) noexcept;

/// Checks a swing under a stationary body: straight off the surface under the lip at its start,
/// straight down to the one at its end, clear of everything in between. Up to 33 poses; none if the
/// leg can reach only one surface.
SwingWay way_of(const SwingScene& scene, const Isometry3d& X_WB, const ControllerConfig& config,
                const SwingPath& path, const PerJoint<double>& q_rad) noexcept;

}  // namespace ventosa::controller
