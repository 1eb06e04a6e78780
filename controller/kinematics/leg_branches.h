#pragma once

#include <cstddef>

#include "controller/kinematics/arm_geometry.h"
#include "controller/kinematics/inverse_kinematics.h"

/// Closed forms of inverse_kinematics.h for single branches.
namespace ventosa::controller {

/// A joint number as an index.
inline std::size_t at(int j) { return static_cast<std::size_t>(j); }

/// Joints on one branch; undetermined joints are unchanged. With kJointLimit they still reach the
/// target, with kOutOfReach they are invalid.
struct Candidate {
  IkStatus status = IkStatus::kOutOfReach;
  PerJoint<double> q{};
};

/// Wrist point in cylindrical coordinates of the arm's base A.
struct ArmTarget {
  ArmTarget(const Leg& of, const Vector3d& p_LW, const PerJoint<double>& q_last);

  const Leg& leg;
  ArmGeometry arm;
  double radius_m, azimuth_rad, z_m;
};

/// The arm in its plane through the wrist point, common to both elbow branches: the triangle of
/// upper arm and forearm, or the angles of the sliders.
struct ArmTriangle {
  ArmTriangle(const ArmTarget& target, Hip hip) noexcept;

  const ArmTarget& target;
  bool closes = false;  ///< false: out of reach, the angles are invalid
  double azimuth_rad = 0, rise_rad = 0, fold_rad = 0, bend_rad = 0;
  Vector2d slider_rad = Vector2d::Zero();  ///< angles of an arm's sliders
};

Candidate on_arm(const ArmTriangle& triangle, Elbow elbow, const PerJoint<double>& q_last) noexcept;

/// Orientation of the forearm in L for the given joints.
Matrix3d forearm_rotation(const Leg& leg, const PerJoint<double>& q_rad) noexcept;

/// Wrist joints after an arm that point the cup along z, given in the forearm's frame; the roll
/// stays as near to its last value as the limits allow.
Candidate on_wrist(const Leg& leg, const Candidate& arm, const Vector3d& z, Wrist wrist) noexcept;

/// Wrist joints after an arm that give the last link the orientation R in the forearm's frame.
Candidate on_wrist(const Leg& leg, const Candidate& arm, const Matrix3d& R, Wrist wrist) noexcept;

}  // namespace ventosa::controller
