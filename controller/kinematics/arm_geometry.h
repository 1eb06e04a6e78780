#pragma once

#include "controller/model/robot_model.h"

/// Geometry of an arm with axes z, -y, +-y, in the reduced angles  Q1 = q1, Q2 = q2 - alpha,
/// Q3 = s q3 - alpha - beta, where s is the sign of the third axis (Prados 2023, eqs. 1-5, with
/// s = 1; Asif 2012, eqs. 1-6, with s = -1 and alpha = beta = 0):
///
///   w = [c1 r, s1 r, Lc s2 + Ld sin(Q2 - Q3)],  r = L1 + Lc c2 + Ld cos(Q2 - Q3)
///
/// with the lengths Lc, Ld and offset angles alpha, beta of upper arm and forearm. The forearm ends
/// in the wrist point w, in a leg without wrist in the foot.
namespace ventosa::controller {

struct ArmGeometry {
  double L1 = 0;     ///< [m] from joint 1 to joint 2
  double Lc = 0;     ///< [m] upper arm
  double Ld = 0;     ///< [m] forearm
  double alpha = 0;  ///< [rad]
  double beta = 0;   ///< [rad]
  double s = 1;      ///< 1: joint 3 turns about +y, -1: about -y

  double Q2(double q2) const { return q2 - alpha; }
  double Q3(double q3) const { return s * q3 - alpha - beta; }
  double q2(double Q2) const { return Q2 + alpha; }
  double q3(double Q3) const { return s * (Q3 + alpha + beta); }
};

ArmGeometry arm_geometry(const Leg& leg) noexcept;

/// Pose of the arm's base A in L: L moved by the joints before the arm.
Isometry3d arm_base(const Leg& leg, const PerJoint<double>& q_rad) noexcept;

/// True if the closed forms apply to the leg: any joints before the arm, an arm with axes z, -y,
/// +-y in the plane y = 0, and either no wrist or one with axes -x, -y, +x through one point, with
/// the foot along the last axis.
bool has_closed_form(const Leg& leg) noexcept;

}  // namespace ventosa::controller
