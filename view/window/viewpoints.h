#pragma once

#include <span>

#include "view/run/frame.h"
#include "view/window/orbit.h"

/// Named views of the robot.
namespace ventosa::view {

std::span<const char* const> view_names();

/// Turns the camera to a named view, keeping its distance.
void look_from(int view, const Frame& frame, Orbit& orbit);

}  // namespace ventosa::view
