#pragma once

namespace ventosa::view {

/// Loads the font of the window; call before the first frame.
/// @param scale  pixels relative to a plain display
void load_font(double scale);

}  // namespace ventosa::view
