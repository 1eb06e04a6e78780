#pragma once

#include "controller/organizer/organize.h"

namespace ventosa::controller {

/// Passes the goal's request for one leg on to its module, once: a foot may detach if the others
/// hold the robot without it, a detached one may move where nothing is in its way, or attach where
/// a surface is under it. Says why not, and what the module refuses; counts what the goal has asked
/// for and given up before it could be passed on. A goal that holds stops the legs on their moves.
void follow_request(const RobotModel& robot, const ControllerConfig& config,
                    const OrganizerInput& input, Plan& plan, OrganizerState& state) noexcept;

/// Whether a leg in the air is on its move.
bool is_moving_leg(const PerLeg<ModuleReport>& report) noexcept;

}  // namespace ventosa::controller
