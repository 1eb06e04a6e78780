#pragma once

#include "controller/execution/contact_state.h"

/// How a point foot comes to stand.
namespace ventosa::controller {

/// A foot that comes down stands as soon as it touches, early or late.  @return true if it stands
bool lands(const FootReadings& foot, ModuleState& module) noexcept;

/// Goes on down from where the ground was expected until the foot bears; reports that there is no
/// ground within `seek_m` and the leg's reach. A blind foot stands at once, as going on could lift
/// the robot.
void seek_ground(const PointFoot& point, const ControllerConfig& config, const FootReadings& foot,
                 ModuleState& module) noexcept;

}  // namespace ventosa::controller
