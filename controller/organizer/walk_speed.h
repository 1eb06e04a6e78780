#pragma once

#include "controller/model/config.h"
#include "controller/model/module_task.h"
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

/// Largest way of the body in a cycle [m]: stride_m or, by the clock, that of the gait's sweep.
double longest_way_m(const Gait& gait, const GaitConfig& config) noexcept;

/// Largest speed of a walk [m/s]. Infinite for an unknown gait.
double fastest_walk_m_s(const RobotModel& robot, const GaitConfig& config, int gait) noexcept;

/// Durations of the phases of the swing in which a leg is in a row of a gait by the clock, such
/// that all rows end in time: loading and unloading take load_s of theirs, phases that share a row
/// divide the rest like their configured durations. All 0 for other gaits.
SwingTimes swing_times(const Gait& gait, int row, int leg, const ControllerConfig& config) noexcept;

/// Least duration of a row [s] in which the limits of the swing let every leg make its moves in
/// time, without regard to its joints. With approach_m above 0 they come down to uneven ground. By
/// the reverse body the body leads the feet: one control period.
/// @param period_s  control period
double least_step_s(const RobotModel& robot, const Gait& gait, const GaitConfig& config,
                    double period_s) noexcept;

/// Mean rate of turning on the spot [rad/s], with the feet moving as far as in a walk.
inline double turn_rate_rad_s(double walk_speed_m_s) { return walk_speed_m_s / kFootReach_m; }

}  // namespace ventosa::controller
