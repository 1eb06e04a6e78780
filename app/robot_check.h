#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/stances.h"
#include "models/robot.h"
#include "scenarios/statics/gait_verdict.h"

/// Properties of a robot that need no run.
namespace ventosa::app {

/// Knees of legs of one kind. The sliders' ranges are a box, of which the knee may cut corners off.
struct KneeCheck {
  double min_rad = 0, max_rad = 0;
  double stance_rad = 0;  ///< in the default stance of the first such leg
  int corners_cut = 0;    ///< corners that the knee does not permit, at most 4
};

/// Largest forward distance of the wrist point at hip height, for legs of one kind.
struct Reach {
  int n_joints = 0;
  double from_hip_m = 0;
  double from_body_m = 0;  ///< from the body's origin, in its x-y plane; largest of these legs
  std::optional<KneeCheck> knee{};
};

/// Margins in the default stance, on all feet and with the worst foot lifted, each at its worst
/// heading.
struct Footing {
  std::string surface;  ///< "ground", "wall", "ceiling"
  double cup_force_N = 0;
  StaticsStance all_feet;
  StaticsStance one_lifted;
};

/// Heights over the plane on which the feet stand; negative inside it.
struct Heights {
  double body_m = 0;  ///< lowest corner of the body
  double leg_m = 0;   ///< lowest link of all legs
  int lowest_leg = 0;
};

struct RobotCheck {
  std::vector<Reach> reach;
  Heights height{};              ///< in the default stance
  std::vector<Footing> footing;  ///< empty for a robot with fewer than three legs, as is `gait`
  std::vector<scenarios::GaitVerdict> gait;
};

/// Checks cups at their goal force and at full force.
RobotCheck check_robot(const models::Robot& robot);

/// @throws models::InputError  in its default stance body or legs are in the ground, or the robot
///         cannot stand on level ground on all feet at full cup force
void require_stand(const controller::RobotModel& robot, const RobotCheck& check);

}  // namespace ventosa::app
