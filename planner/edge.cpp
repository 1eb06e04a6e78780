#include "planner/edge.h"

#include <cmath>

namespace ventosa::planner {
namespace {

Vector3d normal_of(const Patch& patch) { return patch.X_WS.linear().col(2); }

/// Point of the line in which two planes meet that is nearest to p_W.
Vector3d nearest_on_line(const Patch& a, const Patch& b, const Vector3d& y_W, const Vector3d& p_W) {
  Eigen::Matrix3d planes;
  planes << normal_of(a).transpose(), normal_of(b).transpose(), y_W.transpose();
  return planes.inverse() * Vector3d(normal_of(a).dot(a.X_WS.translation()),
                                     normal_of(b).dot(b.X_WS.translation()), y_W.dot(p_W));
}

}  // namespace

Isometry3d Edge::X_EA() const {
  return Isometry3d(Eigen::AngleAxisd(-turn_rad, Vector3d::UnitY()));
}

std::optional<Edge> edge_between(const Patch& from, const Patch& to, const Vector3d& p_W) {
  constexpr double kParallel = 0.02;
  const Vector3d n_W = normal_of(from), cross_W = n_W.cross(normal_of(to));
  if (cross_W.norm() < kParallel) return std::nullopt;
  const Vector3d origin_W = nearest_on_line(from, to, cross_W.normalized(), p_W);
  Vector3d x_W = cross_W.normalized().cross(n_W);
  if (x_W.dot(origin_W - from.X_WS.translation()) < 0) x_W = -x_W;
  Edge edge;
  edge.X_WE.translation() = origin_W;
  edge.X_WE.linear() << x_W, n_W.cross(x_W), n_W;
  edge.turn_rad = std::atan2(-normal_of(to).dot(x_W), normal_of(to).dot(n_W));
  const Vector3d onward_W = edge.X_WE.linear() * edge.X_EA().linear().col(0);
  if (onward_W.dot(to.X_WS.translation() - origin_W) <= 0) return std::nullopt;
  return edge;
}

}  // namespace ventosa::planner
