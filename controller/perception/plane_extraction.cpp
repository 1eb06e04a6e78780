#include "controller/perception/plane_extraction.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

namespace ventosa::controller {
namespace {

// Largest chi2 per degree of freedom of a cell: 5 deviations at 13 degrees of freedom.
constexpr double kFlat = 3;
constexpr double kRegular = 1.15;  // chi2 per degree of freedom of a region, before deviations
constexpr double kDeviations = 4;
constexpr double kSamePlane = 20;  // chi-square(3) threshold, exceeded once in 6000
constexpr double kOnPlane = 9;     // squared residual of a pixel over its variance
constexpr int kFullCell = 12;      // least pixels of a cell
// Share of a region's pixels explained by others that dissolves it.
constexpr double kNothingNew = 0.8;

/// Position of a pixel along the eight directions of a bounding octagon.
std::array<std::int32_t, kMaxCorners> reach_of(int u, int v) {
  return {u, u + v, v, v - u, -u, -u - v, -v, u - v};
}

void add_pixel(const Vector3d& ray, double y, double weight, PlaneSums& sums) {
  const Vector3d wr = weight * ray;
  sums.rr += wr * ray.transpose();
  sums.ry += y * wr;
  sums.yy += weight * y * y;
  ++sums.n;
}

double squared_residual(const Vector3d& m, const Vector3d& ray, double y) {
  const double r = y - m.dot(ray);
  return r * r;
}

/// True if a region is flat. Catches strips of cells across an edge, which are nearly flat cell by
/// cell but not as a whole.
bool is_flat(const PlaneSums& sums, double chi2) {
  const double freedom = sums.n - 3;
  return chi2 < kRegular * freedom + kDeviations * std::sqrt(2 * freedom);
}

}  // namespace

PlaneSums& PlaneSums::operator+=(const PlaneSums& other) {
  rr += other.rr;
  ry += other.ry;
  yy += other.yy;
  n += other.n;
  return *this;
}

PlaneFit fit_plane(const PlaneSums& sums) noexcept {
  PlaneFit fit;
  fit.m = sums.rr.ldlt().solve(sums.ry);
  fit.chi2 = std::max(0.0, sums.yy - fit.m.dot(sums.ry));
  return fit;
}

/// Variance of an inverse depth y: camera noise, and quantisation of z = 1/y.
double PlaneExtraction::variance(double y) const noexcept {
  const double rounding = config_.resolution_m * y * y;
  return config_.noise_1_m * config_.noise_1_m + rounding * rounding / 12;
}

void PlaneExtraction::sum_cells(const DepthImage& image) noexcept {
  const Intrinsics& in = image.intrinsics;
  columns_ = (in.columns + kCell - 1) / kCell;
  rows_ = (in.rows + kCell - 1) / kCell;
  const auto n_cells = static_cast<std::size_t>(columns_ * rows_);
  cell_.fill({});
  for (int v = 0; v < in.rows; ++v)
    for (int u = 0; u < in.columns; ++u) {
      if (image.at(u, v) == 0) continue;
      const double y = 1000.0 / image.at(u, v);
      Cell& cell = cell_[static_cast<std::size_t>(v / kCell * columns_ + u / kCell)];
      add_pixel(in.ray(u, v), y, 1 / variance(y), cell.sums);
    }
  for (std::size_t k = 0; k < n_cells; ++k) {
    Cell& cell = cell_[k];
    if (cell.sums.n < kFullCell) continue;
    cell.chi2 = fit_plane(cell.sums).chi2;
    cell.flat = cell.chi2 < kFlat * (cell.sums.n - 3);
  }
}

/// Joins a cell to a region if one plane explains both.
bool PlaneExtraction::join(Cell& cell, Region& region) const noexcept {
  if (!cell.flat || cell.region >= 0) return false;
  PlaneSums both = region.sums;
  both += cell.sums;
  const PlaneFit fit = fit_plane(both);
  if (fit.chi2 - region.fit.chi2 - cell.chi2 > kSamePlane) return false;
  region.sums = both;
  region.fit = fit;
  cell.region = static_cast<std::int8_t>(&region - region_.data());
  return true;
}

/// @return the region's number of cells, which are the first elements of front_
std::size_t PlaneExtraction::grow(int seed, Region& region) noexcept {
  std::size_t head = 0, tail = 0;
  front_[tail++] = static_cast<std::int16_t>(seed);
  while (head < tail) {
    const int at = front_[head++];
    const int column = at % columns_;
    const bool inside[] = {column > 0, column + 1 < columns_, at >= columns_,
                           at + columns_ < columns_ * rows_};
    const int neighbour[] = {at - 1, at + 1, at - columns_, at + columns_};
    for (std::size_t k = 0; k < 4; ++k)
      if (inside[k] && join(cell_[static_cast<std::size_t>(neighbour[k])], region))
        front_[tail++] = static_cast<std::int16_t>(neighbour[k]);
  }
  return tail;
}

void PlaneExtraction::start(int seed, Region& region) noexcept {
  Cell& cell = cell_[static_cast<std::size_t>(seed)];
  region = {};
  region.sums = cell.sums;
  region.fit = fit_plane(cell.sums);
  region.reach.fill(std::numeric_limits<std::int32_t>::min());
  cell.region = static_cast<std::int8_t>(&region - region_.data());
}

void PlaneExtraction::grow_regions() noexcept {
  int n = 0;
  for (int k = 0; k < columns_ * rows_; ++k)
    if (cell_[static_cast<std::size_t>(k)].flat)
      order_[static_cast<std::size_t>(n++)] = static_cast<std::int16_t>(k);
  const auto chi2 = [this](std::int16_t k) { return cell_[static_cast<std::size_t>(k)].chi2; };
  std::sort(order_.begin(), order_.begin() + n, [&](std::int16_t a, std::int16_t b) {
    return chi2(a) < chi2(b) || (chi2(a) == chi2(b) && a < b);
  });
  n_regions_ = 0;
  for (int k = 0; k < n && n_regions_ < kMaxRegions; ++k) {
    const int seed = order_[static_cast<std::size_t>(k)];
    if (!cell_[static_cast<std::size_t>(seed)].flat) continue;
    if (cell_[static_cast<std::size_t>(seed)].region >= 0) continue;
    Region& region = region_[static_cast<std::size_t>(n_regions_)];
    start(seed, region);
    const std::size_t n_cells = grow(seed, region);
    if (is_flat(region.sums, region.fit.chi2)) {
      ++n_regions_;
      continue;
    }
    for (std::size_t i = 0; i < n_cells; ++i) {
      Cell& cell = cell_[static_cast<std::size_t>(front_[i])];
      cell.region = -1;
      cell.flat = false;
    }
  }
}

/// Calls visit(region) for the regions of a cell and its neighbours, possibly repeatedly.
template <class Visit>
void PlaneExtraction::visit_around(int cell, Visit visit) const noexcept {
  const int column = cell % columns_, row = cell / columns_;
  for (int j = std::max(0, row - 1); j <= std::min(rows_ - 1, row + 1); ++j)
    for (int i = std::max(0, column - 1); i <= std::min(columns_ - 1, column + 1); ++i) {
      const int k = cell_[static_cast<std::size_t>(j * columns_ + i)].region;
      if (k >= 0) visit(k);
    }
}

/// Dissolves regions whose pixels other regions explain: a strip across the edge of two planes may
/// be flat within the noise, but each of its pixels lies on one of the two.
void PlaneExtraction::dissolve_bridges(const DepthImage& image) noexcept {
  std::array<int, kMaxRegions> explained{};
  const Intrinsics& in = image.intrinsics;
  for (int v = 0; v < in.rows; ++v)
    for (int u = 0; u < in.columns; ++u) {
      const int cell = v / kCell * columns_ + u / kCell;
      const int own = cell_[static_cast<std::size_t>(cell)].region;
      if (own < 0 || image.at(u, v) == 0) continue;
      const int n = region_[static_cast<std::size_t>(own)].sums.n;
      const Vector3d ray = in.ray(u, v);
      const double y = 1000.0 / image.at(u, v), most = kOnPlane * variance(y);
      bool known = false;
      visit_around(cell, [&](int k) {
        const Region& other = region_[static_cast<std::size_t>(k)];
        known = known || (other.sums.n > n && squared_residual(other.fit.m, ray, y) < most);
      });
      explained[static_cast<std::size_t>(own)] += known;
    }
  for (Cell& cell : cell_) {
    if (cell.region < 0) continue;
    const auto k = static_cast<std::size_t>(cell.region);
    if (explained[k] > kNothingNew * region_[k].sums.n) cell.region = -1;
  }
}

/// Region, in and around a cell, whose plane contains a pixel; -1: none.
int PlaneExtraction::best_region(int cell, const Vector3d& ray, double y) const noexcept {
  const int own = cell_[static_cast<std::size_t>(cell)].region;
  double least = kOnPlane * variance(y);
  if (own >= 0) {
    const Region& region = region_[static_cast<std::size_t>(own)];
    return squared_residual(region.fit.m, ray, y) < least ? own : -1;
  }
  int best = -1;
  visit_around(cell, [&](int k) {
    const double off = squared_residual(region_[static_cast<std::size_t>(k)].fit.m, ray, y);
    if (off >= least) return;
    least = off;
    best = k;
  });
  return best;
}

/// Calls visit(u, v, ray, y, region) for every pixel on the plane of a region.
template <class Visit>
void PlaneExtraction::visit_members(const DepthImage& image, Visit visit) noexcept {
  const Intrinsics& in = image.intrinsics;
  for (int v = 0; v < in.rows; ++v)
    for (int u = 0; u < in.columns; ++u) {
      if (image.at(u, v) == 0) continue;
      const Vector3d ray = in.ray(u, v);
      const double y = 1000.0 / image.at(u, v);
      const int k = best_region(v / kCell * columns_ + u / kCell, ray, y);
      if (k >= 0) visit(u, v, ray, y, k);
    }
}

/// Fits each region again, including its pixels in cells cut by its rim.
void PlaneExtraction::take_rims(const DepthImage& image) noexcept {
  std::array<PlaneSums, kMaxRegions> rim;
  visit_members(image, [&](int u, int v, const Vector3d& ray, double y, int k) {
    if (cell_[static_cast<std::size_t>(v / kCell * columns_ + u / kCell)].region >= 0) return;
    add_pixel(ray, y, 1 / variance(y), rim[static_cast<std::size_t>(k)]);
  });
  for (std::size_t k = 0; k < static_cast<std::size_t>(n_regions_); ++k) {
    region_[k].sums += rim[k];
    region_[k].fit = fit_plane(region_[k].sums);
  }
}

void PlaneExtraction::take_corners(const DepthImage& image) noexcept {
  const int columns = image.intrinsics.columns;
  visit_members(image, [&](int u, int v, const Vector3d& ray, double y, int k) {
    Region& region = region_[static_cast<std::size_t>(k)];
    const auto reach = reach_of(u, v);
    for (std::size_t d = 0; d < reach.size(); ++d) {
      if (reach[d] <= region.reach[d]) continue;
      region.reach[d] = reach[d];
      region.outermost[d] = v * columns + u;
    }
    const double off_m = 1 / y - 1 / region.fit.m.dot(ray);
    region.squares_m2 += off_m * off_m;
    ++region.n_pixels;
  });
}

DetectedPlane PlaneExtraction::plane_of(const Intrinsics& in, const Region& region) const noexcept {
  const Vector3d& m = region.fit.m;
  const Matrix3d covariance = region.sums.rr.inverse();
  DetectedPlane plane;
  plane.normal = -m.normalized();
  plane.n_pixels = region.n_pixels;
  plane.rms_m = std::sqrt(region.squares_m2 / region.n_pixels);
  for (std::size_t d = 0; d < kMaxCorners; ++d) {
    const int pixel = region.outermost[d];
    if (d > 0 && pixel == region.outermost[d - 1]) continue;
    if (d + 1 == kMaxCorners && pixel == region.outermost[0]) continue;
    const Vector3d ray = in.ray(pixel % in.columns, pixel / in.columns);
    const double z = 1 / m.dot(ray);
    const double sd_1_m = std::sqrt(ray.dot(covariance * ray));
    plane.corner[static_cast<std::size_t>(plane.n_corners++)] = {
        .p = z * ray, .sd_m = z * z * sd_1_m * std::abs(plane.normal.dot(ray))};
  }
  return plane;
}

void PlaneExtraction::extract(const DepthImage& image, PlaneDetections& seen) noexcept {
  sum_cells(image);
  grow_regions();
  dissolve_bridges(image);
  take_rims(image);
  take_corners(image);
  std::sort(region_.begin(), region_.begin() + n_regions_,
            [](const Region& a, const Region& b) { return a.n_pixels > b.n_pixels; });
  seen.n = 0;
  for (int k = 0; k < n_regions_ && seen.n < kMaxDetectedPlanes; ++k) {
    const Region& region = region_[static_cast<std::size_t>(k)];
    if (region.n_pixels < config_.min_pixels) break;
    const DetectedPlane plane = plane_of(image.intrinsics, region);
    if (plane.n_corners < 3) continue;
    seen.plane[static_cast<std::size_t>(seen.n++)] = plane;
  }
}

PlaneDetections in_body(const Isometry3d& X_BE, const PlaneDetections& seen_E) noexcept {
  PlaneDetections seen_B = seen_E;
  for (int i = 0; i < seen_B.n; ++i) {
    DetectedPlane& plane = seen_B.plane[static_cast<std::size_t>(i)];
    plane.normal = X_BE.linear() * plane.normal;
    for (int k = 0; k < plane.n_corners; ++k) {
      Vector3d& p = plane.corner[static_cast<std::size_t>(k)].p;
      p = X_BE * p;
    }
  }
  return seen_B;
}

}  // namespace ventosa::controller
