#pragma once

#include "controller/model/config.h"
#include "controller/model/module_report.h"
#include "controller/trajectory/time_law.h"

/// The way of a foot through the air: lift, transfer, lower and touch, each straight from rest to
/// rest, the cup turning on the geodesic from one surface to the next, the wrist's roll unwinding.
/// Each phase lasts as long as configured, and longer where a limit of the swing asks for it.
namespace ventosa::controller {

/// From where to where, in W.
struct SwingPath {
  Vector3d p_from_W = Vector3d::Zero();  ///< [m] wrist point, on the surface or in the air
  Vector3d z_from_W = Vector3d::Zero();  ///< cup direction there
  Vector3d p_goal_W = Vector3d::Zero();  ///< [m] wrist point of the foothold
  Vector3d z_goal_W = Vector3d::Zero();  ///< cup direction there
  bool from_air = false;                 ///< without a lift
  double higher_m = 0;                   ///< than gait.lift_m it is lifted
  double slower = 1;                     ///< so many times as long its transfer takes
  double roll_from_rad = 0;              ///< of the wrist's last joint
  double depth_m = 0;      ///< how much deeper than planned the surface has been found
  double extension_m = 0;  ///< of the lip without vacuum, over one that holds
};

/// Limits of the wrist point, and of the turning of cup and wrist roll.
struct SwingLimits {
  MotionLimits linear;   ///< [m]
  MotionLimits angular;  ///< [rad] of the cup
  MotionLimits roll;     ///< [rad] of the wrist
};
SwingLimits swing_limits(const GaitConfig& config) noexcept;

/// How long a phase lasts; 0 for one that is no motion.
double swing_duration_s(const SwingPath& path, FootPhase phase,
                        const ControllerConfig& config) noexcept;

/// Where wrist point and cup should be, in W.
struct SwingTarget {
  Vector3d p_WW;
  Vector3d z_WF;
  double wrist_roll = 1;  ///< share of the roll that is left, 1..0
};
/// @param time_s  since the phase began
SwingTarget swing_target(const SwingPath& path, FootPhase phase, double time_s,
                         const ControllerConfig& config) noexcept;

}  // namespace ventosa::controller
