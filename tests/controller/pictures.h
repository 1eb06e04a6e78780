#pragma once

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "controller/perception/depth_image.h"

/// Closed-form depth images of planes and rods, with the noise of a stereo camera.
namespace ventosa::controller {

/// Points p with normal . p = offset_m and border . p >= 0 for all borders.
struct Facet {
  Vector3d normal = Vector3d::UnitZ();  ///< towards the camera at the origin: offset_m < 0
  double offset_m = 0;
  std::vector<Vector3d> border{};
};

struct Rod {
  Vector3d from = Vector3d::Zero();
  Vector3d to = Vector3d::Zero();
  double radius_m = 0.02;
};

struct Noise {
  double inverse_depth_1_m = 0.0038;
  double scale = 1;  ///< scale of all depths
};

/// Field of view of a D435i with a coarse resolution.
inline Intrinsics coarse_eye(int columns = 64, int rows = 36) {
  const double pitch_u = 848.0 / columns, pitch_v = 480.0 / rows;
  return {columns, rows, 425 / pitch_u, 425 / pitch_v, (columns - 1) / 2.0, (rows - 1) / 2.0};
}

inline double depth_of(const Facet& facet, const Vector3d& ray) {
  const double approach = facet.normal.dot(ray);
  if (approach > -0.05 * ray.norm()) return std::numeric_limits<double>::infinity();
  const double z = facet.offset_m / approach;
  for (const Vector3d& border : facet.border)
    if (border.dot(z * ray) < 0) return std::numeric_limits<double>::infinity();
  return z;
}

/// Depth of the first point on the ray at radius distance from the axis, by sphere tracing.
inline double depth_of(const Rod& rod, const Vector3d& ray) {
  const Vector3d along = rod.to - rod.from;
  for (double z = 0.1, clear_m = 0; z < 3; z += std::max(1e-5, clear_m / ray.norm())) {
    const double s = std::clamp((z * ray - rod.from).dot(along) / along.squaredNorm(), 0.0, 1.0);
    clear_m = (z * ray - rod.from - s * along).norm() - rod.radius_m;
    if (clear_m < 1e-5) return z;
  }
  return std::numeric_limits<double>::infinity();
}

inline DepthImage picture(const Intrinsics& eye, const std::vector<Facet>& facets,
                          const std::vector<Rod>& rods, const Noise& noise,
                          std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  DepthImage image{.intrinsics = eye};
  for (int v = 0; v < eye.rows; ++v)
    for (int u = 0; u < eye.columns; ++u) {
      double z = std::numeric_limits<double>::infinity();
      for (const Facet& facet : facets) z = std::min(z, depth_of(facet, eye.ray(u, v)));
      for (const Rod& rod : rods) z = std::min(z, depth_of(rod, eye.ray(u, v)));
      if (z > 4) continue;
      z = noise.scale / (1 / z + noise.inverse_depth_1_m * normal(random));
      if (z > 0.2 && z < 3) image.at(u, v) = static_cast<std::uint16_t>(std::lround(1000 * z));
    }
  return image;
}

}  // namespace ventosa::controller
