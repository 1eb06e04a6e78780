#pragma once

#include <string>
#include <vector>

#include "app/stances.h"

/// What can be said of a robot without running it.
namespace ventosa::app {

/// How far the wrist point of legs of one kind reaches ahead, at the height of the hip.
struct Reach {
  int n_joints = 0;
  double from_hip_m = 0;
  double from_body_m =
      0;  ///< from the body's origin, in its plane; of the leg that reaches furthest
};

/// How the robot stands in its default stance: on all feet, and with the worst foot lifted, each at
/// the heading that is worst for it.
struct Footing {
  std::string surface;  ///< "ground", "wall", "ceiling"
  double cup_force_N = 0;
  StaticsStance all_feet;
  StaticsStance one_lifted;
};

struct RobotCheck {
  std::vector<Reach> reach;
  std::vector<Footing> footing;  ///< none of a robot with fewer than three legs
};

/// Of cups at their goal force and at their full one.
RobotCheck check_robot(const controller::RobotModel& robot);

/// @throws models::InputError  it cannot stand on level ground on all its feet, cups at full force
void require_stand(const controller::RobotModel& robot, const RobotCheck& check);

}  // namespace ventosa::app
