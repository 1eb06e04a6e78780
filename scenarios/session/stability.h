#pragma once

#include "controller/model/robot_model.h"
#include "sim/truth.h"

/// Static stability of a robot on point feet.
namespace ventosa::scenarios {

inline constexpr double kNoPolygon_m = -1;  ///< margin of fewer than three loaded feet, or less

/// Static stability margin of controller/load_sharing/margins.h [m], by the truth: the distance of
/// the centre of mass from the nearest edge of the polygon that the feet with load span, seen along
/// gravity. At least kNoPolygon_m, which also stands for no gravity.
double true_stability_m(const controller::RobotModel& robot, const sim::Truth& truth,
                        const controller::Vector3d& g_W);

}  // namespace ventosa::scenarios
