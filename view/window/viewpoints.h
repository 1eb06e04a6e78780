#pragma once

#include <span>

#include "view/run/frame.h"
#include "view/window/orbit.h"

/// Views of the robot that have a name.
namespace ventosa::view {

std::span<const char* const> view_names();

/// Turns the camera to one of them, as near as it is.
void look_from(int view, const Frame& frame, Orbit& orbit);

}  // namespace ventosa::view
