#pragma once

#include "sim/render/viewpoint.h"

namespace ventosa::view {

/// Camera that orbits a point, as in MuJoCo's simulate.
struct Orbit {
  double azimuth_rad = 0;    ///< azimuth of the camera, seen from the point
  double elevation_rad = 0;  ///< elevation of the camera, seen from the point
  double distance_m = 2;
  controller::Vector3d point_W = controller::Vector3d::Zero();
  bool follows_body = true;  ///< the point moves with the robot

  /// Mouse motions as shares of the picture's height. @{
  void turn(double right, double up);
  void shift(double right, double up);
  void zoom(double nearer);
  /// @}

  /// Moves the point along with the body.
  void follow(const controller::Vector3d& p_WB);

  sim::Viewpoint view() const;
  void look_from(const sim::Viewpoint& view, const controller::Vector3d& point);

 private:
  controller::Vector3d last_body_W_ = controller::Vector3d::Constant(NAN);
};

}  // namespace ventosa::view
