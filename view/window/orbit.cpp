#include "view/window/orbit.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ventosa::view {

using controller::Vector3d;

namespace {

constexpr double kNearest_m = 0.15, kFarthest_m = 20;
constexpr double kSteepest_rad = 0.499 * std::numbers::pi;
constexpr double kFieldOfView = 0.83;  // height of the picture at distance 1: 45 degrees

}  // namespace

void Orbit::turn(double right, double up) {
  azimuth_rad -= std::numbers::pi * right;
  elevation_rad = std::clamp(elevation_rad - std::numbers::pi * up, -kSteepest_rad, kSteepest_rad);
}

void Orbit::shift(double right, double up) {
  const Vector3d towards = view().direction_W;
  const Vector3d x_W(-std::sin(azimuth_rad), std::cos(azimuth_rad), 0);
  const Vector3d y_W = towards.cross(x_W);
  point_W -= kFieldOfView * distance_m * (right * x_W + up * y_W);
}

void Orbit::zoom(double nearer) {
  distance_m = std::clamp(distance_m * std::exp(-nearer), kNearest_m, kFarthest_m);
}

void Orbit::follow(const Vector3d& p_WB) {
  if (follows_body && last_body_W_.allFinite()) point_W += p_WB - last_body_W_;
  last_body_W_ = p_WB;
}

sim::Viewpoint Orbit::view() const {
  const double c = std::cos(elevation_rad);
  return {{c * std::cos(azimuth_rad), c * std::sin(azimuth_rad), std::sin(elevation_rad)},
          distance_m};
}

void Orbit::look_from(const sim::Viewpoint& view, const Vector3d& point) {
  azimuth_rad = std::atan2(view.direction_W.y(), view.direction_W.x());
  elevation_rad = std::asin(std::clamp(view.direction_W.z(), -1.0, 1.0));
  distance_m = view.distance_m;
  point_W = point;
}

}  // namespace ventosa::view
