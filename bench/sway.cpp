#include "bench/sway.h"

#include <cmath>
#include <numbers>
#include <stdexcept>

#include "controller/kinematics/inverse_kinematics.h"
#include "controller/load_sharing/stance_problem.h"

namespace ventosa::bench {

using controller::Isometry3d;
using controller::Vector3d;

namespace {

constexpr double kSway_m = 0.03;
constexpr double kTilt_rad = 0.06;
constexpr double kFriction = 0.6;
constexpr double kGravity_m_s2 = 9.81;

/// Swaying body pose; three frequencies without a common period.
Isometry3d body_pose(double turn) {
  const double phase = 2 * std::numbers::pi * turn;
  const Vector3d sway(std::sin(7 * phase), std::sin(11.3 * phase), std::sin(5.7 * phase));
  Isometry3d X_SB = Isometry3d::Identity();
  X_SB.translate(kSway_m * sway);
  X_SB.rotate(Eigen::AngleAxisd(kTilt_rad * sway.y(), Vector3d(1, 1, 0.5).normalized()));
  return X_SB;
}

controller::StanceLeg held_leg(const controller::Leg& leg, const Isometry3d& X_SB,
                               const Vector3d& g_B, const Strain& strain) {
  const Isometry3d X_LS = (X_SB * leg.X_BL).inverse();
  controller::PerJoint<double> q_rad{};
  if (solve_standing(leg, X_LS * leg.p_BW_nominal, X_LS.linear().col(2), q_rad) !=
      controller::IkStatus::kOk)
    throw std::runtime_error("the body sways too far for its legs");
  controller::StanceLeg state;
  state.pose = leg_pose(leg, q_rad);
  state.attached = true;
  state.grip_force_N = strain.cup_force_N;
  state.R_BS = X_SB.linear().transpose();
  state.friction = kFriction;
  weigh_leg(leg, g_B, state);
  return state;
}

}  // namespace

std::vector<controller::SharingProblem> sway(const controller::RobotModel& robot,
                                             const Strain& strain, int n_ticks) {
  const controller::SharingConfig config{.safety_factor = 1, .torque_ratio = strain.torque_ratio};
  std::vector<controller::SharingProblem> problems;
  problems.reserve(static_cast<std::size_t>(n_ticks));
  for (int k = 0; k < n_ticks; ++k) {
    const double turn = static_cast<double>(k) / n_ticks;
    const Isometry3d X_SB = body_pose(turn);
    const double tilt = std::numbers::pi * turn;
    controller::Stance stance;
    stance.g_B =
        X_SB.linear().transpose() * kGravity_m_s2 * Vector3d(-std::sin(tilt), 0, -std::cos(tilt));
    for (std::size_t i = 0; i < robot.leg.size(); ++i)
      stance.leg[i] = held_leg(robot.leg[i], X_SB, stance.g_B, strain);
    controller::StanceProblem problem;
    pose_problem(robot, config, stance, controller::zero_vectors(), problem);
    problems.push_back(problem.sharing);
  }
  return problems;
}

}  // namespace ventosa::bench
