#pragma once

#include "controller/model/config.h"
#include "controller/model/robot_model.h"

/// Pace that the joints allow a gait by the clock.
namespace ventosa::controller {

/// Least duration of a row [s], at least `from_s`, at which every leg makes its swing ahead by the
/// gait's sweep: about its nominal place, under a body that walks forward in its nominal stance,
/// with no joint faster than swing_speed_ratio of its limit. from_s if the swing is out of reach
/// at any pace: walks then have shorter steps.
double least_step_of_joints_s(const RobotModel& robot, const ControllerConfig& config, Gait gait,
                              double from_s);

}  // namespace ventosa::controller
