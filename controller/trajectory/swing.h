#pragma once

#include "controller/config.h"
#include "controller/state.h"

/// The way of a foot through the air: lift, transfer, lower and touch, each straight from rest to
/// rest, the cup turning on the geodesic from one surface to the next, the wrist's roll unwinding.
/// Each phase lasts as long as configured, and longer where a limit of the swing asks for it.
namespace ventosa::controller {

/// Limits of the wrist point, and of the turning of cup and wrist roll.
struct SwingLimits {
  MotionLimits linear;   ///< [m]
  MotionLimits angular;  ///< [rad]
};
SwingLimits swing_limits(const GaitConfig& config) noexcept;

/// How long the foot's phase lasts; 0 for a phase that is no motion.
double swing_duration_s(const Foot& foot, const ControllerConfig& config) noexcept;

/// Where wrist point and cup should be, in W, for a foot that is not held.
struct SwingTarget {
  Vector3d p_WW;
  Vector3d z_WF;
  double wrist_roll = 1;  ///< share of the roll q6 that is left, 1..0
};
/// @param ahead_s  not now, but so much later in its phase
SwingTarget swing_target(const Foot& foot, const ControllerConfig& config,
                         double ahead_s = 0) noexcept;

}  // namespace ventosa::controller
