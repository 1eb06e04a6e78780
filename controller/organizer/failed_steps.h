#pragma once

#include "controller/organizer/scene.h"

/// Recovery of failed steps. The foot tries other places nearby (places.h) and at last
/// the place that it came from; then the walk has ended.
namespace ventosa::controller {

/// Marks feet that could not reach their planned foothold: they go back to where they came from.
void recall_feet(OrganizerState& state) noexcept;

/// Sends feet whose cup does not seal after all retries, or that are stuck in the air, to another
/// place. If a joint is too hot they go back.
void step_elsewhere(const Scene& scene, OrganizerState& state) noexcept;

/// Foot in stance that is lost or, while other steps are refused, has slipped: it may block the
/// others. -1: no foot.
int misplaced_foot(const Scene& scene, const OrganizerState& state) noexcept;

/// Steps to a place nearby, because the surface at the present one may leak. The body waits.
void step_again(const Scene& scene, int leg, OrganizerState& state) noexcept;

}  // namespace ventosa::controller
