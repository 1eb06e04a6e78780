#pragma once

#include <algorithm>

namespace ventosa::sim {

/// Stiffness of the weld constraint between a rigid cup and its anchor, as MuJoCo's solref (time
/// constant, damping ratio) and solimp. The same at every physics step, except that MuJoCo requires
/// a time constant of at least two steps.
inline constexpr double kWeldTime_s = 0.004;
constexpr double weld_time_s(double step_s) { return std::max(kWeldTime_s, 2 * step_s); }
inline constexpr double kWeldDampingRatio = 1;
inline constexpr double kWeldImpedance[5] = {0.99, 0.999, 1e-4, 0.5, 2};

}  // namespace ventosa::sim
