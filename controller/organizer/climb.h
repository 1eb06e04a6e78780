#pragma once

#include "controller/organizer/scene.h"

/// Carries out a route: the body along its line, then a step by requests to its leg, and so on.
namespace ventosa::controller {

/// Twist of the body along the present part of the line; zero while a leg steps or without a route.
Twist climb_twist(const Scene& scene, const OrganizerState& state) noexcept;

/// Goes on with the route of the goal, if it has one.
/// @return why it does not
Reason follow_route(const Scene& scene, const Twist& twist, OrganizerState& state) noexcept;

/// Forgets the progress of a route when the goal is neither that nor to hold, its pause.
void forget_route(const Goal& goal, OrganizerState& state) noexcept;

/// The move of a leg that began in this tick; null: none.
const LegMove* begun_route_move(const Scene& scene, std::int32_t last_request,
                                const OrganizerState& state) noexcept;

}  // namespace ventosa::controller
