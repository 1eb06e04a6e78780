#pragma once

#include "controller/model/robot_model.h"

/// The three positioning joints of a leg, by the joint table alone: an elbow (axes z, -y, +-y) or
/// two sliders (turn about z, slide along x, slide along z, as of a pantograph).
///
/// Geometry of an arm with an elbow, in the reduced angles  Q1 = q1, Q2 = q2 - alpha,
/// Q3 = s q3 - alpha - beta, where s is the sign of the third axis (Prados 2023, eqs. 1-5, with
/// s = 1; Asif 2012, eqs. 1-6, with s = -1 and alpha = beta = 0):
///
///   w = [c1 r, s1 r, Lc s2 + Ld sin(Q2 - Q3)],  r = L1 + Lc c2 + Ld cos(Q2 - Q3)
///
/// with the lengths Lc, Ld and offset angles alpha, beta of upper arm and forearm. The forearm ends
/// in the wrist point w, in a leg without wrist in the foot.
///
/// With sliders:  w = [c1 r, s1 r, z0 + k3 q3],  r = r0 + k2 q2,  k the sliders' ways per radian.
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

/// True if the arm has sliders, false if it has an elbow.
bool has_sliders(const Leg& leg) noexcept;

/// Wrist point of an arm with sliders in its plane (out, up) for the two sliders' angles 0  [m]
Vector2d slider_zero(const Leg& leg) noexcept;

/// Angles of the sliders for a wrist point in the arm's plane (out, up).
Vector2d slider_angles(const Leg& leg, const Vector2d& p_m) noexcept;

/// Pose of the arm's base A in L: L moved by the joints before the arm.
Isometry3d arm_base(const Leg& leg, const PerJoint<double>& q_rad) noexcept;

/// True if the closed forms apply to the leg: any hinges before the arm; an arm with axes z, -y,
/// +-y in the plane y = 0, and either no wrist or one with axes -x, -y, +x through one point, with
/// the foot along the last axis; or an arm with sliders in that plane, without wrist.
bool has_closed_form(const Leg& leg) noexcept;

}  // namespace ventosa::controller
