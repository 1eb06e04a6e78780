#include "controller/model/ground.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ventosa::controller {
namespace {

constexpr double kParallel = 1e-8;  // 1 - cosine: 0.14 mrad

/// A patch of a plane, and the plane's axes and origin in those of the patch.
struct Tile {
  Eigen::Matrix2d R = Eigen::Matrix2d::Identity();
  Vector2d p_m = Vector2d::Zero();
  Vector2d half_m = Vector2d::Zero();

  Vector2d to_tile(const Vector2d& p_S) const { return R * p_S + p_m; }
  /// Largest distance of a point beyond an edge; negative inside.
  double beyond_m(const Vector2d& p_S) const {
    return (to_tile(p_S).cwiseAbs() - half_m).maxCoeff();
  }
  /// Distance of a point from the tile, 0 on it.
  double distance_m(const Vector2d& p_S) const {
    return (to_tile(p_S).cwiseAbs() - half_m).cwiseMax(0.0).norm();
  }
};

struct Tiles {
  int n = 0;
  std::array<Tile, kMaxPatches> tile;

  auto begin() const { return tile.begin(); }
  auto end() const { return tile.begin() + n; }
};

Tile tile_of(const Patch& patch, const Patch& plane) {
  const Isometry3d X_PS = patch.X_WS.inverse() * plane.X_WS;
  return {X_PS.linear().topLeftCorner<2, 2>(), X_PS.translation().head<2>(), patch.half_extent_m};
}

bool lies_within(const Disc& disc, const Patch& patch) {
  return (disc.p_S.cwiseAbs().array() <= patch.half_extent_m.array() - disc.radius_m).all();
}

Tiles tiles_under(const PatchList& patches, int k, const Disc& disc) {
  Tiles tiles;
  const Patch& plane = patches.patch[static_cast<std::size_t>(k)];
  for (const int j : patches_under(patches, k, disc))
    tiles.tile[static_cast<std::size_t>(tiles.n++)] =
        tile_of(patches.patch[static_cast<std::size_t>(j)], plane);
  return tiles;
}

bool is_covered(const Tiles& tiles, const Vector2d& p_S) {
  return std::any_of(tiles.begin(), tiles.end(),
                     [&](const Tile& tile) { return tile.beyond_m(p_S) <= kJoint_m / 2; });
}

/// Angles at which a circle crosses edges, in [0, 2 pi), at most eight a tile.
struct Crossings {
  int n = 0;
  std::array<double, 8 * kMaxPatches> angle_rad;

  void add(double rad) {
    constexpr double kTurn = 2 * std::numbers::pi;
    angle_rad[n++] = rad - kTurn * std::floor(rad / kTurn);
  }
  /// Both ends of the circle's part beyond an edge `ahead_m` from its centre, towards
  /// `towards_rad`.
  void add_edge(double radius_m, double ahead_m, double towards_rad) {
    if (std::abs(ahead_m) >= radius_m) return;
    const double half_rad = std::acos(ahead_m / radius_m);
    add(towards_rad - half_rad);
    add(towards_rad + half_rad);
  }
};

Crossings crossings(const Tiles& tiles, const Disc& circle) {
  Crossings found;
  for (const Tile& tile : tiles) {
    const Vector2d c = tile.to_tile(circle.p_S);
    const double turn_rad = std::atan2(tile.R(0, 1), tile.R(0, 0));  // of the tile in the plane
    for (const int axis : {0, 1})
      for (const int sign : {1, -1}) {
        const double towards_rad =
            turn_rad + axis * std::numbers::pi / 2 + (sign > 0 ? 0 : std::numbers::pi);
        found.add_edge(circle.radius_m, tile.half_m[axis] - sign * c[axis], towards_rad);
      }
  }
  std::sort(found.angle_rad.begin(), found.angle_rad.begin() + found.n);
  return found;
}

Vector2d point_at(const Disc& circle, double angle_rad) {
  return circle.p_S + circle.radius_m * Vector2d(std::cos(angle_rad), std::sin(angle_rad));
}

/// Between two crossings that follow each other a circle is covered everywhere or nowhere.
bool circle_is_covered(const Tiles& tiles, const Disc& circle) {
  const Crossings at = crossings(tiles, circle);
  if (at.n == 0) return is_covered(tiles, point_at(circle, 0));
  for (int k = 0; k < at.n; ++k) {
    const double from_rad = at.angle_rad[static_cast<std::size_t>(k)];
    const double to_rad = k + 1 < at.n ? at.angle_rad[static_cast<std::size_t>(k + 1)]
                                       : at.angle_rad[0] + 2 * std::numbers::pi;
    if ((to_rad - from_rad) * circle.radius_m <= kJoint_m) continue;
    if (!is_covered(tiles, point_at(circle, (from_rad + to_rad) / 2))) return false;
  }
  return true;
}

}  // namespace

bool lie_in_one_plane(const Patch& a, const Patch& b, double apart_m) noexcept {
  const Vector3d n_W = a.X_WS.linear().col(2);
  return n_W.dot(b.X_WS.linear().col(2)) > 1 - kParallel &&
         std::abs(n_W.dot(b.X_WS.translation() - a.X_WS.translation())) < apart_m;
}

PatchIndices patches_under(const PatchList& patches, int k, const Disc& disc) noexcept {
  PatchIndices under{.n = 1, .index = {k}};
  const Patch& plane = patches.patch[static_cast<std::size_t>(k)];
  if (patches.n == 1 || lies_within(disc, plane)) return under;
  for (int j = 0; j < patches.n; ++j) {
    const Patch& patch = patches.patch[static_cast<std::size_t>(j)];
    if (j == k || !lie_in_one_plane(plane, patch, kJoint_m)) continue;
    if (tile_of(patch, plane).distance_m(disc.p_S) < disc.radius_m)
      under.index[static_cast<std::size_t>(under.n++)] = j;
  }
  return under;
}

// a crack crosses the outer circle, a hole within the disc one of the inner ones
bool covers(const PatchList& patches, int k, const Disc& disc) noexcept {
  if (lies_within(disc, patches.patch[static_cast<std::size_t>(k)])) return true;
  if (patches.n == 1) return false;
  const Tiles tiles = tiles_under(patches, k, disc);
  if (tiles.n == 1 || !is_covered(tiles, disc.p_S)) return false;
  for (const double share : {1.0, 0.67, 0.33})
    if (!circle_is_covered(tiles, {disc.p_S, share * disc.radius_m})) return false;
  return true;
}

bool carries(const PatchList& patches, int k, const Disc& disc) noexcept {
  const Patch& patch = patches.patch[static_cast<std::size_t>(k)];
  return lies_within({disc.p_S, 0}, patch) && covers(patches, k, disc);
}

double least_friction(const PatchList& patches, int k, const Disc& disc) noexcept {
  double least = patches.patch[static_cast<std::size_t>(k)].friction;
  for (const int j : patches_under(patches, k, disc))
    least = std::min(least, patches.patch[static_cast<std::size_t>(j)].friction);
  return least;
}

}  // namespace ventosa::controller
