#pragma once

#include "controller/model/plan.h"
#include "controller/organizer/scene.h"

/// Organizer: plans the body's motion and the sequence of steps, and refuses infeasible ones.
namespace ventosa::controller {

OrganizerState initial_organizer(const Start& start) noexcept;

Plan organize(const Scene& scene, OrganizerState& state) noexcept;

/// After a tick whose command was dropped the robot has stopped: restarts the reference from rest.
/// The levelling turn of the estimate is kept.
void stop_reference(const std::optional<Vector3d>& levelling_W, OrganizerState& state) noexcept;

}  // namespace ventosa::controller
