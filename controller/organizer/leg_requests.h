#pragma once

#include "controller/model/plan.h"
#include "controller/organizer/scene.h"

namespace ventosa::controller {

/// Passes the goal's request to its module, once: a foot may detach if the others carry the robot
/// without it; a detached foot may move if its path is free, or attach if a surface is below. Sets
/// the reason of a refusal, also if the module refuses, and counts requests that the goal replaced
/// before they began. Activity::kHold stops moving legs.
void follow_request(const Scene& scene, Plan& plan, OrganizerState& state) noexcept;

/// True if a detached leg is in motion.
bool is_moving_leg(const PerLeg<ModuleReport>& report) noexcept;

}  // namespace ventosa::controller
