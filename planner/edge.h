#pragma once

#include <optional>

#include "controller/model/observation.h"

/// The line in which the planes of two surfaces meet.
namespace ventosa::planner {

using controller::Isometry3d;
using controller::Patch;
using controller::Vector3d;

/// An edge between two surfaces, in its frame E: the surface in front of the edge has z_E as its
/// normal and lies at x_E < 0; y_E points along the edge. The surface behind the edge leaves it
/// turned about y_E by `turn_rad`: up at an inner edge, down at an outer one.
struct Edge {
  Isometry3d X_WE = Isometry3d::Identity();
  double turn_rad = 0;  ///< > 0: inner edge, < 0: outer edge

  /// Frame of the surface behind the edge: x away from the edge, z its normal, y as y_E.
  Isometry3d X_EA() const;
};

/// Edge on the way of a robot from one surface to another.
/// @param p_W  [m] the frame's origin is the point of the edge nearest to this one
/// @return no value: the surfaces are parallel, or do not face the same side of the edge
std::optional<Edge> edge_between(const Patch& from, const Patch& to, const Vector3d& p_W);

}  // namespace ventosa::planner
