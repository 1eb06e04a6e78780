#pragma once

#include "controller/model/config/gait.h"
#include "controller/model/robot_model.h"

/// Walking speed that a gait can reach.
namespace ventosa::controller {

inline constexpr double kFootReach_m = 0.3;  ///< lever arm that compares rotation with translation

/// Shortest duration of one gait cycle [s], without the times of release and seal. Every swing
/// phase lasts as configured, or longer where the swing limits require it; a foot unloads while the
/// previous one loads.
/// @param gait      its number; 0 s if the robot has no such gait
/// @param stride_m  distance of a foot's swing
double shortest_cycle_s(const RobotModel& robot, const GaitConfig& config, int gait,
                        double stride_m) noexcept;

/// Mean rate of turning on the spot [rad/s], with the feet moving as far as in a walk.
inline double turn_rate_rad_s(double walk_speed_m_s) { return walk_speed_m_s / kFootReach_m; }

}  // namespace ventosa::controller
