#pragma once

#include <cstdint>

#include "controller/organizer/foreseen_stance.h"
#include "controller/organizer/places.h"

/// Where a leg steps next.
namespace ventosa::controller {

/// The wrist point where a step would be best: nominal under a body that has gone `lead_m` along
/// its twist, and `spread_m` farther from the hip.  [m, in W]
Vector3d nominal_place(const RobotModel& robot, int leg, const Isometry3d& X_WB_reference,
                       const Twist& twist, double lead_m, double spread_m = 0) noexcept;

/// On the straight way from one foothold to another.
Foothold between(const Foothold& from, const Foothold& to, double share) noexcept;

/// Direction in which a point of the body goes; zero of a body that stands.
Vector3d heading_at(const Twist& twist, const Vector3d& p_W, const Isometry3d& X_WB) noexcept;

/// What becomes of a nominal place that has room, free for the foot, but is out of reach.
enum class OutOfReach : std::uint8_t {
  kKeep,   ///< the body may go less far, so that it is within reach
  kLeave,  ///< the foot goes elsewhere
};

/// The robot that a leg steps for.
struct WalkingRobot {
  const RobotModel& robot;
  const ControllerConfig& config;
  const OrganizerInput& in;
  const Gait& gait;
  int row;                     ///< in which it steps
  const PerLeg<Foothold>& at;  ///< where every foot stands, or will when its step is done
};

/// Where a leg steps that would step best to p_WW: there, where the patch below has room, and the
/// way is free; else to the best place near by (places.h) with which the next rows hold. None: no
/// patch. The same function plans a row and foresees it.
/// @param search  begun with the step, p_WW and ahead_W; goes on with what it was begun with
/// @param to      out: unless it goes on
SearchStatus choose_foothold(const WalkingRobot& walking, int leg, const StepQuery& step,
                             const Vector3d& p_WW, const Vector3d& ahead_W, OutOfReach far,
                             PlaceSearch& search, int& poses_left, Foothold& to) noexcept;

}  // namespace ventosa::controller
