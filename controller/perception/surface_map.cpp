#include "controller/perception/surface_map.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>

#include "controller/model/rotation.h"

namespace ventosa::controller {
namespace {

constexpr int kLevels = 16;  // resolution of the search for the largest rectangle

/// Extent along one axis of a surface.
struct Interval {
  double low_m = std::numeric_limits<double>::infinity();
  double high_m = -std::numeric_limits<double>::infinity();

  double length_m() const { return high_m - low_m; }
};

Interval both(const Interval& a, const Interval& b) {
  return {std::max(a.low_m, b.low_m), std::min(a.high_m, b.high_m)};
}

/// Corners of a detected plane, in a surface's frame.
struct Polygon {
  int n = 0;
  std::array<Vector3d, kMaxCorners> p_S;
  std::array<double, kMaxCorners> sd_m{};

  /// extent along `axis` (0 or 1) on the line where the other coordinate is `at_m`
  Interval chord(int axis, double at_m) const {
    Interval chord;
    const int other = 1 - axis;
    for (int k = 0; k < n; ++k) {
      const Vector3d& a = p_S[static_cast<std::size_t>(k)];
      const Vector3d& b = p_S[static_cast<std::size_t>((k + 1) % n)];
      if ((a[other] - at_m) * (b[other] - at_m) > 0) continue;
      const double way = b[other] - a[other];
      const double share = std::abs(way) > 1e-9 ? (at_m - a[other]) / way : 0;
      const double hit_m = a[axis] + share * (b[axis] - a[axis]);
      chord.low_m = std::min(chord.low_m, hit_m);
      chord.high_m = std::max(chord.high_m, hit_m);
    }
    return chord;
  }
  Interval extent(int axis) const {
    Interval extent;
    for (int k = 0; k < n; ++k) {
      extent.low_m = std::min(extent.low_m, p_S[static_cast<std::size_t>(k)][axis]);
      extent.high_m = std::max(extent.high_m, p_S[static_cast<std::size_t>(k)][axis]);
    }
    return extent;
  }
};

Polygon seen_from(const Isometry3d& X_SB, const DetectedPlane& plane) {
  Polygon polygon;
  for (; polygon.n < plane.n_corners; ++polygon.n) {
    const auto k = static_cast<std::size_t>(polygon.n);
    polygon.p_S[k] = X_SB * plane.corner[k].p;
    polygon.sd_m[k] = plane.corner[k].sd_m;
  }
  return polygon;
}

/// Axes with z along the normal and x as near to x_W as possible.
Matrix3d axes(const Vector3d& normal_W, const Vector3d& x_W) {
  Vector3d x = x_W - x_W.dot(normal_W) * normal_W;
  if (x.norm() < 0.1) x = normal_W.unitOrthogonal();
  Matrix3d R_WS;
  R_WS << x.normalized(), normal_W.cross(x.normalized()), normal_W;
  return R_WS;
}

/// Adds a point of the surface, at (x, y) with the deviation z, to the normal equations.
void add_point(const Vector3d& p_S, double sd_m, Matrix3d& information, Vector3d& pull) {
  const Vector3d a(1, p_S.x(), p_S.y());
  information += a * a.transpose() / (sd_m * sd_m);
  pull += a * p_S.z() / (sd_m * sd_m);
}

/// Moves S so that its plane is z = 0 again.
void settle(const Vector3d& c, KnownSurface& surface) {
  surface.X_WS.translate(Vector3d(0, 0, c[0]));
  surface.X_WS.rotate(rotation_exp(Vector3d(c[2], -c[1], 0)));
  surface.X_WS.linear() = orthonormal(surface.X_WS.linear());
}

/// Adds the corners to the normal equations and moves the surface accordingly.
void refine(const SurfaceConfig& config, const Polygon& seen, KnownSurface& surface) {
  Vector3d pull = Vector3d::Zero();
  // all corners together carry three independent numbers
  const double share = std::sqrt(seen.n / 3.0);
  for (std::size_t k = 0; k < static_cast<std::size_t>(seen.n); ++k)
    add_point(seen.p_S[k], share * std::hypot(seen.sd_m[k], config.body_sd_m), surface.information,
              pull);
  settle(surface.information.ldlt().solve(pull), surface);
}

/// Extends the rectangle along an axis as far as both its sides are seen, across gaps up to
/// bridge_m.
void grow(const SurfaceConfig& config, const Polygon& seen, int axis, KnownSurface& surface) {
  const int other = 1 - axis;
  const Interval both_sides =
      both(seen.chord(axis, surface.low_S[other]), seen.chord(axis, surface.high_S[other]));
  const bool apart = both_sides.low_m > surface.high_S[axis] + config.bridge_m ||
                     both_sides.high_m < surface.low_S[axis] - config.bridge_m;
  if (both_sides.length_m() <= 0 || apart) return;
  surface.low_S[axis] = std::min(surface.low_S[axis], both_sides.low_m);
  surface.high_S[axis] = std::max(surface.high_S[axis], both_sides.high_m);
}

/// Finds the largest axis-parallel rectangle inside a convex polygon.
void fill(const Polygon& seen, KnownSurface& surface) {
  const Interval y = seen.extent(1);
  double most_m2 = 0;
  for (int i = 0; i <= kLevels; ++i)
    for (int j = i + 1; j <= kLevels; ++j) {
      const double low_m = y.low_m + y.length_m() * i / kLevels;
      const double high_m = y.low_m + y.length_m() * j / kLevels;
      const Interval x = both(seen.chord(0, low_m), seen.chord(0, high_m));
      if (x.length_m() <= 0 || x.length_m() * (high_m - low_m) <= most_m2) continue;
      most_m2 = x.length_m() * (high_m - low_m);
      surface.low_S = {x.low_m, low_m};
      surface.high_S = {x.high_m, high_m};
    }
}

/// Distance of the corners from a surface, if they are near its rectangle and seen from its front;
/// otherwise infinite.
double mismatch_m(const SurfaceConfig& config, const Polygon& seen, const Vector3d& normal_S,
                  const KnownSurface& surface) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  if (normal_S.z() < std::cos(config.gate_rad)) return kFar;
  for (int axis = 0; axis < 2; ++axis) {
    const Interval extent = seen.extent(axis);
    if (extent.low_m > surface.high_S[axis] + config.bridge_m ||
        extent.high_m < surface.low_S[axis] - config.bridge_m)
      return kFar;
  }
  double sum_m = 0;
  for (int k = 0; k < seen.n; ++k) sum_m += std::abs(seen.p_S[static_cast<std::size_t>(k)].z());
  return sum_m / seen.n;
}

/// A detected plane in the frame of a known surface.
struct View {
  Polygon polygon;
  Vector3d normal_S;
};

View view(const KnownSurface& surface, const Isometry3d& X_WB, const DetectedPlane& plane) {
  const Isometry3d X_SB = surface.X_WS.inverse(Eigen::Isometry) * X_WB;
  return {seen_from(X_SB, plane), X_SB.linear() * plane.normal};
}

/// Known surface on which a detected plane lies; nullptr: none.
KnownSurface* find(const SurfaceConfig& config, const DetectedPlane& plane, const Isometry3d& X_WB,
                   SurfaceMap& map) {
  KnownSurface* best = nullptr;
  double least_m = config.gate_m;
  for (int k = 0; k < map.n; ++k) {
    KnownSurface& surface = map.surface[static_cast<std::size_t>(k)];
    const View seen = view(surface, X_WB, plane);
    const double off_m = mismatch_m(config, seen.polygon, seen.normal_S, surface);
    if (off_m >= least_m) continue;
    least_m = off_m;
    best = &surface;
  }
  return best;
}

Patch patch_of(const SurfaceConfig& config, const KnownSurface& surface) {
  const Vector2d centre = 0.5 * (surface.low_S + surface.high_S);
  Patch patch;
  patch.X_WS = surface.X_WS * Eigen::Translation3d(centre.x(), centre.y(), 0);
  patch.half_extent_m = 0.5 * (surface.high_S - surface.low_S);
  patch.friction = config.friction;
  return patch;
}

void publish(const SurfaceConfig& config, SurfaceMap& map) {
  map.patches.n = map.n;
  for (std::size_t k = 0; k < static_cast<std::size_t>(map.n); ++k)
    map.patches.patch[k] = patch_of(config, map.surface[k]);
}

KnownSurface surface_at(const Vector3d& p_W, const Vector3d& normal_W, const Vector3d& x_W) {
  KnownSurface surface;
  surface.X_WS.linear() = axes(normal_W, x_W);
  surface.X_WS.translation() = p_W;
  return surface;
}

void add(const SurfaceConfig& config, const DetectedPlane& plane, const Isometry3d& X_WB,
         double lip_radius_m, SurfaceMap& map) {
  if (map.n >= kMaxPatches) return;
  KnownSurface surface =
      surface_at(X_WB * plane.corner[0].p, X_WB.linear() * plane.normal, X_WB.linear().col(0));
  const Polygon seen = view(surface, X_WB, plane).polygon;
  fill(seen, surface);
  if ((surface.high_S - surface.low_S).minCoeff() < 2 * lip_radius_m) return;
  refine(config, seen, surface);
  map.surface[static_cast<std::size_t>(map.n++)] = surface;
}

void confirm(const SurfaceConfig& config, const DetectedPlane& plane, const Isometry3d& X_WB,
             KnownSurface& surface) {
  surface.information *= 1 - 1 / config.memory_frames;
  refine(config, view(surface, X_WB, plane).polygon, surface);
  const Polygon seen = view(surface, X_WB, plane).polygon;
  for (int axis = 0; axis < 2; ++axis) grow(config, seen, axis, surface);
}

/// The rim of a lip as a detected plane, in W.
DetectedPlane seen_by_touch(const Isometry3d& X_WF, double lip_radius_m) {
  DetectedPlane plane;
  plane.normal = -X_WF.linear().col(2);
  plane.n_corners = 4;
  const double r = lip_radius_m;
  const Vector3d rim_F[] = {{r, 0, 0}, {0, r, 0}, {-r, 0, 0}, {0, -r, 0}};
  for (std::size_t k = 0; k < 4; ++k) plane.corner[k].p = X_WF * rim_F[k];
  return plane;
}

}  // namespace

