#pragma once

#include <array>
#include <cmath>

#include "controller/dynamics/leg_dynamics.h"

/// Closed form of a three-joint leg's joint torques: the moments of Asif 2012, (52)-(60), each
/// about its own joint, and the inertial forces of links whose centres of mass move as in (30) and
/// (35). Shares no code with controller/dynamics. All vectors are in the frame of the hip.
namespace ventosa::test {

using controller::Matrix3d;
using controller::PerJoint;
using controller::Vector3d;

/// Axes of a link: along it, across it (minus the axis of its joint), and up.
inline Matrix3d link_axes(double coxa_rad, double pitch_rad) {
  const double c = std::cos(coxa_rad), s = std::sin(coxa_rad);
  const double cp = std::cos(pitch_rad), sp = std::sin(pitch_rad);
  Matrix3d R;
  R << cp * c, -s, -sp * c, cp * s, c, -sp * s, sp, 0, cp;
  return R;
}

/// A point of the leg's plane, r(t) out and z(t) up, that turns with the coxa.
struct PlanePoint {
  double r = 0, z = 0, ddr = 0, ddz = 0, dr = 0;

  /// Adds a piece of a link that is pitched by p(t).
  void add(double length_m, double p, double dp, double ddp) {
    r += length_m * std::cos(p);
    z += length_m * std::sin(p);
    dr -= length_m * std::sin(p) * dp;
    ddr -= length_m * (std::sin(p) * ddp + std::cos(p) * dp * dp);
    ddz += length_m * (std::cos(p) * ddp - std::sin(p) * dp * dp);
  }
  Vector3d position(double c) const { return {r * std::cos(c), r * std::sin(c), z}; }
  Vector3d acceleration(double c, double dc, double ddc) const {
    const double out = ddr - r * dc * dc, along = r * ddc + 2 * dr * dc;
    return {out * std::cos(c) - along * std::sin(c), out * std::sin(c) + along * std::cos(c), ddz};
  }
};

/// @param motion  rates and accelerations  @param g_L  gravity  @param F_L  force on the foot
inline Vector3d closed_form_torque(const controller::Leg& leg, const PerJoint<double>& q,
                                   const controller::JointMotion& motion, const Vector3d& g_L,
                                   const Vector3d& F_L) {
  const PerJoint<double>&dq = motion.dq_rad_s, &ddq = motion.ddq_rad_s2;
  const std::array<double, 3> length{leg.joint[1].p_PJ.x(), leg.joint[2].p_PJ.x(),
                                     leg.X_JF.translation().x()};
  const std::array<double, 3> pitch{0, q[1], q[1] + q[2]}, dpitch{0, dq[1], dq[1] + dq[2]},
      ddpitch{0, ddq[1], ddq[1] + ddq[2]};
  const double c = q[0], dc = dq[0], ddc = ddq[0];
  const Vector3d z = Vector3d::UnitZ(), u(std::sin(c), -std::cos(c), 0);
  const Vector3d du = dc * Vector3d(std::cos(c), std::sin(c), 0);

  std::array<Vector3d, 3> o, centre, force, spin;
  PlanePoint joint;
  for (std::size_t k = 0; k < 3; ++k) {
    const controller::Link& link = leg.link[k];
    o[k] = joint.position(c);
    PlanePoint mass = joint;
    mass.add(link.p_JC.x(), pitch[k], dpitch[k], ddpitch[k]);
    joint.add(length[k], pitch[k], dpitch[k], ddpitch[k]);
    centre[k] = mass.position(c);
    force[k] = link.mass_kg * (mass.acceleration(c, dc, ddc) - g_L);
    const Matrix3d R = link_axes(c, pitch[k]), I = R * link.I_C * R.transpose();
    const Vector3d w = dc * z + dpitch[k] * u, alpha = ddc * z + ddpitch[k] * u + dpitch[k] * du;
    spin[k] = I * alpha + w.cross(I * w);
  }
  Vector3d tau;
  for (std::size_t j = 0; j < 3; ++j) {
    Vector3d moment = -(joint.position(c) - o[j]).cross(F_L);
    for (std::size_t k = j; k < 3; ++k) moment += (centre[k] - o[j]).cross(force[k]) + spin[k];
    tau[static_cast<int>(j)] = (j == 0 ? z : u).dot(moment) + leg.joint[j].armature_kgm2 * ddq[j];
  }
  return tau;
}

}  // namespace ventosa::test
