#include "scenarios/session/stability.h"

#include <algorithm>

#include "controller/dynamics/centre_of_mass.h"
#include "controller/kinematics/forward_kinematics.h"
#include "controller/load_sharing/margins.h"

namespace ventosa::scenarios {

using controller::Vector3d;

double true_stability_m(const controller::RobotModel& robot, const sim::Truth& truth,
                        const Vector3d& g_W) {
  controller::SharingProblem standing;  // feet and load alone
  controller::MassMoment mass = controller::body_mass(robot);
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const controller::LegPose pose = controller::leg_pose(robot.leg[i], truth.leg[i].q_rad);
    mass += controller::leg_mass(robot.leg[i], pose);
    if (truth.leg[i].point.touches) standing.foot[standing.n_feet++].p_B = pose.p_BW;
  }
  if (standing.n_feet < 3) return kNoPolygon_m;
  const Vector3d g_B = truth.X_WB.linear().transpose() * g_W;
  const controller::Wrench load = controller::weight(mass, g_B);
  standing.w << -load.f, -load.m;
  return std::max(kNoPolygon_m, controller::stability_margin_m(standing, -g_B.normalized()));
}

}  // namespace ventosa::scenarios
