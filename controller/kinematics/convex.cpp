#include "controller/kinematics/convex.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ventosa::controller {
namespace {

constexpr double kTolerance_m = 1e-6;
// Gram determinant of a degenerate face, relative to a box of its edges.
constexpr double kFlattest = 1e-12;
constexpr double kParallel = 1e-9;
constexpr int kMaxIterations = 64;

/// Parameter 0..1 of the nearest point on a segment of squared length `length2`.
double nearest(double along, double length2) {
  return length2 > 0 ? std::clamp(along / length2, 0.0, 1.0) : 0.0;
}

/// Support point of a cup: its farthest point along d.
Vector3d cup_support(const Convex& solid, const Vector3d& d) {
  const Cup& cup = *solid.cup;
  const Vector3d u = (solid.to - solid.from) / cup.height_m;
  const double along = d.dot(u);
  const Vector3d aside = d - along * u;
  const double across = aside.norm();
  const std::array disc{std::array{0.0, cup.lip_radius_m}, std::array{cup.rim_m, cup.lip_radius_m},
                        std::array{cup.height_m, cup.neck_radius_m}};
  const auto reach = [&](const auto& each) { return along * each[0] + across * each[1]; };
  const auto& best = *std::max_element(
      disc.begin(), disc.end(), [&](const auto& a, const auto& b) { return reach(a) < reach(b); });
  // along the axis all points of a disc are equally far, and `aside` is rounding error
  if (across <= kParallel * std::abs(along)) return solid.from + best[0] * u;
  return solid.from + best[0] * u + best[1] / across * aside;
}

/// Support point of a solid: its farthest point along d. For a rod, that of its axis.
Vector3d support(const Convex& solid, const Vector3d& d) {
  if (solid.shape == SolidShape::kCup) return cup_support(solid, d);
  if (solid.shape == SolidShape::kBox) return (d.array() > 0).select(solid.to, solid.from);
  return d.dot(solid.to - solid.from) > 0 ? solid.to : solid.from;
}

/// Minkowski difference of two solids, with rods as their axes.
struct Difference {
  const Convex &a, &b;

  Vector3d farthest(const Vector3d& d) const { return support(a, d) - support(b, -d); }
};

/// Point of a simplex nearest to the origin, and the corners whose hull contains it, in ascending
/// order.
struct NearestPoint {
  Vector3d v;
  double norm2 = 0;
  std::array<int, 4> corner{};
  int n = 1;
};

/// Up to four points of a Minkowski difference, the newest first.
struct Simplex {
  std::array<Vector3d, 4> p;
  int n = 0;

  void add(const Vector3d& point) {
    for (int k = n++; k > 0; --k) p[k] = p[k - 1];
    p[0] = point;
  }
  void keep(const NearestPoint& nearest) {
    n = nearest.n;
    for (int k = 0; k < n; ++k) p[k] = p[nearest.corner[k]];
  }
};

/// Updates `best` with the nearest point of the face through the newest corner and N others, if it
/// lies within the face and is nearer:  min |p0 + E m|2,  E'E m = -E'p0,  m >= 0,  sum m <= 1
template <std::size_t N>
void try_face(const Simplex& s, const std::array<int, N>& others, NearestPoint& best) {
  Eigen::Matrix<double, 3, N> E;
  for (std::size_t k = 0; k < N; ++k) E.col(k) = s.p[others[k]] - s.p[0];
  const Eigen::Matrix<double, N, N> G = E.transpose() * E;
  Eigen::Matrix<double, N, N> G_inverse = G;
  bool independent = false;
  G.computeInverseWithCheck(G_inverse, independent, kFlattest * G.diagonal().prod());
  if (!independent) return;
  const Eigen::Matrix<double, N, 1> m = -G_inverse * (E.transpose() * s.p[0]);
  if (!(m.minCoeff() >= 0 && m.sum() <= 1)) return;
  const Vector3d v = s.p[0] + E * m;
  if (!(v.squaredNorm() < best.norm2)) return;
  best.v = v;
  best.norm2 = v.squaredNorm();
  best.n = N + 1;
  std::copy(others.begin(), others.end(), best.corner.begin() + 1);
}

/// Nearest point on the faces with the newest corner; the others were checked before it was added.
NearestPoint nearest_point(const Simplex& s) {
  NearestPoint best{.v = s.p[0], .norm2 = s.p[0].squaredNorm()};
  for (int i = 1; i < s.n; ++i) {
    try_face<1>(s, {i}, best);
    for (int k = i + 1; k < s.n; ++k) try_face<2>(s, {i, k}, best);
  }
  if (s.n == 4) try_face<3>(s, {1, 2, 3}, best);
  return best;
}

/// Distance of the origin from a Minkowski difference; 0 inside, `farthest_m` or more if farther.
double distance_to_origin_m(const Difference& difference, double farthest_m) {
  Vector3d v = difference.a.middle - difference.b.middle;
  double distance = std::numeric_limits<double>::infinity();
  Simplex simplex;
  for (int i = 0; i < kMaxIterations && !v.isZero(kTolerance_m); ++i) {
    const Vector3d w = difference.farthest(-v);
    const double least_m = v.dot(w) / v.norm();  // a plane between origin and difference
    if (least_m >= farthest_m || distance - least_m < kTolerance_m) return std::max(least_m, 0.0);
    simplex.add(w);
    const NearestPoint next = nearest_point(simplex);
    if (next.n == 4) return 0;
    if (!(next.norm2 < distance * distance)) return distance;
    v = next.v;
    distance = std::sqrt(next.norm2);
    simplex.keep(next);
  }
  return v.isZero(kTolerance_m) ? 0 : distance;
}

/// Unit vectors along which overlapping solids are separated.  @return their number
int axes_of(const Convex& solid, std::array<Vector3d, 3>& axis) {
  if (solid.shape == SolidShape::kBox) {
    for (int k = 0; k < 3; ++k) axis[k] = Vector3d::Unit(k);
    return 3;
  }
  axis[0] = (solid.to - solid.from).normalized();
  return 1;
}

/// Least shift that separates two overlapping solids, among a few directions.
double depth_m(const Difference& difference) {
  double least_m = std::numeric_limits<double>::infinity();
  const auto consider = [&](const Vector3d& d) {
    const double length = d.norm();
    if (length < 1e-9) return;
    least_m = std::min(least_m, d.dot(difference.farthest(d)) / length);
    least_m = std::min(least_m, -d.dot(difference.farthest(-d)) / length);
  };
  std::array<Vector3d, 3> a, b;
  const int n_a = axes_of(difference.a, a), n_b = axes_of(difference.b, b);
  consider(difference.a.middle - difference.b.middle);
  for (int i = 0; i < n_a; ++i) consider(a[i]);
  for (int k = 0; k < n_b; ++k) consider(b[k]);
  for (int i = 0; i < n_a; ++i)
    for (int k = 0; k < n_b; ++k) consider(a[i].cross(b[k]));
  return least_m;
}

}  // namespace

