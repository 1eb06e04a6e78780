#pragma once

#include "view/panels/panels.h"

/// Drawing of the scene in the middle of the window.
namespace ventosa::view {

/// Draws the scene with its marks and, if requested, the depth camera's view in a corner.
/// @param window  whole window in pixels
void draw_scene(const Rect& place, const sim::Area& window, const Frame& frame, const Ui& ui,
                const sim::Quality& quality, sim::Scene& scene);

}  // namespace ventosa::view
