#include "controller/dynamics/stance.h"

#include <algorithm>

namespace ventosa::controller {

void weigh_leg(const Leg& leg, const Vector3d& g_B, StanceLeg& state) noexcept {
  state.J_BW = arm_jacobian(leg, state.pose);
  state.wrist_moment_B = passive_wrist_moment(leg, state.pose, g_B);
  state.gravity_Nm = feed_forward(leg, state, g_B, Vector3d::Zero());
}

MassMoment robot_mass(const RobotModel& robot, const Stance& stance) noexcept {
  MassMoment sum = stance.payload;
  sum += body_mass(robot);
  for (std::size_t i = 0; i < robot.leg.size(); ++i)
    sum += leg_mass(robot.leg[i], stance.leg[i].pose);
  return sum;
}

Vector6d required_wrench(const RobotModel& robot, const Stance& stance, LegSet lifted) noexcept {
  Wrench load = body_weight(robot, stance.g_B);
  load += weight(stance.payload, stance.g_B);
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const Leg& leg = robot.leg[i];
    const StanceLeg& state = stance.leg[i];
    const bool attached = state.attached && !lifted[i];
    load += links_weight(leg, state.pose, 0, attached ? leg.n_arm : leg.n_joints, stance.g_B);
    if (attached) load.m += state.wrist_moment_B;
  }
  Vector6d w;
  w << -load.f, -load.m;
  return w + stance.inertia_w;
}

Vector6d damping_wrench(const RobotModel& robot, const BodyConfig& config,
                        const Stance& stance) noexcept {
  Vector3d v_B = Vector3d::Zero();
  int n = 0;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const StanceLeg& leg = stance.leg[i];
    if (!leg.attached || leg.trust < 1) continue;
    v_B -= leg.v_BW + stance.w_WB_B.cross(leg.pose.p_BW);
    ++n;
  }
  Vector6d wrench;
  wrench << -config.damping_Ns_m / std::max(1, n) * v_B, -config.damping_Nms_rad * stance.w_WB_B;
  return wrench;
}

PerJoint<double> feed_forward(const Leg& leg, const StanceLeg& state, const Vector3d& g_B,
                              const Vector3d& F_B) noexcept {
  const Vector3d none = Vector3d::Zero();
  if (!state.attached)
    return static_torque(leg, state.pose, leg.n_joints, g_B, state.pose.p_BW, none, none);
  return static_torque(leg, state.pose, leg.n_arm, g_B, state.pose.p_BW, F_B, state.wrist_moment_B);
}

PerJoint<double> model_torque(const Leg& leg, const StanceLeg& state, const Vector3d& g_B,
                              const Vector3d& F_B, const JointMotion& motion) noexcept {
  const int n = state.attached ? leg.n_arm : leg.n_joints;
  PerJoint<double> tau_Nm = feed_forward(leg, state, g_B, F_B);
  const PerJoint<double> inertial_Nm = inertial_torque(leg, state.pose, n, motion);
  for (std::size_t j = 0; j < tau_Nm.size(); ++j) tau_Nm[j] += inertial_Nm[j];
  return tau_Nm;
}

}  // namespace ventosa::controller
