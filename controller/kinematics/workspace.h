#pragma once

#include "controller/kinematics/inverse_kinematics.h"

/// How far a leg reaches: the wrist points that its arm joints can give within their limits.
///
/// In the plane of the arm that is a part of a ring around joint 2, bounded by
/// - circles around joint 2 (elbow at a limit, or straight: the inner and the outer shell)
/// - circles around joint 3 (joint 2 at a limit)
///
/// which q1 turns about the hip.
namespace ventosa::controller {

/// A wrist point within reach.
struct Reach {
  IkStatus status = IkStatus::kBadInput;  ///< of the point asked for
  Vector3d p_LW = Vector3d::Zero();       ///< [m] that point, or the nearest one to it within reach
  PerJoint<double> q_rad{};               ///< arm joints there; the others as they were
};

/// The point itself with the joints of `solve_arm`, or the nearest point of the reach with its
/// joints. Joints ahead of the arm are held.
/// @param q_last_rad  the last joints. Not finite, like p_LW: kBadInput, and zero joints
Reach project_on_reach(const Leg& leg, const Vector3d& p_LW,
                       const PerJoint<double>& q_last_rad) noexcept;

}  // namespace ventosa::controller
