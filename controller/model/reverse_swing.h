#pragma once

#include "controller/model/frames.h"

/// Swing by the reverse body (Bombled and Verlinden 2010): the foot moves as if it stood under a
/// fictive body that performs the reverse of the body's own motion since the foot lifted off, and
/// is lifted by a triangle over time. The fictive body is at full speed from the first instant.
///
///   D = X_WB0^-1 X_WB,  X_fict = X_WB0 D^-scale,  p_BF = X_fict^-1 p_F0
///
/// With equal times of swing and support the scale is 1. Otherwise it is d / (1 - d) of the share d
/// of the cycle in which a foot stands, so that it swings as far ahead as it is left behind.
namespace ventosa::controller {

struct ReverseSwing {
  Isometry3d X_WB0 = Isometry3d::Identity();  ///< body at lift-off
  Vector3d p_W = Vector3d::Zero();            ///< [m] foot at lift-off
  Vector3d up_W = Vector3d::UnitZ();          ///< unit vector out of the surface
  double scale = 1;
  double lift_m = 0;
  double duration_s = 0;
};

}  // namespace ventosa::controller
