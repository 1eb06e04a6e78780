#pragma once

#include "controller/model/config/gait.h"
#include "controller/model/robot_model.h"

/// How fast a gait can take the body.
namespace ventosa::controller {

inline constexpr double kFootReach_m = 0.3;  ///< lever that compares turning with moving

/// Of a cycle of one of the robot's gaits, or of the free one, without the time that cups take to
/// let go and to seal: every phase of a swing lasts as long as configured, and longer where the
/// limits of the swing ask for it; a foot is unloaded while the one before it is loaded  [s]
/// @param gait      its number; 0 s if the robot has no such gait
/// @param stride_m  how far the feet go through the air
double shortest_cycle_s(const RobotModel& robot, const GaitConfig& config, int gait,
                        double stride_m) noexcept;

/// Mean rate of turning on the spot: the feet go as far as they walk  [rad/s]
inline double turn_rate_rad_s(double walk_speed_m_s) { return walk_speed_m_s / kFootReach_m; }

}  // namespace ventosa::controller
