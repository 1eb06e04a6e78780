#pragma once

#include "controller/load_sharing/standing.h"
#include "controller/organizer/state.h"

/// Answer of the controller, for a robot at rest, to a row that lifts feet: the checks that it
/// makes before it lifts them in place, with its own options. Not for the control loop.
namespace ventosa::controller {

struct LiftVerdict {
  /// kNone: the feet may lift, or the stance holds if none shall. kLiftRefused, kSharingInfeasible,
  /// kUnreachable, kWayBlocked as the plan would report them.
  Objection objection{};
  /// Violated limit and missing margin, as in signal plan.lift; without an objection the limit with
  /// the least margin, before and after the lift.
  Bottleneck least{};

  bool lifts() const { return objection.reason == Reason::kNone; }
};

/// @param lifted  feet that shall lift, all in one row of a gait
[[nodiscard]] LiftVerdict judge_lift(const RobotModel& robot, const ControllerConfig& config,
                                     const RobotAtRest& at_rest, LegSet lifted) noexcept;

}  // namespace ventosa::controller
