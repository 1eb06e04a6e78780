#pragma once

#include "controller/dynamics/stance.h"
#include "tests/controller/romerin.h"

namespace ventosa::test {

/// A robot in its default stance, all feet attached.
inline controller::Stance weighed_stance(const controller::RobotModel& robot,
                                         const controller::Vector3d& g_B,
                                         double grip_force_N = 120) {
  controller::Stance stance;
  stance.g_B = g_B;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    controller::StanceLeg& leg = stance.leg[i];
    leg.pose = leg_pose(robot.leg[i], nominal_pose(robot.leg[i]));
    leg.attached = true;
    leg.grip_force_N = grip_force_N;
    leg.friction = 0.6;
    weigh_leg(robot.leg[i], g_B, leg);
  }
  return stance;
}

}  // namespace ventosa::test
