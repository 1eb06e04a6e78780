#pragma once

#include "controller/organizer/organize.h"

/// The slow heave of the body by which its feet weigh what it carries. Gears that stick hide a
/// payload from a robot that stands still; while it is lowered and lifted again, their friction
/// works once against it and once for it, and the mean of both is free of it:
///
///   z(t) = +-h (1 - cos(2 pi t / T)) / 2  along gravity
///
/// A robot heaves before the first step or detachment that its feet might not hold, as far as it
/// knows.
namespace ventosa::controller {

inline bool is_heaving(const Heave& heave) noexcept { return heave.ticks > 0; }

/// Whether what the body carries is so uncertain that it might hinder a lift, and a heave would
/// tell.
bool needs_heave(const RobotModel& robot, const ControllerConfig& config, const OrganizerInput& in,
                 const OrganizerState& state) noexcept;

/// Down, or up where the legs are too short for that; where they reach neither way there is none.
void begin_heave(const RobotModel& robot, const ControllerConfig& config, const OrganizerInput& in,
                 OrganizerState& state) noexcept;

/// Moves the reference by one period, for as long as what it was begun for is asked for; else the
/// heave is given up. While the body is `astray` the reference waits, and another heave follows:
/// what pushes the body away would be weighed like a payload.
void follow_heave(const ControllerConfig& config, const OrganizerInput& in, bool astray,
                  OrganizerState& state) noexcept;

}  // namespace ventosa::controller