Convex rod(const Vector3d& from, const Vector3d& to, double radius_m) noexcept {
  return {.shape = SolidShape::kRod,
          .from = from,
          .to = to,
          .radius_m = radius_m,
          .middle = (from + to) / 2,
          .reach_m = (to - from).norm() / 2 + radius_m};
}

Convex box(const Box& box) noexcept {
  return {.shape = SolidShape::kBox,
          .from = box.p_BO - box.half_extent_m,
          .to = box.p_BO + box.half_extent_m,
          .middle = box.p_BO,
          .reach_m = box.half_extent_m.norm()};
}

namespace {

// the enclosing ball is centred at the middle of the axis
Convex cup_solid(const Cup& cup, const Isometry3d& X_BF) {
  const Vector3d from = X_BF.translation(), to = X_BF * Vector3d(0, 0, -cup.height_m);
  return {.shape = SolidShape::kCup,
          .from = from,
          .to = to,
          .cup = &cup,
          .middle = (from + to) / 2,
          .reach_m = std::hypot(cup.height_m / 2, cup.lip_radius_m)};
}

/// A rod of this many radii less is round enough not to touch a surface tilted by up to 60 deg.
constexpr double kTipRadii = 2;

Convex tip(const Leg& leg, const Isometry3d& X_BF) {
  const double radius_m = leg.link[static_cast<std::size_t>(leg.n_joints) - 1].radius_m;
  return rod(X_BF.translation(), X_BF * Vector3d(0, 0, -kTipRadii * radius_m), 0);
}

}  // namespace

Convex foot_solid(const Leg& leg, const Isometry3d& X_BF) noexcept {
  struct Solid {
    const Leg& leg;
    const Isometry3d& X_BF;
    Convex operator()(const Cup& cup) const { return cup_solid(cup, X_BF); }
    Convex operator()(const PointFoot&) const { return tip(leg, X_BF); }
  };
  return std::visit(Solid{leg, X_BF}, leg.foot.hold);
}

double distance_m(const Convex& a, const Convex& b, double farthest_m) noexcept {
  const double balls_m = (a.middle - b.middle).norm() - a.reach_m - b.reach_m;
  if (std::isnan(balls_m)) return balls_m;
  if (balls_m >= farthest_m) return farthest_m;
  const double radii_m = a.radius_m + b.radius_m;
  if (a.shape == SolidShape::kRod && b.shape == SolidShape::kRod)
    return std::min(farthest_m, distance_m(a.from, a.to, b.from, b.to) - radii_m);
  const Difference difference{a, b};
  const double apart_m = distance_to_origin_m(difference, std::max(farthest_m + radii_m, 0.0));
  const double core_m = apart_m > 0 ? apart_m : -depth_m(difference);
  return std::min(farthest_m, core_m - radii_m);
}

// Ericson 2005, Real-Time Collision Detection, 5.1.9: nearest points of the lines, each clamped to
// its segment and the other one recomputed
double distance_m(const Vector3d& a0, const Vector3d& a1, const Vector3d& b0,
                  const Vector3d& b1) noexcept {
  const Vector3d u = a1 - a0, v = b1 - b0, r = a0 - b0;
  const double a = u.squaredNorm(), e = v.squaredNorm(), b = u.dot(v), c = u.dot(r), f = v.dot(r);
  const double det = a * e - b * b;
  double s = det > 0 ? std::clamp((b * f - c * e) / det, 0.0, 1.0) : 0.0;
  const double t = nearest(b * s + f, e);
  s = nearest(b * t - c, a);
  return (r + s * u - t * v).norm();
}

}  // namespace ventosa::controller
