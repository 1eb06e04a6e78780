#include "controller/load_sharing/stance_problem.h"

#include <algorithm>
#include <cmath>

namespace ventosa::controller {
namespace {

constexpr double kPushRatio = 2;  // largest push on a cup, relative to its full suction force

ArmVector arm_limit(const Leg& leg, double ratio) {
  ArmVector limit(leg.n_arm);
  for (int j = 0; j < leg.n_arm; ++j)
    limit[j] = ratio * leg.joint[static_cast<std::size_t>(j)].torque_limit_Nm;
  return limit;
}

/// 1/2 sum_j ((g - J'F)_j / limit_j)^2 + eps/2 |F - F_last|^2
void add_torque_objective(const ArmJacobian& J, const ArmVector& tau_g, const ArmVector& limit_Nm,
                          double smoothness, const Vector3d& F_last_B, SharingFoot& foot) {
  const ArmVector weight = limit_Nm.array().square().inverse().matrix();
  foot.H = J * weight.asDiagonal() * J.transpose() + smoothness * Matrix3d::Identity();
  foot.c = -(J * weight.asDiagonal() * tau_g) - smoothness * F_last_B;
}

/// Raises the cost of a distrusted foot, by a geometric scale between full and no trust.
void add_distrust(double trust, SharingFoot& foot) {
  constexpr double kTimesDearer = 300;
  if (trust >= 1) return;
  const double dearer = std::pow(kTimesDearer, 1 - trust) - 1;
  foot.H += dearer * foot.H.trace() / 3 * Matrix3d::Identity();
}

/// Objective of the least norm. For a spared foot the norm is taken from the force of its hanging
/// wrist links.
void pose_least_norm(double availability, const Vector3d& weight_B, SharingFoot& foot) {
  constexpr double kSpared = 1e6;
  const double weight = availability < 1 ? kSpared : 1;
  foot.H = weight * Matrix3d::Identity();
  foot.c = availability < 1 ? Vector3d(-weight * weight_B) : Vector3d::Zero();
}

void pose_foot(const Leg& leg, const SharingConfig& config, const StanceLeg& state,
               const auto& hold, const Vector3d& F_last_B, SharingFoot& foot) {
  foot.p_B = state.pose.p_BW;
  foot.n_rows = foot.n_cones = 0;
  if (config.objective == Objective::kLeastNorm)
    return pose_least_norm(hold.availability, hold.weight_B, foot);
  const ArmJacobian& J = state.J_BW;
  const ArmVector tau_g = Eigen::Map<const ArmVector>(state.gravity_Nm.data(), leg.n_arm);
  const ArmVector limit_Nm = arm_limit(leg, config.torque_ratio);
  add_torque_objective(J, tau_g, limit_Nm, config.smoothness, F_last_B, foot);
  add_distrust(state.trust, foot);
  add_foot_limits(hold, foot);
  add_torque_rows(J, tau_g, limit_Nm, foot);
}

CupHold cup_hold(const Leg& leg, const Cup& cup, const SharingConfig& config,
                 const StanceLeg& state, const Vector3d& g_B) {
  const HangingWeight weight = hanging_weight(leg, state.pose, g_B);
  return {.R_BS = state.R_BS,
          .grip_force_N = state.grip_force_N,
          .friction = state.friction,
          .lip_radius_m = cup.lip_radius_m,
          .wrist_to_lip_m = leg.foot.standoff_m,
          .weight_B = weight.total_B,
          .peel_weight_B = weight.peel_B,
          .wrist_moment_Nm = config.wrist_moment_Nm,
          .max_push_N = kPushRatio * cup.max_force_N,
          .availability = 1,
          .safety_factor = config.safety_factor};
}

int n_standing(const RobotModel& robot, const Stance& stance, LegSet lifted) {
  int n = 0;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) n += stance.leg[i].attached && !lifted[i];
  return n;
}

void expect_load(double, CupHold&) {}
void expect_load(double usual_N, PointHold& hold) { hold.usual_N = usual_N; }

}  // namespace

