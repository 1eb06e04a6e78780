#pragma once

#include "controller/model/robot_model.h"

/// Forward kinematics of one leg: product of exponentials over the joint table, all in B.
namespace ventosa::controller {

/// Arm Jacobian type: 3 x n_arm.
using ArmJacobian = Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, kMaxJoints>;

/// Vector with one element per arm joint.
using ArmVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMaxJoints, 1>;

/// Foot Jacobian type: 6 x n_joints.
using FootJacobian = Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, kMaxJoints>;

/// Poses of all links of a leg, in B.
struct LegPose {
  PerJoint<Matrix3d> R_BJ;     ///< link orientations
  PerJoint<Vector3d> p_BJ;     ///< joint positions [m]
  PerJoint<Vector3d> p_BC;     ///< centres of mass [m]
  PerJoint<Vector3d> axis_B;   ///< angular velocity of a link per joint rate: the axis of a hinge
  PerJoint<Vector3d> slide_B;  ///< [m/rad] velocity of a link per joint rate: that of a slider
  Vector3d p_BW;               ///< wrist point; without a wrist, the foot
  Isometry3d X_BF;             ///< lip frame
};

LegPose leg_pose(const Leg& leg, const PerJoint<double>& q_rad) noexcept;

/// Jacobian dp_BW/dq of the arm joints, in B. Prados 2023, eq. 6.
ArmJacobian arm_jacobian(const Leg& leg, const LegPose& pose) noexcept;

/// [v_BF; w_BF] = J dq: velocity of the lip's centre and angular velocity of the cup, in B.
FootJacobian foot_jacobian(const Leg& leg, const LegPose& pose) noexcept;

}  // namespace ventosa::controller
