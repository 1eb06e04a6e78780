#pragma once

#include "controller/model/robot_model.h"

/// Transmission of a leg: lossless gears, and the wrist's gear differential, between its joints and
/// its motors.
namespace ventosa::models {

using controller::kMaxJoints;
using controller::PerJoint;

/// Motor angles m, from each motor's own zero, for joint angles q; power is the same on both sides:
///   m = m0 + M q,   dm = M dq,   tau_q = M^T tau_m
/// Motors are numbered like the joints. Missing joints of a leg map onto themselves.
struct MotorMap {
  using Matrix = Eigen::Matrix<double, kMaxJoints, kMaxJoints>;

  PerJoint<double> zero_rad{};  ///< m0: motor angles with all joints at 0
  Matrix M = Matrix::Identity();
  Matrix M_inverse = Matrix::Identity();

  PerJoint<double> motor_angles(const PerJoint<double>& q_rad) const noexcept;
  PerJoint<double> joint_angles(const PerJoint<double>& m_rad) const noexcept;
  PerJoint<double> motor_speeds(const PerJoint<double>& dq_rad_s) const noexcept;
  PerJoint<double> joint_speeds(const PerJoint<double>& dm_rad_s) const noexcept;
  PerJoint<double> motor_torques(const PerJoint<double>& tau_q_Nm) const noexcept;
  PerJoint<double> joint_torques(const PerJoint<double>& tau_m_Nm) const noexcept;
};

void describe(auto& field, controller::Is<MotorMap> auto& map) {
  field.list("zero_rad", map.zero_rad, "rad");
  field("M", map.M);
  field("M_inverse", map.M_inverse);
}

/// @throws std::invalid_argument  if M has no inverse
MotorMap motor_map(const PerJoint<double>& zero_rad, const MotorMap::Matrix& M);

}  // namespace ventosa::models
