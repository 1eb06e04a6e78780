#pragma once

namespace ventosa::view {

/// Text of the window, before its first frame.
/// @param scale  pixels over those of a plain display
void load_font(double scale);

}  // namespace ventosa::view
