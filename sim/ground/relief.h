#pragma once

#include "controller/model/frames.h"
#include "sim/ground/relief_options.h"

namespace ventosa::sim {

/// The height of a relief at one point of its patch.
struct ReliefPoint {
  double height_m = 0;                                        ///< over the patch's plane
  controller::Vector2d slope = controller::Vector2d::Zero();  ///< its derivatives by x and y in S
};

/// A relief: random heights at the nodes of a grid over the patch, white noise smoothed by a
/// Gaussian kernel, and between the nodes a bicubic surface with continuous slope (Catmull & Rom
/// 1974). Scaled so that the largest absolute height on the patch is `height_m`.
class Relief {
 public:
  /// Nodes in one correlation length. The flat triangles that MuJoCo lays between the same nodes
  /// then differ from the bicubic surface by at most 1 % of the height.
  static constexpr int kNodes = 10;

  /// @param half_extent_m  of the patch
  Relief(const ReliefOptions& options, std::uint64_t seed,
         const controller::Vector2d& half_extent_m);

  /// Height at a point in S; beyond the patch's edges that of the nearest edge point.
  ReliefPoint at(const controller::Vector2d& p_S) const noexcept;

  /// Nodes from edge to edge, along x and y.
  Eigen::Vector2i n_nodes() const;
  /// Height at a node; node (0, 0) lies at the corner with the smallest x and y.
  double node_m(int x, int y) const { return height_m_(x + 1, y + 1); }

 private:
  controller::Vector2d node_S(int x, int y) const;
  double climb_m(controller::Vector2d p_S) const;
  double largest_m() const;

  controller::Vector2d half_extent_m_;
  controller::Vector2d spacing_m_;
  Eigen::MatrixXd height_m_;  ///< at the nodes, and at one more beyond each edge
};

}  // namespace ventosa::sim