void PoseHistory::add(std::int64_t now_ns, const Isometry3d& X_WB) noexcept {
  step[static_cast<std::size_t>(next)] = {now_ns, X_WB};
  next = (next + 1) % kTicks;
  n = std::min(n + 1, kTicks);
}

const Isometry3d& PoseHistory::at(std::int64_t time_ns) const noexcept {
  const auto off_ns = [&](const Step& s) {  // in double: clock differences may overflow int64
    return std::abs(static_cast<double>(s.time_ns) - static_cast<double>(time_ns));
  };
  const auto nearest =
      std::min_element(step.begin(), step.begin() + n,
                       [&](const Step& a, const Step& b) { return off_ns(a) < off_ns(b); });
  return nearest->X_WB;
}

void add_foothold(const SurfaceConfig& config, const Isometry3d& X_WF, const Vector3d& x_W,
                  double lip_radius_m, SurfaceMap& map) noexcept {
  // join the plane of another foot, whatever lies between
  SurfaceConfig wide = config;
  wide.bridge_m = std::numeric_limits<double>::infinity();
  const DetectedPlane touched = seen_by_touch(X_WF, lip_radius_m);
  KnownSurface* surface = find(wide, touched, Isometry3d::Identity(), map);
  if (!surface && map.n < kMaxPatches) {
    surface = &map.surface[static_cast<std::size_t>(map.n++)];
    *surface = surface_at(X_WF.translation(), touched.normal, x_W);
  }
  if (!surface) return;
  refine(config, view(*surface, Isometry3d::Identity(), touched).polygon, *surface);
  const Vector3d p_S = surface->X_WS.inverse(Eigen::Isometry) * X_WF.translation();
  const Vector2d around(lip_radius_m + config.start_x_m, lip_radius_m + config.start_y_m);
  surface->low_S = surface->low_S.cwiseMin(p_S.head<2>() - around);
  surface->high_S = surface->high_S.cwiseMax(p_S.head<2>() + around);
  publish(config, map);
}

