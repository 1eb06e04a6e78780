#pragma once

#include <cstddef>

#include "controller/kinematics/arm_geometry.h"
#include "controller/kinematics/inverse_kinematics.h"

/// The closed forms of inverse_kinematics.h on one branch each. No branch is preferred here.
namespace ventosa::controller {

/// A joint number as an index.
inline std::size_t at(int j) { return static_cast<std::size_t>(j); }

/// Joints on a branch; those that a singularity leaves free are as they were. Beyond a limit they
/// still reach the target, out of reach they mean nothing.
struct Candidate {
  IkStatus status = IkStatus::kOutOfReach;
  PerJoint<double> q{};
};

/// The wrist point as the arm sees it, in cylinder coordinates of A.
struct ArmTarget {
  ArmTarget(const Leg& of, const Vector3d& p_LW, const PerJoint<double>& q_last);

  const Leg& leg;
  ArmGeometry arm;
  double radius_m, azimuth_rad, z_m;
};

/// The triangle of upper arm and forearm that reaches the wrist point, the same for both elbows.
struct ArmTriangle {
  ArmTriangle(const ArmTarget& target, Hip hip) noexcept;

  const ArmTarget& target;
  bool closes = false;  ///< else the point is out of reach, and the angles mean nothing
  double azimuth_rad = 0, rise_rad = 0, fold_rad = 0, bend_rad = 0;
};

Candidate on_arm(const ArmTriangle& triangle, Elbow elbow, const PerJoint<double>& q_last) noexcept;

/// Orientation of the forearm in L.
Matrix3d forearm_rotation(const Leg& leg, const PerJoint<double>& q_rad) noexcept;

/// Wrist joints behind an arm that point the cup along z, given in the forearm's frame; its roll
/// stays as near to the last as its limits allow.
Candidate on_wrist(const Leg& leg, const Candidate& arm, const Vector3d& z, Wrist wrist) noexcept;

/// Wrist joints behind an arm that turn the last link to R, given in the forearm's frame.
Candidate on_wrist(const Leg& leg, const Candidate& arm, const Matrix3d& R, Wrist wrist) noexcept;

}  // namespace ventosa::controller
