#include "controller/kinematics/forward_kinematics.h"

#include "controller/model/axis_turn.h"
#include "controller/model/sines.h"

namespace ventosa::controller {

LegPose leg_pose(const Leg& leg, const PerJoint<double>& q_rad) noexcept {
  LegPose pose;
  const Sines of = sines(q_rad);
  Matrix3d R = leg.X_BL.linear();
  Vector3d p = leg.X_BL.translation();
  for (int j = 0; j < leg.n_joints; ++j) {
    const Joint& joint = leg.joint[j];
    p += R * joint.p_PJ;
    pose.axis_B[j] = pose.slide_B[j] = Vector3d::Zero();
    if (joint.slides()) {
      pose.slide_B[j] = R * (joint.slide_m_rad * joint.axis);
      p += q_rad[j] * pose.slide_B[j];
    } else {
      pose.axis_B[j] = R * joint.axis;
      turn_frame(R, joint.axis, of.sin[j], of.cos[j]);
    }
    pose.p_BJ[j] = p;
    pose.R_BJ[j] = R;
    pose.p_BC[j] = p + R * leg.link[j].p_JC;
  }
  pose.X_BF.linear() = R * leg.X_JF.linear();
  pose.X_BF.translation() = p + R * leg.X_JF.translation();
  pose.X_BF.makeAffine();
  pose.p_BW = leg.has_wrist() ? pose.p_BJ[leg.n_arm] : Vector3d(pose.X_BF.translation());
  return pose;
}

ArmJacobian arm_jacobian(const Leg& leg, const LegPose& pose) noexcept {
  ArmJacobian J(3, leg.n_arm);
  for (int j = 0; j < leg.n_arm; ++j)
    J.col(j) = pose.axis_B[j].cross(pose.p_BW - pose.p_BJ[j]) + pose.slide_B[j];
  return J;
}

FootJacobian foot_jacobian(const Leg& leg, const LegPose& pose) noexcept {
  FootJacobian J(6, leg.n_joints);
  const Vector3d p_BF = pose.X_BF.translation();
  for (int j = 0; j < leg.n_joints; ++j)
    J.col(j) << pose.axis_B[j].cross(p_BF - pose.p_BJ[j]) + pose.slide_B[j], pose.axis_B[j];
  return J;
}

}  // namespace ventosa::controller