void add_detections(const SurfaceConfig& config, const PlaneDetections& seen, double lip_radius_m,
                    SurfaceMap& map) noexcept {
  if (seen.sampled_ns == map.seen_ns) return;
  map.seen_ns = seen.sampled_ns;
  const Isometry3d& X_WB = map.trail.at(seen.sampled_ns);
  for (int i = 0; i < seen.n; ++i) {
    const DetectedPlane& plane = seen.plane[static_cast<std::size_t>(i)];
    if (KnownSurface* known = find(config, plane, X_WB, map))
      confirm(config, plane, X_WB, *known);
    else
      add(config, plane, X_WB, lip_radius_m, map);
  }
  publish(config, map);
}

void turn_about(const Vector3d& p_W, const Matrix3d& turn, SurfaceMap& map) noexcept {
  if (map.n == 0) return;
  const Isometry3d about =
      Eigen::Translation3d(p_W) * Isometry3d(turn) * Eigen::Translation3d(-p_W);
  const auto moved = [&about](const Isometry3d& X) {
    Isometry3d Y = about * X;
    Y.linear() = orthonormal(Y.linear());
    return Y;
  };
  for (std::size_t k = 0; k < static_cast<std::size_t>(map.n); ++k) {
    map.surface[k].X_WS = moved(map.surface[k].X_WS);
    map.patches.patch[k].X_WS = moved(map.patches.patch[k].X_WS);
  }
  for (PoseHistory::Step& step : map.trail.step) step.X_WB = moved(step.X_WB);
}

}  // namespace ventosa::controller
