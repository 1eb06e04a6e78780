#pragma once

#include "controller/model/plan.h"
#include "controller/organizer/scene.h"

namespace ventosa::controller {

/// Passes the goal's request to its module, once: a foot may detach if the others carry the robot
/// without it; a detached foot may move if its path is free, or attach if a surface is below.
/// Counts requests that the goal replaced before they began. Activity::kHold stops moving legs.
/// @param aim  place to attach at; patch -1: the nearest one below the foot
/// @return why it is not passed on, or refused by its module
Reason follow_request(const Scene& scene, OrganizerState& state, const Foothold& aim = {}) noexcept;

/// Status of the goal's request.
/// @param reason  why the robot does less than the goal asks
RequestStatus request_status(const Scene& scene, Reason reason,
                             const OrganizerState& state) noexcept;

/// The move that was passed on in this tick; nullptr: none.
/// @param last_request  state.last_request before this tick
const LegMove* begun_move(const Scene& scene, std::int32_t last_request,
                          const OrganizerState& state) noexcept;

/// True if a detached leg is in motion.
bool is_moving_leg(const PerLeg<ModuleReport>& report) noexcept;

}  // namespace ventosa::controller
