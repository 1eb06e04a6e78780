#include "view/window/colours.h"

namespace ventosa::view {

sim::Rgba margin_colour(double safety_factor) {
  if (!(safety_factor > 0)) return kGrey;
  if (safety_factor < 1) return kVermillion;
  if (safety_factor < 1.4) return kYellow;
  return safety_factor < 3 ? kGreen : kSky;
}

}  // namespace ventosa::view
