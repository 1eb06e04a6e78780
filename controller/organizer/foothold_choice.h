#pragma once

#include <cstdint>

#include "controller/organizer/foothold_candidates.h"
#include "controller/organizer/judgement.h"

/// Choice of a leg's next foothold.
namespace ventosa::controller {

/// Preferred wrist point of a step [m, in W]: the nominal one after the body has moved `lead_m`
/// along its twist, `spread_m` farther from the hip.
Vector3d nominal_place(const RobotModel& robot, int leg, const Isometry3d& X_WB_reference,
                       const Twist& twist, double lead_m, double spread_m = 0) noexcept;

/// Interpolates linearly between two footholds, share 0..1.
Foothold between(const Foothold& from, const Foothold& to, double share) noexcept;

/// Unit vector of a body point's velocity; zero for a stationary body.
Vector3d heading_at(const Twist& twist, const Vector3d& p_W, const Isometry3d& X_WB) noexcept;

/// Handling of a nominal place that has room and is free, but out of reach.
enum class OutOfReach : std::uint8_t {
  kKeep,   ///< keep it: the body's advance can be reduced until the place is within reach
  kLeave,  ///< choose another place
};

/// Robot and stance for which a foothold is chosen.
struct WalkingRobot {
  const Scene& scene;
  const Gait& gait;
  int row;                     ///< row in which the leg steps
  const PerLeg<Foothold>& at;  ///< foothold of every foot, after its present step
};

/// Chooses the foothold of a leg whose preferred wrist point is p_WW: the one below it if the patch
/// has room and the swing is free, otherwise the best place nearby (foothold_candidates.h) from
/// which the next rows are feasible. Without any: patch -1. Used both to plan a row and to predict
/// it.
/// @param search  started with step, p_WW and ahead_W, which later calls ignore
/// @param to      out: the foothold, unless the search goes on
SearchStatus choose_foothold(const WalkingRobot& walking, int leg, const StepQuery& step,
                             const Vector3d& p_WW, const Vector3d& ahead_W, OutOfReach far,
                             PlaceSearch& search, int& poses_left, Foothold& to) noexcept;

}  // namespace ventosa::controller
