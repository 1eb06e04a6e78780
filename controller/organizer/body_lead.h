#pragma once

#include "controller/organizer/posture.h"

namespace ventosa::controller {

/// The robot under a body, with its free legs as they are.
Posture over_held_feet(const Isometry3d& X_WB, const Scene& scene) noexcept;

/// Moves the reference towards the goal and stops it before it enters a posture that is not
/// permitted (judgement.h). There the body waits until the goal leads elsewhere: state.blocking.
void lead_body(const Scene& scene, const Goal& goal, OrganizerState& state) noexcept;

}  // namespace ventosa::controller