FootHold foot_hold(const Leg& leg, const SharingConfig& config, const StanceLeg& state,
                   const Vector3d& g_B) noexcept {
  struct Hold {
    const Leg& leg;
    const SharingConfig& config;
    const StanceLeg& state;
    const Vector3d& g_B;
    FootHold operator()(const Cup& cup) const { return cup_hold(leg, cup, config, state, g_B); }
    FootHold operator()(const PointFoot& foot) const {
      return PointHold{.R_BS = state.R_BS,
                       .friction = state.friction,
                       .max_push_N = foot.max_push_N,
                       .safety_factor = config.safety_factor};
    }
  };
  return std::visit(Hold{leg, config, state, g_B}, leg.foot.hold);
}

void pose_problem(const RobotModel& robot, const SharingConfig& config, const Stance& stance,
                  const PerLeg<Vector3d>& F_last_B, StanceProblem& problem, LegSet lifted,
                  LegSet spared) noexcept {
  // Share of its limits left to a spared foot, so that its set of forces is not empty.
  constexpr double kSpared = 1e-3;
  problem.sharing.w = required_wrench(robot, stance, lifted);
  const double usual_N =
      problem.sharing.w.head<3>().norm() / std::max(1, n_standing(robot, stance, lifted));
  int& n = problem.sharing.n_feet;
  n = 0;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    if (!stance.leg[i].attached || lifted[i]) continue;
    const auto foot = static_cast<std::size_t>(n++);
    problem.leg[foot] = static_cast<int>(i);
    FootHold hold = foot_hold(robot.leg[i], config, stance.leg[i], stance.g_B);
    std::visit(
        [&](auto& one) {
          if (spared[i]) one.availability = kSpared;
          expect_load(usual_N, one);
          pose_foot(robot.leg[i], config, stance.leg[i], one, F_last_B[i],
                    problem.sharing.foot[foot]);
        },
        hold);
  }
}

Sharing share_stance(const SharingConfig& config, const StanceProblem& problem,
                     SharingWarmStart& warm, PeakTorqueStart& peak) noexcept {
  if (config.objective == Objective::kPeakTorque)
    return share_peak_torque(problem.sharing, warm, peak).sharing;
  return share_load(problem.sharing, warm);
}

Bottleneck bottleneck(const StanceProblem& problem, const Sharing& sharing) noexcept {
  const int foot = sharing.limiting_foot;
  return {.leg = foot < 0 ? -1 : problem.leg[static_cast<std::size_t>(foot)],
          .limit = sharing.limit,
          .margin = sharing.margin};
}

/// Largest margin: scales the limits so far down that they must be widened, by the least share.
Sharing share_margin(const SharingProblem& problem, SharingWarmStart& warm) noexcept {
  constexpr double kTight = 0.05;
  SharingProblem tight = problem;
  for (int i = 0; i < tight.n_feet; ++i) {
    SharingFoot& foot = tight.foot[static_cast<std::size_t>(i)];
    for (int r = 0; r < foot.n_rows; ++r) foot.row[static_cast<std::size_t>(r)].scale *= kTight;
    for (int k = 0; k < foot.n_cones; ++k) foot.cone[static_cast<std::size_t>(k)].scale *= kTight;
  }
  Sharing sharing = share_load(tight, warm);
  if (sharing.status == SharingStatus::kOptimal) sharing.margin = 1 - kTight;
  if (sharing.status != SharingStatus::kSoftened) return sharing;
  sharing.margin = 1 - kTight * (1 - sharing.margin);
  if (sharing.margin >= 0) sharing.status = SharingStatus::kOptimal;
  return sharing;
}

Bottleneck largest_margin(const StanceProblem& problem, SharingWarmStart& warm) noexcept {
  const Sharing sharing = share_margin(problem.sharing, warm);
  Bottleneck least = bottleneck(problem, sharing);
  const bool known =
      sharing.status == SharingStatus::kOptimal || sharing.status == SharingStatus::kSoftened;
  if (!known) least.margin = kNothingHolds;
  return least;
}

}  // namespace ventosa::controller
