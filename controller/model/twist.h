#pragma once

#include "controller/model/frames.h"

namespace ventosa::controller {

/// Velocity of a body in W.
struct Twist {
  Vector3d v_W = Vector3d::Zero();  ///< [m/s] velocity of the body's origin
  Vector3d w_W = Vector3d::Zero();  ///< [rad/s] angular velocity
};

}  // namespace ventosa::controller
