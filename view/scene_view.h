#pragma once

#include "view/panels/panels.h"

/// What the middle of the window shows.
namespace ventosa::view {

/// The scene with its marks, and if asked for the depth camera's view in a corner.
/// @param window  all of its pixels
void draw_scene(const Rect& place, const sim::Area& window, const Frame& frame, const Ui& ui,
                const sim::Quality& quality, sim::Scene& scene);

}  // namespace ventosa::view
