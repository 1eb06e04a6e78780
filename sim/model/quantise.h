#pragma once

#include <cmath>

namespace ventosa::sim {

/// x rounded to the nearest multiple of `step`, a sensor's resolution; unchanged if `step` is 0.
inline double quantise(double x, double step) { return step > 0 ? step * std::round(x / step) : x; }

}  // namespace ventosa::sim
