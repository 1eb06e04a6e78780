#pragma once

#include "tests/controller/random_robot.h"
#include "tests/controller/resting_robot.h"

namespace ventosa::test {

/// A quadruped over surfaces given by a test; its left front leg, on its nominal place, steps.
struct OverSurfaces : RestingRobot {
  const controller::Leg& leg = robot.leg[0];
  const double ground_m = leg.p_BW_nominal.z() - leg.foot.standoff_m;
  const controller::Vector3d ahead_W = controller::Vector3d::UnitX();

  OverSurfaces() { surfaces.n = 0; }

  void add(double x_m, double half_x_m, double height_m = 0, double half_y_m = 3) {
    controller::Patch& patch = surfaces.patch[static_cast<std::size_t>(surfaces.n++)];
    patch = {.half_extent_m = {half_x_m, half_y_m}, .friction = 0.6};
    patch.X_WS.translation() = controller::Vector3d(x_m, 0, ground_m + height_m);
  }
  void add_any(Rng& random) {
    controller::Patch& patch = surfaces.patch[static_cast<std::size_t>(surfaces.n++)];
    patch.half_extent_m = {uniform(0.05, 0.4, random), uniform(0.05, 0.4, random)};
    patch.X_WS = Eigen::Translation3d(leg.p_BW_nominal + any_vector(0.3, random));
    patch.X_WS.translation().z() = ground_m + uniform(-0.03, 0.05, random);
    patch.X_WS.rotate(Eigen::AngleAxisd(uniform(0, 0.5, random), any_direction(random)));
  }
  controller::Vector3d nominal(double lead_m = 0) const {
    return leg.p_BW_nominal + lead_m * ahead_W;
  }
  /// From the lip's rim to the nearest edge of its patch.
  double room_m(const controller::Foothold& to) const {
    const controller::Patch& patch = surfaces.patch[static_cast<std::size_t>(to.patch)];
    const controller::Vector3d p_S = patch.X_WS.inverse() * to.p_WW;
    return (patch.half_extent_m - p_S.head<2>().cwiseAbs()).minCoeff() - robot.cup()->lip_radius_m;
  }
};

}  // namespace ventosa::test
