#pragma once

#include "controller/organizer/steps.h"

/// The walk: row after row of a gait, each proposed, judged and begun.
namespace ventosa::controller {

/// Phase of the walk in this tick.
WalkPhase phase_of(const Scene& scene, const Twist& twist, const OrganizerState& state) noexcept;

/// Reason why no foot may lift now.
Objection objection_to_steps(const Scene& scene, const OrganizerState& state) noexcept;

/// Goes on with a walk along `twist`: begins the next row, or refuses it.
void follow_walk(const Scene& scene, const Twist& twist, OrganizerState& state) noexcept;

}  // namespace ventosa::controller
