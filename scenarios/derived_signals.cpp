#include "scenarios/derived_signals.h"

#include <algorithm>
#include <cmath>

#include "controller/kinematics.h"

namespace ventosa::scenarios {
namespace {

using controller::Isometry3d;

double distance_m(const Isometry3d& X_WA, const Isometry3d& X_WB) {
  return (X_WA.translation() - X_WB.translation()).norm();
}

double angle_rad(const Isometry3d& X_WA, const Isometry3d& X_WB) {
  const controller::Quaterniond q(X_WA.linear().transpose() * X_WB.linear());
  return 2 * std::atan2(q.vec().norm(), std::abs(q.w()));
}

double worst_stall_ratio(const controller::Leg& leg, const sim::LegTruth& truth) {
  double worst = 0;
  for (int j = 0; j < leg.n_joints; ++j)
    worst = std::max(worst, std::abs(truth.tau_Nm[j]) / leg.joint[j].stall_torque_Nm);
  return worst;
}

/// where the joints really are against where the plan wants the wrist point now
double swing_error_m(const controller::Leg& leg, const controller::Vector3d& p_BW,
                     const sim::LegTruth& truth) {
  return (controller::leg_pose(leg, truth.q_rad).p_BW - p_BW).norm();
}

bool is_swinging(controller::FootPhase phase) {
  return phase >= controller::FootPhase::kLift && phase <= controller::FootPhase::kTouch;
}

void take_cup(const sim::CupTruth& cup, Derived& d) {
  if (cup.phase != sim::CupPhase::kAttached) return;
  ++d.n_attached;
  d.safety_factor = std::min(d.safety_factor, cup.safety_factor);
  d.slip_m = std::max(d.slip_m, cup.slip_m);
}

}  // namespace

Derived derive(const controller::RobotModel& robot, const Isometry3d& X_WB0,
               const controller::Diagnostics& plan, const sim::Truth& truth) {
  Derived d;
  d.body_position_m = distance_m(plan.X_WB_reference, truth.X_WB);
  d.body_angle_rad = angle_rad(plan.X_WB_reference, truth.X_WB);
  d.estimate_position_m = distance_m(plan.X_WB_estimate, truth.X_WB);
  d.estimate_angle_rad = angle_rad(plan.X_WB_estimate, truth.X_WB);
  d.travel_B0 = X_WB0.linear().transpose() * (truth.X_WB.translation() - X_WB0.translation());
  d.safety_factor = kNoCup;
  for (int i = 0; i < robot.n_legs(); ++i) {
    d.stall_ratio = std::max(d.stall_ratio, worst_stall_ratio(robot.leg[i], truth.leg[i]));
    take_cup(truth.leg[i].cup, d);
    if (is_swinging(plan.phase[i]))
      d.swing_m = std::max(d.swing_m, swing_error_m(robot.leg[i], plan.p_BW[i], truth.leg[i]));
  }
  return d;
}

double torque_step_Nm(const controller::RobotModel& robot, const controller::Command& last,
                      const controller::Command& now) {
  double largest = 0;
  for (int i = 0; i < robot.n_legs(); ++i)
    for (int j = 0; j < robot.leg[i].n_joints; ++j) {
      const controller::JointSetpoint &a = last.leg[i].joint[j], &b = now.leg[i].joint[j];
      const bool driven = a.mode == controller::JointMode::kImpedance && b.mode == a.mode;
      if (driven) largest = std::max(largest, std::abs(b.tau_ff_Nm - a.tau_ff_Nm));
    }
  return largest;
}

}  // namespace ventosa::scenarios
