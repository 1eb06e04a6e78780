#pragma once

#include "controller/model/config.h"
#include "controller/model/module_report.h"
#include "controller/trajectory/time_law.h"

/// Path of a foot through the air: lift, transfer, lower and touch, each straight from rest to
/// rest; above uneven ground the touch goes on into the search for the ground at constant speed.
/// The cup direction follows the geodesic from one surface to the next while the wrist's roll
/// unwinds. Each phase lasts as configured, or longer where a limit of the swing requires it.
namespace ventosa::controller {

/// Start and goal of a swing, in W.
struct SwingPath {
  Vector3d p_from_W = Vector3d::Zero();  ///< [m] wrist point, on the surface or in the air
  Vector3d z_from_W = Vector3d::Zero();  ///< cup direction there
  Foothold goal;                         ///< end of the swing
  bool from_air = false;                 ///< the swing starts in the air, without a lift
  SwingForm form{};
  SwingTimes times{};        ///< durations of a step by the clock
  double roll_from_rad = 0;  ///< start angle of the wrist's last joint
  double depth_m = 0;        ///< distance by which the surface was found deeper than planned
  double extension_m = 0;    ///< extension of the lip without vacuum, relative to an attached one
};

/// Limits of the wrist point, the cup direction and the wrist roll.
struct SwingLimits {
  MotionLimits linear;   ///< [m]
  MotionLimits angular;  ///< [rad] of the cup direction
  MotionLimits roll;     ///< [rad] of the wrist's last joint
};
SwingLimits swing_limits(const GaitConfig& config) noexcept;

/// Time from rest above the ground until the foot is where the ground is expected.
double approach_s(const Approach& approach, const GaitConfig& config) noexcept;

/// Wrist point and cup direction at one time, in W.
struct SwingTarget {
  Vector3d p_WW;
  Vector3d z_WF;
  double wrist_roll = 1;  ///< remaining share of the roll, 1..0
};

/// Motion of one phase of a swing.
class SwingMotion {
 public:
  SwingMotion(const SwingPath& path, FootPhase phase, const ControllerConfig& config) noexcept;

  /// 0 for a phase without motion.
  double duration_s() const noexcept { return distance_.duration_s(); }
  /// @param time_s  since the phase began
  SwingTarget at(double time_s) const noexcept;

 private:
  SwingTarget from_, to_;
  TimeLaw distance_, turn_, roll_;
};

/// One of these values alone. @{
double swing_duration_s(const SwingPath& path, FootPhase phase,
                        const ControllerConfig& config) noexcept;
SwingTarget swing_target(const SwingPath& path, FootPhase phase, double time_s,
                         const ControllerConfig& config) noexcept;
/// @}

}  // namespace ventosa::controller
