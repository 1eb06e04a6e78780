#pragma once

#include <cmath>

namespace ventosa::sim {

/// What a sensor of this resolution tells: the nearest whole number of steps. A step of 0 is none.
inline double in_steps(double x, double step) { return step > 0 ? step * std::round(x / step) : x; }

}  // namespace ventosa::sim
