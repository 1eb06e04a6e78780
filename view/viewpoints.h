#pragma once

#include <span>

#include "view/panels/ui.h"

/// Views of the robot that have a name.
namespace ventosa::view {

std::span<const char* const> view_names();

/// Turns the camera to the view ui.view, as near as it is.
void look_from_view(const Frame& frame, Ui& ui);

}  // namespace ventosa::view
