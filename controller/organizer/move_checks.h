#pragma once

#include "controller/organizer/organize.h"

namespace ventosa::controller {

/// Why a detached leg must not make the move that is asked of it: kWayBlocked if it would come
/// nearer to a surface, another leg or the body than kLeastClearance_m, or than it is already;
/// kLiftRefused if somewhere on its way the others could not hold the robot with it there (then the
/// refusal's `lift` says what would give way). A move that the joints cannot make is the module's
/// to refuse. Plans the move and samples it: for the tick in which it is asked, not for every one.
[[nodiscard]] Reason objection_to_move(const RobotModel& robot, const ControllerConfig& config,
                                       const OrganizerInput& input, int leg, const LegMove& move,
                                       OrganizerState& state) noexcept;

inline constexpr double kLeastClearance_m = 0.005;

}  // namespace ventosa::controller
