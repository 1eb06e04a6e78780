#pragma once

#include "controller/organizer/steps.h"

/// The walk: row after row of a gait, each proposed, judged and begun.
namespace ventosa::controller {

/// Goes on with a walk along `twist`: begins the next row, or refuses it.
void follow_walk(const Scene& scene, const Twist& twist, OrganizerState& state) noexcept;

}  // namespace ventosa::controller
