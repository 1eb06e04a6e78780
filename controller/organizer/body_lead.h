#pragma once

#include "controller/organizer/scene.h"

namespace ventosa::controller {

/// Moves the reference towards the goal and stops it before it enters a posture that is not
/// permitted (judgement.h). There the body waits until the goal leads elsewhere: state.blocking.
void lead_body(const Scene& scene, const Goal& goal, OrganizerState& state) noexcept;

}  // namespace ventosa::controller
