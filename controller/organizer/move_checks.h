#pragma once

#include "controller/organizer/organize.h"

/// What must hold before a detached leg may move.
namespace ventosa::controller {

struct MoveCheck {
  Reason objection = Reason::kNone;
  double pace = 1;  ///< share of the planned speed at which joints and cups can bear the move
};

/// Whether a detached leg may make the move that is asked of it. Plans and samples it: in the tick
/// in which it is asked for, not in every one.
/// - kWayBlocked: it would come nearer to a surface, another leg or the body than
/// kLeastClearance_m,
///   or than it is already
/// - kLiftRefused: somewhere on its way the attached feet could not hold the robot, however slow
/// the
///   move; the refusal's `lift` says what would give way
/// - kSharingInfeasible: somewhere its own joints could not hold it
/// A move that the joints cannot reach is the module's to refuse.
[[nodiscard]] MoveCheck check_move(const RobotModel& robot, const ControllerConfig& config,
                                   const OrganizerInput& input, int leg, const LegMove& move,
                                   OrganizerState& state) noexcept;

inline constexpr double kLeastClearance_m = 0.01;

}  // namespace ventosa::controller
