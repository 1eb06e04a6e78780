#pragma once

#include "controller/model/observation.h"

/// From where a picture is taken, and lit.
namespace ventosa::sim {

struct Viewpoint {
  controller::Vector3d direction_W = controller::Vector3d::UnitZ();  ///< from the robot, unit
  double distance_m = 0;
};

/// How far it is from a point along a unit vector to the first patch; at most `farthest_m`.
double clear_way_m(const controller::PatchList& patches, const controller::Vector3d& from_W,
                   const controller::Vector3d& direction_W, double farthest_m);

/// A view of a robot on a surface with this normal: off the surface, to its side, slightly up; of
/// an incline from the side, so that it is seen as one. In corners another way round that no patch
/// blocks, or a shorter distance.
/// @param distance_m  wanted
Viewpoint choose_view(const controller::PatchList& patches, const controller::Vector3d& robot_W,
                      const controller::Vector3d& n_W, double distance_m);

/// Where a lamp lights the robot from the camera's other side, in front of every patch.
controller::Vector3d lamp_position(const controller::PatchList& patches,
                                   const controller::Vector3d& robot_W,
                                   const controller::Vector3d& n_W,
                                   const controller::Vector3d& view_W);

}  // namespace ventosa::sim
