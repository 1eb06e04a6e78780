#include "sim/render/viewpoint.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ventosa::sim {

using controller::Patch;
using controller::PatchList;
using controller::Vector3d;

namespace {

/// Distance along a ray to a patch; infinite if the ray misses it.
double distance_m(const Patch& patch, const Vector3d& from_W, const Vector3d& direction_W) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  const Vector3d from_S = patch.X_WS.inverse() * from_W;
  const Vector3d direction_S = patch.X_WS.linear().transpose() * direction_W;
  if (from_S.z() * direction_S.z() >= 0) return kNever;  // away from it, or along it
  const double t_m = -from_S.z() / direction_S.z();
  const Vector3d hit_S = from_S + t_m * direction_S;
  const bool inside = (hit_S.head<2>().cwiseAbs() - patch.half_extent_m).maxCoeff() <= 0;
  return inside ? t_m : kNever;
}

/// Preferred view direction if nothing is in the way.
Vector3d wanted_direction(const Vector3d& n_W) {
  const Vector3d up(0, 0, 1);
  const double steepness = std::abs(n_W.z());
  if (steepness > 0.9) {
    const Vector3d side(0.5, -0.85, 0);
    return (0.55 * n_W + 0.85 * side).normalized();
  }
  const Vector3d side = up.cross(n_W).normalized();
  const bool is_incline = steepness > 0.2;
  return is_incline ? (0.4 * n_W + 0.9 * side + 0.15 * up).normalized()
                    : (0.75 * n_W + 0.5 * side + 0.3 * up).normalized();
}

}  // namespace

double clear_way_m(const PatchList& patches, const Vector3d& from_W, const Vector3d& direction_W,
                   double farthest_m) {
  double clear_m = farthest_m;
  for (int i = 0; i < patches.n; ++i)
    clear_m = std::min(clear_m,
                       distance_m(patches.patch[static_cast<std::size_t>(i)], from_W, direction_W));
  return clear_m;
}

Viewpoint choose_view(const PatchList& patches, const Vector3d& robot_W, const Vector3d& n_W,
                      double distance_m) {
  constexpr double kMargin = 0.9;  // share of the distance to a patch
  const Vector3d wanted_W = wanted_direction(n_W);
  Viewpoint best;
  for (const double turn_deg : {0, -40, 40, -80, 80, -120, 120, 180})
    for (const double towards_normal : {0.0, 0.5, 1.0}) {
      const Eigen::AngleAxisd turn(turn_deg * std::numbers::pi / 180, n_W);
      const Vector3d direction_W = (turn * wanted_W + towards_normal * n_W).normalized();
      const double way_m =
          kMargin * clear_way_m(patches, robot_W, direction_W, distance_m / kMargin);
      if (way_m > best.distance_m + 1e-9) best = {direction_W, way_m};
      if (way_m >= distance_m - 1e-9) return best;
    }
  return best;
}

Viewpoint view_along(const PicturedEdge& edge, const PatchList& patches, const Vector3d& at_W,
                     double distance_m) {
  constexpr double kMargin = 0.9, kAcross = 0.6;
  const Vector3d out_W = (edge.n_W + edge.other_W).normalized();
  const Vector3d upper_W = edge.y_W.z() < 0 ? Vector3d(-edge.y_W) : edge.y_W;
  Viewpoint best;
  for (const double side : {1, -1}) {
    const Vector3d direction_W = (side * upper_W + kAcross * out_W).normalized();
    const double way_m = kMargin * clear_way_m(patches, at_W, direction_W, distance_m / kMargin);
    if (way_m > best.distance_m + 1e-9) best = {direction_W, way_m};
  }
  return best;
}

Vector3d lamp_position(const PatchList& patches, const Vector3d& robot_W, const Vector3d& n_W,
                       const Vector3d& view_W) {
  constexpr double kFar_m = 2, kMargin = 0.8;
  const Vector3d across = view_W.cross(n_W).normalized();
  const Vector3d direction_W = (n_W + 0.35 * view_W - 0.55 * across).normalized();
  return robot_W +
         kMargin * clear_way_m(patches, robot_W, direction_W, kFar_m / kMargin) * direction_W;
}

}  // namespace ventosa::sim
