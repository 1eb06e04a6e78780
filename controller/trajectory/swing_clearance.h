#pragma once

#include <cstdint>

#include "controller/model/observation.h"
#include "controller/trajectory/swing_reach.h"

/// Whether a leg on its swing keeps off the surfaces.
namespace ventosa::controller {

/// Of a leg in the air from every surface: what encoders, estimate and survey leave a foot off its
/// way, and as much as it may come nearer between two samples.
inline constexpr double kSwingClearance_m = 0.01;

/// What a leg swings among.
struct SwingScene {
  const Leg& leg;
  const Cup& cup;
  const PatchList& patches;
  int&
      poses_left;  ///< counts down with every pose that is looked at: inverse kinematics, distances
};

enum class SwingWay : std::uint8_t {
  kFree,
  kObstructed,   ///< it would come nearer to a surface than kSwingClearance_m, and than it is
  kUnreachable,  ///< inverse kinematics has no answer on it
};

/// Whether a foot that has been set down keeps off every surface but what is under its lip. Two
/// poses: over the foothold, and on it.
SwingWay landing_of(const SwingScene& scene, const Isometry3d& X_WB, const ControllerConfig& config,
                    const SwingPath& path, const PerJoint<double>& q_rad) noexcept;

/// Of a swing under a body that does not move: straight off what is under the lip where it begins,
/// straight down on what is under it where it ends, clear of everything in between. Sampled at 33
/// poses; none where the leg can reach but one surface.
SwingWay way_of(const SwingScene& scene, const Isometry3d& X_WB, const ControllerConfig& config,
                const SwingPath& path, const PerJoint<double>& q_rad) noexcept;

}  // namespace ventosa::controller
