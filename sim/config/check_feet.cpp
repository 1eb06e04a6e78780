#include "sim/config/check_feet.h"

#include <algorithm>

#include "sim/feet/foot_stability.h"
#include "sim/feet/standing_mass.h"

namespace ventosa::sim {
namespace {

double largest_friction(const controller::PatchList& patches) {
  double most = 0;
  for (int k = 0; k < patches.n; ++k)
    most = std::max(most, patches.patch[static_cast<std::size_t>(k)].friction);
  return most;
}

}  // namespace

std::vector<models::InputError> mistakes_of_feet(const models::Robot& robot,
                                                 const TwinConfig& config) {
  if (!robot.point) return {};
  constexpr double kFeet = 3;  // that carry the robot
  FootLoad load{.force_N = robot.nominal.total_mass_kg() * config.gravity_W.norm() / kFeet,
                .friction = largest_friction(config.patches)};
  std::vector<controller::PerJoint<double>> q_rad;
  for (const LegStart& leg : config.leg) q_rad.push_back(leg.q_rad);
  load.standing_mass_kg = standing_mass_kg(robot.nominal, q_rad);
  for (std::size_t i = 0; i < robot.nominal.leg.size(); ++i) {
    load.mass_kg = least_foot_mass_kg(robot.nominal.leg[i], config.leg[i].q_rad);
    const auto mistakes = unstable_laws(*robot.point, load, config.step_s);
    if (!mistakes.empty()) return mistakes;
  }
  return {};
}

void check_feet(const models::Robot& robot, const TwinConfig& config) {
  const auto mistakes = mistakes_of_feet(robot, config);
  if (!mistakes.empty()) throw models::InputError(mistakes);
}

}  // namespace ventosa::sim
