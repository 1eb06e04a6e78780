#include "controller/organizer/footholds.h"

namespace ventosa::controller {

Foothold next_foothold(const RobotModel& robot, int leg, const PatchList& surfaces,
                       const Isometry3d& X_WB_reference, const Twist& twist,
                       const GaitConfig& config, double budget_m) noexcept {
  const double speed = path_speed(twist);
  const double stance_travel_m = config.stride_m * (1 - 1.0 / robot.n_legs());
  const double lead_s = speed > 0 ? (budget_m + stance_travel_m / 2) / speed : 0;
  const Isometry3d X_WB_mid = moved(X_WB_reference, twist, lead_s);
  const auto& l = robot.leg[static_cast<std::size_t>(leg)];
  return nearest_foothold(l, robot.cup, surfaces, X_WB_mid * l.p_BW_nominal);
}

}  // namespace ventosa::controller
