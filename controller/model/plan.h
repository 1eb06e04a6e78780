#pragma once

#include "controller/model/description.h"
#include "controller/model/leg_move.h"
#include "controller/model/module_task.h"
#include "controller/model/reason.h"

namespace ventosa::controller {

/// Status of the goal's request to one leg.
enum class RequestStatus : std::uint8_t {
  kNone,     ///< no request
  kWaiting,  ///< waits until the robot is at rest
  kRefused,  ///< see Plan::reason; retried while the goal stays, unless the module itself refused
  kRunning,  ///< passed on to the module
  kDone,
  kPreempted,
};
constexpr auto enumerators(RequestStatus) {
  return words("none", "waiting", "refused", "running", "done", "preempted");
}

/// Constraints on postures and swings: see controller/organizer/constraints.h.
enum class Limiting : std::uint8_t {
  kNone,
  kReach,          ///< a foot beside the planned pose of the body
  kWristBend,      ///< the wrist's singularity
  kWristRange,     ///< the wrist's stops
  kBodyClearance,  ///< body and surfaces
  kLegClearance,   ///< leg and surfaces
  kSelfClearance,  ///< parts of the robot
  kWalkReach,      ///< a foot beside the pose of a walking body
  kLiftHeight,     ///< the way off the surface
  kLegWeight,      ///< the lifted leg's own weight
  kLag,            ///< a foot and its nominal place
  kLoad,           ///< forces of the attached feet
  kSwing,          ///< reach, speed and weight of a leg along its swing
  kPlace,          ///< room for a foot
};
constexpr auto enumerators(Limiting) {
  return words("none", "reach", "wrist_bend", "wrist_range", "body_clearance", "leg_clearance",
               "self_clearance", "walk_reach", "lift_height", "leg_weight", "lag", "load", "swing",
               "place");
}

/// Phase of a walk.
enum class WalkPhase : std::uint8_t {
  kNone,     ///< no walk is asked for, or it has arrived
  kMoves,    ///< the body moves; feet may be in the air
  kSteps,    ///< the body has arrived, the feet have not
  kSeeks,    ///< the next row is searched, judged, or waits for its cups
  kRefused,  ///< no next row is permitted: tried again after GaitConfig::kRefusal_s
  kStopped,  ///< something forbids steps: no PD, a fault, a sliding foot, a hot joint
};
constexpr auto enumerators(WalkPhase) {
  return words("none", "moves", "steps", "seeks", "refused", "stopped");
}

/// Decisions of the organizer for one tick.
struct Plan {
  Reason reason = Reason::kNone;  ///< why the robot does less than the goal asks
  PerLeg<ModuleTask> task{};
  const LegMove* move = nullptr;  ///< the goal's move, for kMove
  RequestStatus request = RequestStatus::kNone;
  bool pd = true;       ///< joint PD of attached legs is on, or fading in
  double pd_share = 1;  ///< share of the PD gains of attached legs, 0..1: fades with pd
  /// Mean speed that the body can reach, however fast the goal asks it to go.
  double walk_speed_m_s = 0;
};

}  // namespace ventosa::controller
