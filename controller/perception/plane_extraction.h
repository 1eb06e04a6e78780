#pragma once

#include "controller/model/observation.h"
#include "controller/perception/depth_image.h"

/// Extraction of planes from a depth image.
///
/// A plane is linear in inverse depth: with the point p = z r of the ray r = (x, y, 1),
///
///   m . p = 1   <=>   1/z = m . r
///
/// and a stereo camera measures 1/z (its disparity) with equal noise everywhere. The least-squares
/// plane of a set of pixels therefore follows from ten sums, which add up when sets are joined.
///
/// Cells of 4 x 4 pixels that are flat within the noise grow into regions: a cell joins if one
/// plane explains both as well as two would (likelihood ratio). Pixels in cells across a region's
/// rim join the region they fit best. Legs are too narrow or too round to be flat.
namespace ventosa::controller {

struct ExtractionConfig {
  double noise_1_m = 0.0038;    ///< standard deviation of an inverse depth [1/m]
  double resolution_m = 0.001;  ///< quantisation of the depths
  int min_pixels = 40;          ///< smaller regions are discarded
};

/// Weighted sums over pixels for a least-squares plane.
struct PlaneSums {
  Matrix3d rr = Matrix3d::Zero();  ///< sum of w r r^T,  w = 1 / variance of 1/z
  Vector3d ry = Vector3d::Zero();  ///< sum of w r / z
  double yy = 0;                   ///< sum of w / z^2
  int n = 0;

  PlaneSums& operator+=(const PlaneSums& other);
};

struct PlaneFit {
  Vector3d m = Vector3d::Zero();  ///< [1/m] plane m . p = 1
  double chi2 = 0;                ///< sum of squared residuals over their variances
};

/// The plane with the least chi2; needs three pixels that are not on a line.
PlaneFit fit_plane(const PlaneSums& sums) noexcept;

class PlaneExtraction {
 public:
  explicit PlaneExtraction(const ExtractionConfig& config) : config_(config) {}

  /// Finds the planes of an image of at most kMaxPixels pixels, largest first, in E. Does not set
  /// `seen.sampled_ns`.
  void extract(const DepthImage& image, PlaneDetections& seen) noexcept;

 private:
  static constexpr int kCell = 4;  ///< pixels per side of a cell
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
    double squares_m2 = 0;  ///< sum of the squared distances of its pixels in depth
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
  int columns_ = 0;  ///< number of cells
  int rows_ = 0;
  int n_regions_ = 0;
  std::array<Cell, kMaxCells> cell_;
  std::array<Region, kMaxRegions> region_;
  std::array<std::int16_t, kMaxCells> order_{};  ///< cells by flatness
  std::array<std::int16_t, kMaxCells> front_{};
};

/// Transforms planes from the camera's frame E to the body's frame B.
PlaneDetections in_body(const Isometry3d& X_BE, const PlaneDetections& seen_E) noexcept;

}  // namespace ventosa::controller
