#pragma once

#include "controller/kinematics/inverse_kinematics.h"

/// Reach of a leg: the wrist points of its arm joints within their limits.
///
/// In the plane of the arm this is a part of a ring around joint 2, bounded by
/// - circles around joint 2 (elbow at a limit, or straight: the inner and the outer shell)
/// - circles around joint 3 (joint 2 at a limit)
///
/// and swept by q1 about the hip. Of an arm with sliders it is the box of their ranges, less what
/// the knee does not permit (slider_reach.h).
namespace ventosa::controller {

/// A wrist point within reach.
struct Reach {
  IkStatus status = IkStatus::kBadInput;  ///< status of the requested point
  Vector3d p_LW = Vector3d::Zero();       ///< [m] the requested point or the nearest reachable one
  PerJoint<double> q_rad{};               ///< arm joints at p_LW; the others are unchanged
};

/// The requested point with the joints of `solve_arm`, or the nearest reachable point. Joints
/// before the arm are kept.
/// @param q_last_rad  the last joints. Non-finite inputs: kBadInput, and zero joints
Reach project_on_reach(const Leg& leg, const Vector3d& p_LW,
                       const PerJoint<double>& q_last_rad) noexcept;

}  // namespace ventosa::controller
