#include "scenarios/session/stability.h"

#include <algorithm>
#include <limits>

#include "controller/dynamics/centre_of_mass.h"
#include "controller/kinematics/forward_kinematics.h"

namespace ventosa::scenarios {
namespace {

using controller::Vector3d;
using Eigen::Vector2d;
using Projection = Eigen::Matrix<double, 2, 3>;

/// Projection along a direction onto the plane across it.
Projection across(const Vector3d& direction) {
  const Vector3d z = direction.isZero(0) ? Vector3d::UnitZ() : Vector3d(-direction.normalized());
  const Vector3d x = z.unitOrthogonal();
  Projection projection;
  projection << x.transpose(), z.cross(x).transpose();
  return projection;
}

double cross(const Vector2d& a, const Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

/// True if all corners lie to the left of the line from a to b, or on it.
bool is_edge(const Points& corners, const Vector2d& a, const Vector2d& b) {
  return a != b && std::all_of(corners.colwise().begin(), corners.colwise().end(),
                               [&](const auto& c) { return cross(b - a, c - a) >= 0; });
}

}  // namespace

double hull_margin_m(const Points& corners, const Vector2d& p) {
  if (corners.cols() < 3) return kNoPolygon_m;
  double least_m = std::numeric_limits<double>::infinity();
  for (const auto& a : corners.colwise())
    for (const auto& b : corners.colwise())
      if (is_edge(corners, a, b)) least_m = std::min(least_m, cross(b - a, p - a) / (b - a).norm());
  return std::isfinite(least_m) ? least_m : kNoPolygon_m;
}

double stability_margin_m(const controller::RobotModel& robot, const sim::Truth& truth,
                          const Vector3d& g_W) {
  const Projection flat = across(g_W);
  controller::MassMoment mass = controller::body_mass(robot);
  Points feet;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const controller::LegPose pose = controller::leg_pose(robot.leg[i], truth.leg[i].q_rad);
    mass += controller::leg_mass(robot.leg[i], pose);
    if (!truth.leg[i].point.touches) continue;
    feet.conservativeResize(Eigen::NoChange, feet.cols() + 1);
    feet.rightCols<1>() = flat * (truth.X_WB * pose.p_BW);
  }
  return hull_margin_m(feet, flat * (truth.X_WB * controller::centre(mass)));
}

}  // namespace ventosa::scenarios
