#include "controller/kinematics/clearance.h"

#include <algorithm>

namespace ventosa::controller {
namespace {

Box plate_of(const Patch& patch) {
  const double half_m = kPlateThickness_m / 2;
  return {.p_BO = {0, 0, -half_m},
          .half_extent_m = {patch.half_extent_m.x(), patch.half_extent_m.y(), half_m}};
}

/// A lower bound: of the ball around a part from the plate.
double ball_distance_m(const Convex& part, const Box& plate) {
  const Vector3d outside =
      ((part.middle - plate.p_BO).cwiseAbs() - plate.half_extent_m).cwiseMax(0.0);
  return outside.norm() - part.reach_m;
}

/// A lower bound: of a part's lowest point over the surface.
double height_m(const Convex& part, const Cup& cup) {
  const double axis_m = std::min(part.from.z(), part.to.z());
  if (part.shape == SolidShape::kRod) return axis_m - part.radius_m;
  const double lean = (part.to - part.from).head<2>().norm() / cup.height_m;
  return axis_m - cup.lip_radius_m * std::min(1.0, lean);
}

}  // namespace

double distance_m(const Leg& leg, const LegPose& pose, const Cup& cup, const Patch& patch,
                  const Isometry3d& X_WB, double farthest_m) noexcept {
  const Isometry3d X_SB = patch.X_WS.inverse() * X_WB;
  const Box plate = plate_of(patch);
  const Convex solid = box(plate);
  double least_m = farthest_m;
  const auto consider = [&](const Convex& part) {
    if (height_m(part, cup) >= least_m || ball_distance_m(part, plate) >= least_m) return;
    least_m = std::min(least_m, distance_m(solid, part, cup, least_m));
  };
  const Convex cup_there = cup_solid(cup, X_SB * pose.X_BF);
  consider(cup_there);
  for (std::size_t j = 1; j < static_cast<std::size_t>(leg.n_joints); ++j) {
    const bool is_last = j + 1 == static_cast<std::size_t>(leg.n_joints);
    const Vector3d to = is_last ? cup_there.to : Vector3d(X_SB * pose.p_BJ[j + 1]);
    consider(rod(X_SB * pose.p_BJ[j], to, leg.link[j].radius_m));
  }
  return least_m;
}

double distance_m(const Leg& leg, const LegPose& pose, const Cup& cup, const PatchList& patches,
                  const Isometry3d& X_WB, double farthest_m) noexcept {
  for (std::size_t k = 0; k < static_cast<std::size_t>(patches.n); ++k)
    farthest_m = distance_m(leg, pose, cup, patches.patch[k], X_WB, farthest_m);
  return farthest_m;
}

}  // namespace ventosa::controller
