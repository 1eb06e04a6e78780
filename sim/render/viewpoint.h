#pragma once

#include "controller/model/observation.h"

/// Positions of camera and lamp for a picture.
namespace ventosa::sim {

struct Viewpoint {
  /// Unit vector from the robot to the camera.
  controller::Vector3d direction_W = controller::Vector3d::UnitZ();
  double distance_m = 0;
};

/// Free distance from a point along a unit vector to the first patch; at most `farthest_m`.
double clear_way_m(const controller::PatchList& patches, const controller::Vector3d& from_W,
                   const controller::Vector3d& direction_W, double farthest_m);

/// View of a robot on a surface with this normal: from outside the surface, from the robot's side
/// and slightly above; an incline is seen from the side. If a patch blocks this view, as in a
/// corner, another direction or a shorter distance is chosen.
/// @param distance_m  preferred distance
Viewpoint choose_view(const controller::PatchList& patches, const controller::Vector3d& robot_W,
                      const controller::Vector3d& n_W, double distance_m);

/// Edge between two surfaces in a picture.
struct PicturedEdge {
  controller::Vector3d y_W;           ///< unit vector along the edge
  controller::Vector3d n_W, other_W;  ///< normals of the two surfaces
};

/// View along an edge into the space before both surfaces, from its side with the longer free way.
/// @param at_W  point in that space
Viewpoint view_along(const PicturedEdge& edge, const controller::PatchList& patches,
                     const controller::Vector3d& at_W, double distance_m);

/// Position of a lamp that lights the robot from opposite the camera, in front of every patch.
controller::Vector3d lamp_position(const controller::PatchList& patches,
                                   const controller::Vector3d& robot_W,
                                   const controller::Vector3d& n_W,
                                   const controller::Vector3d& view_W);

}  // namespace ventosa::sim
