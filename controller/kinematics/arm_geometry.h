#pragma once

#include "controller/model/robot_model.h"

/// Geometry of a ROMERIN leg's arm, in the reduced angles  Q1 = q1, Q2 = q2 - alpha, Q3 = q3 -
/// alpha - beta (Prados 2023, eqs. 1-5):
///
///   w = [c1 r, s1 r, Lc s2 + Ld sin(Q2 - Q3)],  r = L1 + Lc c2 + Ld cos(Q2 - Q3)
///
/// with the lengths Lc, Ld and offset angles alpha, beta of upper arm and forearm.
namespace ventosa::controller {

struct ArmGeometry {
  double L1 = 0;     ///< [m] from joint 1 to joint 2
  double Lc = 0;     ///< [m] upper arm
  double Ld = 0;     ///< [m] forearm
  double alpha = 0;  ///< [rad]
  double beta = 0;   ///< [rad]
};

ArmGeometry arm_geometry(const Leg& leg) noexcept;

/// Pose of the arm's base A in L: L moved by the joints before the arm.
Isometry3d arm_base(const Leg& leg, const PerJoint<double>& q_rad) noexcept;

/// True if the closed forms apply to the leg: any joints before the arm, an arm with axes z, -y, +y
/// in the plane y = 0, and a wrist with axes -x, -y, +x through one point, with the cup along the
/// last axis.
bool is_romerin(const Leg& leg) noexcept;

}  // namespace ventosa::controller
