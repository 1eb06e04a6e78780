#pragma once

#include <Eigen/Core>

#include "controller/model/robot_model.h"
#include "sim/truth.h"

/// Static stability of a robot on feet that only push.
namespace ventosa::scenarios {

inline constexpr double kNoPolygon_m = -1;  ///< margin of fewer than three loaded feet

/// Points in a plane, one per column.
using Points = Eigen::Matrix<double, 2, Eigen::Dynamic, 0, 2, controller::kMaxLegs>;

/// Distance [m] of a point from the nearest edge of the convex hull of others, in the plane;
/// negative outside, kNoPolygon_m for fewer than three.
double hull_margin_m(const Points& corners, const Eigen::Vector2d& p);

/// Static stability margin [m]: distance of the true centre of mass from the nearest edge of the
/// support polygon, which the feet with load span, both projected along gravity.
/// @param g_W  [m/s2] gravity; without gravity the projection is along z of W
double stability_margin_m(const controller::RobotModel& robot, const sim::Truth& truth,
                          const controller::Vector3d& g_W);

}  // namespace ventosa::scenarios
