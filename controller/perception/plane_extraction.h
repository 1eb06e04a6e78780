#pragma once

#include "controller/model/observation.h"
#include "controller/perception/depth_image.h"

/// Planes from a depth image.
///
/// A plane is linear in inverse depth: with the point p = z r of the ray r = (x, y, 1),
///
///   m . p = 1   <=>   1/z = m . r
///
/// and a stereo camera measures 1/z (its disparity) with the same noise everywhere. So the least
/// squares plane of a set of pixels comes from ten sums over them, which add when sets are joined.
///
/// Cells of 4 x 4 pixels that are flat within the noise grow into regions: a cell joins if one
/// plane explains both as well as two would (likelihood ratio). Pixels of the cells around a
/// region, which straddle its rim, join the region they fit best. Legs are too narrow or too round
/// to be flat.
namespace ventosa::controller {

struct ExtractionConfig {
  double noise_1_m = 0.0038;    ///< standard deviation of an inverse depth
  double resolution_m = 0.001;  ///< step of the depths
  int min_pixels = 40;          ///< a smaller region is no plane
};

/// Weighted sums over pixels: all that a least squares plane needs.
struct PlaneSums {
  Matrix3d rr = Matrix3d::Zero();  ///< sum of w r r^T,  w = 1 / variance of 1/z
  Vector3d ry = Vector3d::Zero();  ///< sum of w r / z
  double yy = 0;                   ///< sum of w / z^2
  int n = 0;

  PlaneSums& operator+=(const PlaneSums& other);
};

struct PlaneFit {
  Vector3d m = Vector3d::Zero();  ///< [1/m]
  double chi2 = 0;                ///< sum of squared residuals over their variances
};

/// The plane with the least chi2; needs three pixels that are not in line.
PlaneFit fit_plane(const PlaneSums& sums) noexcept;

class PlaneExtraction {
 public:
  explicit PlaneExtraction(const ExtractionConfig& config) : config_(config) {}

  /// Finds the planes of an image, largest first, in E. Leaves `seen.sampled_ns` alone.
  /// The image has at most kMaxPixels pixels.
  void extract(const DepthImage& image, PlaneDetections& seen) noexcept;

 private:
  static constexpr int kCell = 4;  ///< pixels along a side
  static constexpr int kMaxCells = 512;
  static constexpr int kMaxRegions = 32;

  struct Cell {
    PlaneSums sums;
    double chi2 = 0;
    bool flat = false;
    std::int8_t region = -1;
  };
  struct Region {
    PlaneSums sums;
    PlaneFit fit;
    // the outermost pixels in eight directions, in order around the region
    std::array<std::int32_t, kMaxCorners> reach{};
    std::array<std::int32_t, kMaxCorners> outermost{};
    int n_pixels = 0;
    double squares_m2 = 0;  ///< of the distances of its pixels in depth
  };

  double variance(double y) const noexcept;
  void sum_cells(const DepthImage& image) noexcept;
  void grow_regions() noexcept;
  void start(int seed, Region& region) noexcept;
  std::size_t grow(int seed, Region& region) noexcept;
  bool join(Cell& cell, Region& region) const noexcept;
  template <class Visit>
  void visit_around(int cell, Visit visit) const noexcept;
  void dissolve_bridges(const DepthImage& image) noexcept;
  int best_region(int cell, const Vector3d& ray, double y) const noexcept;
  template <class Visit>
  void visit_members(const DepthImage& image, Visit visit) noexcept;
  void take_rims(const DepthImage& image) noexcept;
  void take_corners(const DepthImage& image) noexcept;
  DetectedPlane plane_of(const Intrinsics& intrinsics, const Region& region) const noexcept;

  const ExtractionConfig config_;
  int columns_ = 0;  ///< of cells
  int rows_ = 0;
  int n_regions_ = 0;
  std::array<Cell, kMaxCells> cell_;
  std::array<Region, kMaxRegions> region_;
  std::array<std::int16_t, kMaxCells> order_{};  ///< flattest first
  std::array<std::int16_t, kMaxCells> front_{};
};

/// The same planes from the camera's frame E into the body's.
PlaneDetections in_body(const Isometry3d& X_BE, const PlaneDetections& seen_E) noexcept;

}  // namespace ventosa::controller
