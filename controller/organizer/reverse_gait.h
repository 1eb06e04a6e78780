#pragma once

#include "controller/organizer/steps.h"

/// Walk by a gait whose feet swing by the reverse body: see model/reverse_swing.h. No foothold
/// is searched. Every row advances the body so far that the feet which it lifts end ahead of their
/// nominal places by half of the way of the body while a foot stands: half of the way from a stance
/// in the middle, all of it in the steady walk, and half at the end.
namespace ventosa::controller {

/// Begins the next row.
Answer follow_reverse(const Scene& scene, const Gait& gait, const Twist& twist,
                      OrganizerState& state) noexcept;

}  // namespace ventosa::controller
