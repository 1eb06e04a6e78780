#pragma once

#include "controller/organizer/organize.h"

namespace ventosa::controller {

/// Passes the goal's request for one leg on to its module, once: a foot may detach if the others
/// hold the robot without it, a detached one may move, or attach where a surface is under it.
/// Says why not, and what the module refuses.
void follow_request(const RobotModel& robot, const ControllerConfig& config,
                    const OrganizerInput& input, Plan& plan, OrganizerState& state) noexcept;

/// Whether a leg in the air is on its move.
bool is_moving_leg(const PerLeg<ModuleReport>& report) noexcept;

}  // namespace ventosa::controller
