#include "bench/regular_robot.h"

#include <numbers>
#include <numeric>

#include "scenarios/format/placement.h"

namespace ventosa::bench {

using controller::Isometry3d;
using controller::Leg;

namespace {

Leg leg_at(const Leg& prototype, double radius_m, double yaw_rad) {
  Leg leg = prototype;
  leg.name = "leg at " + std::to_string(yaw_rad);
  leg.X_BL = Isometry3d(Eigen::AngleAxisd(yaw_rad, controller::Vector3d::UnitZ()));
  leg.X_BL.translate(controller::Vector3d(radius_m, 0, prototype.X_BL.translation().z()));
  leg.p_BW_nominal = leg.X_BL * (prototype.X_BL.inverse() * prototype.p_BW_nominal);
  return leg;
}

}  // namespace

models::Robot regular_robot(const models::Robot& prototype, int n_legs) {
  models::Robot robot = prototype;
  const double growth = static_cast<double>(n_legs) / prototype.nominal.n_legs();
  const Leg& first = prototype.nominal.leg.front();
  const double radius_m = growth * first.X_BL.translation().head<2>().norm();

  robot.nominal.name = "regular" + std::to_string(n_legs);
  robot.nominal.body_mass_kg *= growth;
  robot.nominal.I_C *= growth;
  robot.nominal.leg.clear();
  // half a step off the x axis, so that no leg points straight ahead
  for (int i = 0; i < n_legs; ++i)
    robot.nominal.leg.push_back(leg_at(first, radius_m, 2 * std::numbers::pi * (i + 0.5) / n_legs));
  std::vector<int> order(static_cast<std::size_t>(n_legs));
  std::iota(order.begin(), order.end(), 0);
  robot.nominal.gait = {controller::wave("wave", order)};
  robot.drive.fill(prototype.drive.front());
  robot.motors.fill(prototype.motors.front());
  return robot;
}

scenarios::Scenario with_legs(scenarios::Scenario scenario, int n_legs) {
  scenario.robot = regular_robot(scenario.robot, n_legs);
  scenario.controller_model = scenario.robot.nominal;
  scenario.name = std::to_string(n_legs) + "_legs";
  const double grip_N = scenario.controller_model.cup()->max_force_N;
  scenario.twin.start_cup_force_N = scenario.controller.cup_goal_force_N = grip_N;
  scenario.twin.leg =
      scenarios::place_feet(scenario.controller_model, scenario.surfaces, scenario.twin.X_WB);
  return scenario;
}

}  // namespace ventosa::bench
