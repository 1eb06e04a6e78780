#include "sim/sensors/depth_camera.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hal/noise.h"

namespace ventosa::sim {

using controller::DepthImage;
using controller::Intrinsics;
using controller::Isometry3d;
using controller::Matrix3d;
using controller::Patch;
using controller::Vector3d;

namespace {

constexpr std::uint64_t kScaleChannel = 3001;  // random channel; the images use the one before
constexpr double kNoHit_m = std::numeric_limits<double>::infinity();

/// Approximately normal, standard deviation 1: the sum of four uniform 16-bit numbers. Limited
/// to 3.5 standard deviations.
double approximately_normal(std::uint64_t bits) {
  constexpr double kMean = 4 * 65535 / 2.0, kDeviation = 37837.2;  // 65536 sqrt(4 / 12)
  const std::uint64_t sum =
      (bits & 0xffff) + (bits >> 16 & 0xffff) + (bits >> 32 & 0xffff) + (bits >> 48);
  return (static_cast<double>(sum) - kMean) / kDeviation;
}

/// Intrinsics of the grid of rays, which is coarser than the sensor's image.
Intrinsics grid(const models::DepthSensor& sensor, const CameraOptions& options) {
  const double pitch_u = static_cast<double>(sensor.width_px) / options.columns;
  const double pitch_v = static_cast<double>(sensor.height_px) / options.rows;
  return {.columns = options.columns,
          .rows = options.rows,
          .fx_px = sensor.focal_px / pitch_u,
          .fy_px = sensor.focal_px / pitch_v,
          .cx_px = (options.columns - 1) / 2.0,
          .cy_px = (options.rows - 1) / 2.0};
}

/// Range of pixels, ends included.
struct Window {
  int u0, u1, v0, v1;
};

struct Interval {
  double low = kNoHit_m, high = -kNoHit_m;

