#pragma once

#include <vector>

#include "planner/edge.h"
#include "planner/pose_set.h"
#include "planner/task.h"

namespace ventosa::planner {

/// Poses of the body near an edge, in the plane across the edge, with the ways between neighbours.
///
/// The body keeps its place along the edge and its heading against it. Its pose is then
///   X_EB = Translation(x, 0, z) Ry(-pitch) Rz(heading).
struct BodyPose {
  double x_m = 0, z_m = 0, pitch_rad = 0;  ///< pitch: positive for a rising front
};

/// Pitch and heading of a body in the frame of an edge.
double pitch_in(const Edge& edge, const Isometry3d& X_WB);
double heading_in(const Edge& edge, const Isometry3d& X_WB);

class PoseGraph {
 public:
  static constexpr double kStep_m = 0.03, kStep_rad = 15 * 3.14159265358979323846 / 180;
  static constexpr double kAlong_m = 0.6;  ///< the grid extends so far from the edge, on both sides
  static constexpr double kHigh_m = 0.45;  ///< and so far from the surfaces

  /// Grid of the poses that keep the body off the surfaces.
  /// @param height_m  a height of the body that is on the grid over both surfaces of a right edge
  PoseGraph(const World& world, const Edge& edge, double heading_rad, double height_m);

  /// Adds a pose beside the grid and connects it with the poses within a step.
  /// @return its vertex; -1 if the body is too near to a surface
  int add(const BodyPose& pose);

  std::size_t size() const { return pose_.size(); }
  const BodyPose& pose(int vertex) const { return pose_[static_cast<std::size_t>(vertex)]; }
  Isometry3d X_WB(const BodyPose& pose) const;
  Isometry3d X_WB(int vertex) const { return X_WB(pose(vertex)); }
  /// The pose of this kind that comes nearest to one of any kind.
  BodyPose nearest(const Isometry3d& X_WB) const;
  PoseSet empty() const { return PoseSet(capacity_); }
  PoseSet all() const;
  const std::vector<int>& neighbours(int vertex) const {
    return neighbours_[static_cast<std::size_t>(vertex)];
  }
  /// Vertices that are reached from one within a set, including it.
  PoseSet connected(const PoseSet& within, int from) const;
  /// Shortest ways within a set: for each vertex of it the way's length in steps, -1: not reached.
  std::vector<int> distances(const PoseSet& within, int from) const;
  /// Vertices of the shortest way, both ends included; empty: there is none.
  std::vector<int> way(const PoseSet& within, int from, int to) const;

 private:
  bool is_clear(const BodyPose& pose) const;
  bool is_near(const BodyPose& pose) const;
  void connect(std::size_t a);

  World world_;
  Edge edge_;
  double heading_rad_;
  std::size_t capacity_ = 0;
  std::vector<BodyPose> pose_;
  std::vector<std::vector<int>> neighbours_;
};

}  // namespace ventosa::planner
