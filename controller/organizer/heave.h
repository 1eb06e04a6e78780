#pragma once

#include "controller/organizer/scene.h"

/// Heave: a slow vertical motion of the body to weigh its payload. Stiction hides the payload from
/// a robot at standstill. While the body is lowered and raised, friction acts once against and once
/// with the load, and the mean of both is free of it:
///
///   z(t) = +-h (1 - cos(2 pi t / T)) / 2  along gravity
///
/// The robot heaves before the first step or detachment that a payload within the estimate's
/// uncertainty could make infeasible.
namespace ventosa::controller {

inline bool is_heaving(const Heave& heave) noexcept { return heave.ticks > 0; }

/// True if the payload's uncertainty could make a lift infeasible and a heave would reduce it. No
/// heave with a foot in the air, which would not follow the body.
bool needs_heave(const Scene& scene, const OrganizerState& state) noexcept;

/// True if the payload may lie where the other feet could not hold the robot, and a rest would
/// tell: the centre along gravity shows only in another attitude than that of the last weighing.
bool needs_rest(const Scene& scene, std::size_t leg, const OrganizerState& state) noexcept;

/// Starts a heave: downwards, or upwards if the legs do not reach down. No heave if they reach
/// neither.
void begin_heave(const Scene& scene, OrganizerState& state) noexcept;

/// Moves the reference by one period; cancels the heave if the goal no longer asks for a step.
/// While the body is `astray` the reference waits and another heave follows, because an external
/// force would be weighed as payload.
void follow_heave(const Scene& scene, bool astray, OrganizerState& state) noexcept;

}  // namespace ventosa::controller
