#include "tests/scenarios/failures/true_statics.h"

#include <cmath>
#include <limits>

namespace ventosa::scenarios {
namespace {

using controller::Isometry3d;
using controller::Patch;
using controller::Vector3d;

/// That the lip is nearest to, among those that it is over.
const Patch& patch_under(const sim::TwinConfig& config, const Vector3d& p_WF) {
  const Patch* nearest = &config.patches.patch[0];
  double nearest_m = std::numeric_limits<double>::infinity();
  for (int k = 0; k < config.patches.n; ++k) {
    const Patch& patch = config.patches.patch[k];
    const Vector3d p_SF = patch.X_WS.inverse() * p_WF;
    const bool inside = (p_SF.head<2>().cwiseAbs() - patch.half_extent_m).maxCoeff() <= 0;
    if (!inside || std::abs(p_SF.z()) >= nearest_m) continue;
    nearest = &patch;
    nearest_m = std::abs(p_SF.z());
  }
  return *nearest;
}

controller::SharingConfig at_the_limit() {
  controller::SharingConfig config;
  config.cup_safety_factor = 1;
  config.torque_ratio = 1;
  return config;
}

}  // namespace

controller::Bottleneck true_statics(const controller::RobotModel& robot,
                                    const sim::TwinConfig& config, const sim::Truth& truth,
                                    int without) {
  controller::Stance stance;
  const controller::Matrix3d R_BW = truth.X_WB.linear().transpose();
  stance.g_B = R_BW * config.gravity_W;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const controller::Leg& leg = robot.leg[i];
    controller::StanceLeg& to = stance.leg[i];
    to.pose = controller::leg_pose(leg, truth.leg[i].q_rad);
    to.attached = truth.leg[i].cup.phase != sim::CupPhase::kFree && static_cast<int>(i) != without;
    to.grip_force_N = truth.leg[i].cup.vacuum_force_N;
    const Patch& patch = patch_under(config, truth.X_WB * to.pose.p_BW);
    to.R_BS = R_BW * patch.X_WS.linear();
    to.friction = patch.friction;
    controller::weigh_leg(leg, stance.g_B, to);
  }
  controller::StanceProblem problem;
  controller::SharingWarmStart warm;
  controller::pose_problem(robot, at_the_limit(), stance, {}, problem);
  return controller::largest_margin(problem, warm);
}

}  // namespace ventosa::scenarios