  void include(double x) {
    low = std::min(low, x);
    high = std::max(high, x);
  }
};

/// pixels that may show a capsule between a and b; empty if it lies behind the camera
Window window(const Intrinsics& in, const Vector3d& a, const Vector3d& b, double radius_m) {
  constexpr double kNear_m = 0.02;
  const double ahead_m = std::min(a.z(), b.z()) - radius_m;
  if (std::max(a.z(), b.z()) + radius_m < kNear_m) return {0, -1, 0, -1};
  if (ahead_m < kNear_m) return {0, in.columns - 1, 0, in.rows - 1};
  Interval x, y;
  for (const Vector3d& p : {a, b})
    for (const double z : {p.z() - radius_m, p.z() + radius_m})
      for (const double side_m : {-radius_m, radius_m}) {
        x.include((p.x() + side_m) / z);
        y.include((p.y() + side_m) / z);
      }
  const auto pixel = [](double focal_px, double centre_px, double slope, int n) {
    return std::clamp(static_cast<int>(std::floor(centre_px + focal_px * slope)), -1, n);
  };
  return {std::max(0, pixel(in.fx_px, in.cx_px, x.low, in.columns)),
          std::min(in.columns - 1, pixel(in.fx_px, in.cx_px, x.high, in.columns) + 1),
          std::max(0, pixel(in.fy_px, in.cy_px, y.low, in.rows)),
          std::min(in.rows - 1, pixel(in.fy_px, in.cy_px, y.high, in.rows) + 1)};
}

/// depth z of the first point z r of the ray r on the sphere around p
double sphere_depth(const Vector3d& ray, const Vector3d& p, double radius_m) {
  const double a = ray.squaredNorm(), b = ray.dot(p);
  const double h = b * b - a * (p.squaredNorm() - radius_m * radius_m);
  return h < 0 ? kNoHit_m : (b - std::sqrt(h)) / a;
}

/// depth z of the first point z r on a capsule: on its cylinder, or on the sphere at the nearer end
double capsule_depth(const Vector3d& ray, const Vector3d& from, const Vector3d& along,
                     double radius_m) {
  const double ll = along.squaredNorm(), lr = along.dot(ray), lf = along.dot(from);
  const double a = ll * ray.squaredNorm() - lr * lr;
  const double b = ll * ray.dot(from) - lf * lr;
  const double c = ll * (from.squaredNorm() - radius_m * radius_m) - lf * lf;
  const double h = b * b - a * c;
  if (h < 0) return kNoHit_m;
  const double z = a > 1e-12 ? (b - std::sqrt(h)) / a : 0;
  const double at = z * lr - lf;
  if (a > 1e-12 && at > 0 && at < ll) return z;
  return sphere_depth(ray, at <= 0 ? from : Vector3d(from + along), radius_m);
}

}  // namespace

DepthCamera::DepthCamera(const models::DepthSensor& sensor, const CameraOptions& options,
                         std::uint64_t seed)
    : sensor_(sensor),
      options_(options),
      scale_(1 + options.scale_error_sd * hal::gaussian(seed, kScaleChannel, 0)) {
  image_.intrinsics = grid(sensor, options);
  std::size_t k = 0;
  for (int v = 0; v < options.rows; ++v)
    for (int u = 0; u < options.columns; ++u) ray_[k++] = image_.intrinsics.ray(u, v);
}

void DepthCamera::clear() noexcept {
  const auto n = static_cast<std::size_t>(image_.intrinsics.n_pixels());
  std::fill_n(depth_m_.begin(), n, kNoHit_m);
  std::fill_n(matched_.begin(), n, false);
}

// n . (z r - p) = 0; the back of a patch occludes and gives no depth
void DepthCamera::draw(const Patch& patch, const Isometry3d& X_EW) noexcept {
  const Isometry3d X_ES = X_EW * patch.X_WS;
  const Matrix3d R_SE = X_ES.linear().transpose();
  const Vector3d p_SE = -R_SE * X_ES.translation();
  const bool front = p_SE.z() > 0;
  const double min_sine = options_.holes ? std::sin(sensor_.grazing_rad) : 0;
  const auto n = static_cast<std::size_t>(image_.intrinsics.n_pixels());
  for (std::size_t k = 0; k < n; ++k) {
    const Vector3d ray_S = R_SE * ray_[k];
    const double z = -p_SE.z() / ray_S.z();
    if (!(z > 0) || z >= depth_m_[k]) continue;
    if (std::abs(p_SE.x() + z * ray_S.x()) > patch.half_extent_m.x()) continue;
    if (std::abs(p_SE.y() + z * ray_S.y()) > patch.half_extent_m.y()) continue;
    depth_m_[k] = z;
    matched_[k] = front && ray_S.z() * ray_S.z() >= min_sine * min_sine * ray_S.squaredNorm();
  }
}

void DepthCamera::draw(const Capsule& capsule, const Isometry3d& X_EB) noexcept {
  const Vector3d from = X_EB * capsule.from_B, to = X_EB * capsule.to_B;
  const Window in = window(image_.intrinsics, from, to, capsule.radius_m);
  for (int v = in.v0; v <= in.v1; ++v)
    for (int u = in.u0; u <= in.u1; ++u) {
      const auto k = static_cast<std::size_t>(v * image_.intrinsics.columns + u);
      const double z = capsule_depth(ray_[k], from, to - from, capsule.radius_m);
      if (!(z > 0) || z >= depth_m_[k]) continue;
      depth_m_[k] = z;
      matched_[k] = true;
    }
}

// scaled to a unit sphere; the scaling does not change the depth along a ray
void DepthCamera::draw(const Dome& dome, const Isometry3d& X_EB) noexcept {
  const Isometry3d X_EF = X_EB * dome.X_BF;
  const Vector3d scale(1 / dome.radius_m, 1 / dome.radius_m, 1 / dome.height_m);
  const Matrix3d to_sphere = scale.asDiagonal() * X_EF.linear().transpose();
  const Vector3d p = to_sphere * X_EF.translation();
  const double reach_m = std::max(dome.radius_m, dome.height_m);
  const Window in = window(image_.intrinsics, X_EF.translation(), X_EF.translation(), reach_m);
  for (int v = in.v0; v <= in.v1; ++v)
    for (int u = in.u0; u <= in.u1; ++u) {
      const auto k = static_cast<std::size_t>(v * image_.intrinsics.columns + u);
      const double z = sphere_depth(to_sphere * ray_[k], p, 1);
      if (!(z > 0) || z >= depth_m_[k]) continue;
      depth_m_[k] = z;
      matched_[k] = true;
    }
}

// a pixel u with disparity d appears at u - d in the right imager; a near point occludes there the
// farther points to its left
void DepthCamera::remove_occluded() noexcept {
  const Intrinsics& in = image_.intrinsics;
  const double disparity_m = in.fx_px * sensor_.baseline_m;
  for (int v = 0; v < in.rows; ++v) {
    double leftmost = kNoHit_m;
    for (int u = in.columns - 1; u >= 0; --u) {
      const auto k = static_cast<std::size_t>(v * in.columns + u);
      const double right_u = u - disparity_m / depth_m_[k];
      if (right_u >= leftmost) matched_[k] = false;
      leftmost = std::min(leftmost, right_u);
    }
  }
}

void DepthCamera::measure(std::uint64_t noise) noexcept {
  const double noise_per_m = options_.disparity_noise_px / (sensor_.focal_px * sensor_.baseline_m);
  const auto n = static_cast<std::size_t>(image_.intrinsics.n_pixels());
  for (std::size_t k = 0; k < n; ++k) {
    const double noise_value =
        noise_per_m == 0 ? 0 : noise_per_m * approximately_normal(hal::mix(noise + k));
    const double z = scale_ / (1 / depth_m_[k] + noise_value);
    const bool known = matched_[k] && z >= sensor_.nearest_m && z <= sensor_.farthest_m;
    image_.depth_mm[k] = known ? static_cast<std::uint16_t>(std::lround(1000 * z)) : 0;
  }
}

const DepthImage& DepthCamera::capture(const controller::PatchList& patches, const Isometry3d& X_WB,
                                       const Isometry3d& X_BE, const Silhouette& robot,
                                       std::uint64_t noise) noexcept {
  const Isometry3d X_EB = X_BE.inverse(Eigen::Isometry);
  const Isometry3d X_EW = X_EB * X_WB.inverse(Eigen::Isometry);
  clear();
  for (int k = 0; k < patches.n; ++k) draw(patches.patch[static_cast<std::size_t>(k)], X_EW);
  for (int k = 0; k < robot.n_capsules; ++k) draw(robot.capsule[static_cast<std::size_t>(k)], X_EB);
  for (int k = 0; k < robot.n_domes; ++k) draw(robot.dome[static_cast<std::size_t>(k)], X_EB);
  if (options_.holes) remove_occluded();
  measure(noise);
  return image_;
}

}  // namespace ventosa::sim
