#pragma once

#include <cmath>

#include "controller/model/robot_model.h"
#include "sim/mujoco/engine.h"

/// A driven joint in MuJoCo's arrays. The coordinate of a hinge is the angle of its drive; that of
/// a slider is its way in metres, and the drive is a screw. Only here the units of the one become
/// those of the other. Private to sim.
namespace ventosa::sim {

struct JointCoordinate {
  int qpos = 0;
  int dof = 0;
  double per_rad = 1;  ///< coordinate per radian of the drive: 1, or a slider's way [m/rad]

  double q_rad(const mjData& data) const { return data.qpos[qpos] / per_rad; }
  double dq_rad_s(const mjData& data) const { return data.qvel[dof] / per_rad; }
  void set_angle(double q_rad, mjData& data) const { data.qpos[qpos] = q_rad * per_rad; }
  void apply(double tau_Nm, mjData& data) const { data.qfrc_applied[dof] = tau_Nm / per_rad; }
  void set_armature(double armature_kgm2, mjModel& model) const {
    model.dof_armature[dof] = inertia(armature_kgm2);
  }

  /// Inertia or viscous friction of a drive, and its Coulomb friction, at the coordinate: in kg,
  /// N s/m and N at a slider. @{
  double inertia(double of_drive) const { return of_drive / (per_rad * per_rad); }
  double friction(double of_drive_Nm) const { return of_drive_Nm / std::abs(per_rad); }
  /// @}
};

/// Coordinate per radian of a joint of the controller's table, before it has its place.
inline JointCoordinate coordinate_of(const controller::Joint& joint) {
  return {.per_rad = joint.slides() ? joint.slide_m_rad : 1.0};
}

inline JointCoordinate place(JointCoordinate coordinate, const mjModel& model, int joint) {
  coordinate.qpos = model.jnt_qposadr[joint];
  coordinate.dof = model.jnt_dofadr[joint];
  return coordinate;
}

/// Angles and rates of a leg's drives, in the order of the joints.
struct LegMotion {
  controller::PerJoint<double> q_rad{};
  controller::PerJoint<double> dq_rad_s{};
};

}  // namespace ventosa::sim
