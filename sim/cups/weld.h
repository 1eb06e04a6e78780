#pragma once

namespace ventosa::sim {

/// Stiffness of the weld constraint between a rigid cup and its anchor, as MuJoCo's solref (time
/// constant in physics steps, damping ratio) and solimp. MuJoCo requires a time constant of at
/// least two steps.
inline constexpr double kWeldSteps = 2;
inline constexpr double kWeldDampingRatio = 1;
inline constexpr double kWeldImpedance[5] = {0.99, 0.999, 1e-4, 0.5, 2};

}  // namespace ventosa::sim
