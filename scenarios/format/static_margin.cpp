#include "scenarios/format/static_margin.h"

#include <cmath>
#include <limits>

namespace ventosa::scenarios {
namespace {

using controller::Patch;
using controller::PatchList;
using controller::Vector3d;

/// The nearest patch among those below the lip's centre.
const Patch& patch_under(const PatchList& surfaces, const Vector3d& p_WF) {
  const Patch* nearest = &surfaces.patch[0];
  double nearest_m = std::numeric_limits<double>::infinity();
  for (int k = 0; k < surfaces.n; ++k) {
    const Patch& patch = surfaces.patch[static_cast<std::size_t>(k)];
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
  config.safety_factor = 1;
  config.torque_ratio = 1;
  return config;
}

}  // namespace

controller::Bottleneck static_margin(const controller::RobotModel& robot, const Vector3d& gravity_W,
                                     const PatchList& surfaces, const FootedRobot& feet) {
  controller::Stance stance;
  const controller::Matrix3d R_BW = feet.X_WB.linear().transpose();
  stance.g_B = R_BW * gravity_W;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    controller::StanceLeg& to = stance.leg[i];
    to.pose = controller::leg_pose(robot.leg[i], feet.q_rad[i]);
    to.attached = feet.attached[i];
    to.grip_force_N = feet.grip_force_N[i];
    const Patch& patch = patch_under(surfaces, feet.X_WB * to.pose.X_BF.translation());
    to.R_BS = R_BW * patch.X_WS.linear();
    to.friction = patch.friction;
    controller::weigh_leg(robot.leg[i], stance.g_B, to);
  }
  controller::StanceProblem problem;
  controller::SharingWarmStart warm;
  controller::pose_problem(robot, at_the_limit(), stance, controller::zero_vectors(), problem);
  return controller::largest_margin(problem, warm);
}

}  // namespace ventosa::scenarios
