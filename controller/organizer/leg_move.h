#pragma once

#include "controller/organizer/scene.h"

/// Check of a detached leg's move.
namespace ventosa::controller {

struct MoveCheck {
  Reason objection = Reason::kNone;
  double pace = 1;    ///< factor on the planned speed at which joints and cups can carry the move
  Bottleneck lift{};  ///< violated limit, with kLiftRefused
};

/// Checks whether a detached leg may make the requested move, by planning and sampling it. Call
/// once per request, not in every tick. Objections:
/// - kWayBlocked: nearer to a surface, another leg or the body than
///   kLeastClearance_m, with the scene's reserve, and than now
/// - kLiftRefused: the attached feet could not carry the robot at some point, at any pace
/// - kSharingInfeasible: the leg's own joints could not carry it at some point
///
/// A move beyond the leg's reach is refused by the leg's own stage (controller/execution).
[[nodiscard]] MoveCheck check_move(const Scene& scene, int leg, const LegMove& move,
                                   SharingWarmStart& warm) noexcept;

}  // namespace ventosa::controller
