#pragma once

#include "controller/model/robot_model.h"

/// The leg of a hexapod with three joints a leg and no wrist: coxa about z, femur and tibia about
/// -y. Lengths are those of a public model of the PhantomX class, masses and limits are estimates.
/// The hip is at B's origin, so L is B.
namespace ventosa::test {

inline constexpr double kCoxa_m = 0.054, kFemur_m = 0.0661, kTibia_m = 0.133;

/// @param c_m     centre of mass from the link's joint, along the link
/// @param size_m  edges of the box whose inertia the link has
inline controller::Link box(double mass_kg, double c_m, const controller::Vector3d& size_m) {
  const controller::Vector3d s = size_m.cwiseAbs2();
  const controller::Vector3d d(s.y() + s.z(), s.z() + s.x(), s.x() + s.y());
  return {mass_kg, c_m * controller::Vector3d::UnitX(),
          (mass_kg / 12 * d).asDiagonal().toDenseMatrix()};
}

inline controller::Leg three_joint_leg() {
  using controller::Vector3d;
  const Vector3d x = Vector3d::UnitX(), y = Vector3d::UnitY(), z = Vector3d::UnitZ();
  controller::Leg leg;
  leg.name = "leg";
  leg.n_joints = leg.n_arm = 3;
  leg.joint[0] = {.axis = z, .q_min_rad = -0.9, .q_max_rad = 0.9, .friction = {}};
  leg.joint[1] = {
      .p_PJ = kCoxa_m * x, .axis = -y, .q_min_rad = -1.2, .q_max_rad = 1.6, .friction = {}};
  leg.joint[2] = {
      .p_PJ = kFemur_m * x, .axis = -y, .q_min_rad = -2.6, .q_max_rad = 0, .friction = {}};
  for (controller::Joint& joint : leg.joint) joint.armature_kgm2 = 0.005;
  leg.link[0] = box(0.11, 0.035, {0.050, 0.040, 0.040});
  leg.link[1] = box(0.05, 0.033, {0.066, 0.040, 0.030});
  leg.link[2] = box(0.13, 0.045, {0.100, 0.030, 0.030});
  leg.X_JF.linear() << y, z, x;
  leg.X_JF.translation() = kTibia_m * x;
  return leg;
}

}  // namespace ventosa::test
