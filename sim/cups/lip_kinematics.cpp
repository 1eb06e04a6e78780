#include "sim/cups/lip_kinematics.h"

#include <algorithm>

#include "controller/model/axis_turn.h"
#include "controller/model/sines.h"

namespace ventosa::sim {

using controller::Isometry3d;
using controller::Matrix3d;
using controller::Vector3d;

namespace {

void move_along(const Isometry3d& X, Vector3d& p_W, Matrix3d& R_W) {
  p_W += R_W * X.translation();
  R_W *= X.linear();
}

controller::Sines joint_sines(const controller::Leg& leg, const double* q_rad) {
  controller::PerJoint<double> q{};
  std::copy_n(q_rad, leg.n_joints, q.begin());
  return controller::sines(q);
}

}  // namespace

Pose lip_pose(const controller::Leg& leg, const Pose& X_WB, const double* q_rad) noexcept {
  Vector3d p_W = as_vector(X_WB.p);
  Matrix3d R_W = rotation(X_WB);
  move_along(leg.X_BL, p_W, R_W);
  const controller::Sines of = joint_sines(leg, q_rad);
  for (int j = 0; j < leg.n_joints; ++j) {
    const controller::Joint& joint = leg.joint[j];
    p_W += R_W * joint.p_PJ;
    if (joint.slides())
      p_W += q_rad[j] * joint.slide_m_rad * (R_W * joint.axis);
    else
      controller::turn_frame(R_W, joint.axis, of.sin[j], of.cos[j]);
  }
  move_along(leg.X_JF, p_W, R_W);
  return make_pose(p_W, R_W);
}

// along the chain:  v += w x (displacement), w += axis dq of a hinge, v += slide dq of a slider
LipTwist lip_twist(const controller::Leg& leg, const Pose& X_WB, const double* q_rad,
                   const double* qvel_B, const double* dq_rad_s) noexcept {
  Matrix3d R_W = rotation(X_WB);
  Vector3d v_W = Vector3d::Map(qvel_B);
  Vector3d w_W = R_W * Vector3d::Map(qvel_B + 3);
  v_W += w_W.cross(R_W * leg.X_BL.translation());
  R_W *= leg.X_BL.linear();
  const controller::Sines of = joint_sines(leg, q_rad);
  for (int j = 0; j < leg.n_joints; ++j) {
    const controller::Joint& joint = leg.joint[j];
    const Vector3d axis_W = R_W * joint.axis;
    v_W += w_W.cross(R_W * joint.p_PJ);
    if (joint.slides()) {
      v_W += joint.slide_m_rad * (dq_rad_s[j] * axis_W + q_rad[j] * w_W.cross(axis_W));
    } else {
      w_W += dq_rad_s[j] * axis_W;
      controller::turn_frame(R_W, joint.axis, of.sin[j], of.cos[j]);
    }
  }
  v_W += w_W.cross(R_W * leg.X_JF.translation());
  LipTwist twist;
  as_vector(twist.v_WF) = v_W;
  as_vector(twist.w_WF) = w_W;
  return twist;
}

}  // namespace ventosa::sim
