#include "scenarios/session/derived_signals.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "controller/estimation/invariant_filter.h"
#include "controller/kinematics/forward_kinematics.h"
#include "controller/model/rotation.h"

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

double nees(const controller::Diagnostics& plan, const Isometry3d& X_WB) {
  if (plan.covariance.isZero(0)) return 0;
  const controller::Vector6d xi = controller::pose_error(plan.X_WB_estimate, X_WB);
  return xi.dot(plan.covariance.ldlt().solve(xi));
}

double mean_nis(const controller::RobotModel& robot, const controller::Diagnostics& plan) {
  double sum = 0;
  int n = 0;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    sum += plan.nis[i];
    n += plan.nis[i] > 0;
  }
  return sum / std::max(1, n);
}

double yaw_rad(const Isometry3d& X_WA, const Isometry3d& X_WB, const controller::Vector3d& z_W) {
  return controller::rotation_log(X_WA.linear() * X_WB.linear().transpose()).dot(z_W);
}

double worst_stall_ratio(const controller::Leg& leg, const sim::LegTruth& truth) {
  double worst = 0;
  for (int j = 0; j < leg.n_joints; ++j) worst = std::max(worst, truth.stall_ratio[j]);
  return worst;
}

/// Distance of the true wrist point from the planned one, in B.
double swing_error_m(const controller::Leg& leg, const controller::Vector3d& p_BW,
                     const sim::LegTruth& truth) {
  return (controller::leg_pose(leg, truth.q_rad).p_BW - p_BW).norm();
}

/// True if the foot is in a step, or detached.
bool is_in_the_air(controller::FootPhase phase) {
  using controller::FootPhase;
  return (phase >= FootPhase::kLift && phase <= FootPhase::kTouch) || phase == FootPhase::kFree;
}

void take_cup(const sim::CupTruth& cup, bool is_to_hold, Derived& d) {
  d.n_attached += cup.phase == sim::CupPhase::kAttached;
  if (!is_to_hold) return;
  d.safety_factor = std::min(d.safety_factor, cup.safety_factor);
  d.slip_m = std::max(d.slip_m, cup.slip_m);
}

void take_point(const sim::PointFootTruth& foot, Derived& d) {
  d.n_loaded += foot.touches;
  d.total_slip_m += foot.slip_m;
}

/// Errors of a leg's contact force; zero for a leg that is not attached, which has no estimate.
ReactionError reaction_error(const controller::ContactForceEstimate& estimate,
                             const sim::LegTruth& truth, double weight_N) {
  if (estimate.motors_sd_B.isZero(0)) return {};
  return {.elastic = (estimate.elastic_B - truth.f_W_B).norm() / weight_N,
          .motors = (estimate.motors_B - truth.f_W_B).norm() / weight_N,
          .fused = (estimate.fused_B - truth.f_W_B).norm() / weight_N};
}

}  // namespace

Derived derive(const controller::RobotModel& robot, const Isometry3d& X_WB0,
               const controller::Diagnostics& plan, const sim::Truth& truth) {
  Derived d;
  d.body_position_m = distance_m(plan.X_WB_reference, truth.X_WB);
  d.body_angle_rad = angle_rad(plan.X_WB_reference, truth.X_WB);
  d.estimate_position_m = distance_m(plan.X_WB_estimate, truth.X_WB);
  d.estimate_angle_rad = angle_rad(plan.X_WB_estimate, truth.X_WB);
  d.estimate_yaw_rad = yaw_rad(plan.X_WB_estimate, truth.X_WB, X_WB0.linear().col(2));
  d.estimate_nees = nees(plan, truth.X_WB);
  d.estimate_nis = mean_nis(robot, plan);
  d.travel_B0 = X_WB0.linear().transpose() * (truth.X_WB.translation() - X_WB0.translation());
  d.safety_factor = kNoCup;
  constexpr double kEarth_m_s2 = 9.81;  // reference weight, independent of the scenario's gravity
  const double weight_N = kEarth_m_s2 * robot.total_mass_kg();
  for (int i = 0; i < robot.n_legs(); ++i) {
    d.stall_ratio = std::max(d.stall_ratio, worst_stall_ratio(robot.leg[i], truth.leg[i]));
    take_cup(truth.leg[i].cup, controller::is_contact_phase(plan.phase[i]), d);
    take_point(truth.leg[i].point, d);
    d.reaction[i] = reaction_error(plan.contact_force[i], truth.leg[i], weight_N);
    if (is_in_the_air(plan.phase[i]))
      d.swing_m = std::max(d.swing_m, swing_error_m(robot.leg[i], plan.p_BW[i], truth.leg[i]));
  }
  return d;
}

FootholdError foothold_error(const controller::PlannedFoothold& planned,
                             const controller::PatchList& patches) {
  constexpr double kOtherSurface = 0.8;  // cosine of the angle to a different surface
  FootholdError least{.offset_m = 1, .outside_m = 1, .angle_rad = 1};
  for (int k = 0; k < patches.n; ++k) {
    const controller::Patch& patch = patches.patch[static_cast<std::size_t>(k)];
    const controller::Vector3d n_W = patch.X_WS.linear().col(2);
    const controller::Vector3d p_S = patch.X_WS.inverse() * planned.p_W;
    const double offset_m = std::abs(p_S.z());
    const double outside_m = (p_S.head<2>().cwiseAbs() - patch.half_extent_m).cwiseMax(0).norm();
    const bool farther =
        std::hypot(offset_m, outside_m) >= std::hypot(least.offset_m, least.outside_m);
    if (n_W.dot(planned.normal_W) < kOtherSurface || farther) continue;
    least = {offset_m, outside_m,
             std::atan2(n_W.cross(planned.normal_W).norm(), n_W.dot(planned.normal_W))};
  }
  return least;
}

DetectionError detection_error(const controller::PlaneDetections& seen,
                               const sim::DetectionTruth& truth) {
  DetectionError worst;
  for (std::size_t i = 0; i < truth.plane.size(); ++i) {
    if (truth.plane[i].patch < 0) continue;
    const controller::DetectedPlane &plane = seen.plane[i], &is = truth.plane[i].plane;
    controller::Vector3d off_B = controller::Vector3d::Zero();
    for (std::size_t k = 0; k < static_cast<std::size_t>(plane.n_corners); ++k)
      off_B += (plane.corner[k].p - is.corner[k].p) / plane.n_corners;
    worst.offset_m = std::max(worst.offset_m, off_B.norm());
    worst.angle_rad = std::max(worst.angle_rad, std::atan2(is.normal.cross(plane.normal).norm(),
                                                           is.normal.dot(plane.normal)));
  }
  return worst;
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
