#include "sim/config/check_feet.h"

#include <algorithm>

#include "sim/drives/backlash.h"
#include "sim/feet/standing_mass.h"

namespace ventosa::sim {
namespace {

double largest_friction(const controller::PatchList& patches) {
  double most = 0;
  for (int k = 0; k < patches.n; ++k)
    most = std::max(most, patches.patch[static_cast<std::size_t>(k)].friction);
  return most;
}

/// The robot with the least armature that its joints can have: without rotors that are in a gap.
controller::RobotModel lightest(const models::Robot& robot, const TwinConfig& config) {
  controller::RobotModel light = robot.nominal;
  for (std::size_t i = 0; i < light.leg.size(); ++i)
    for (std::size_t j = 0; j < static_cast<std::size_t>(light.leg[i].n_joints); ++j)
      light.leg[i].joint[j].armature_kgm2 =
          armature_kgm2(backlash_config(robot.drive[i][j], config.drive.backlash, config.step_s),
                        BacklashState{});
  return light;
}

}  // namespace

std::vector<models::InputError> mistakes_of_feet(const models::Robot& robot,
                                                 const TwinConfig& config,
                                                 const std::string& friction_section) {
  if (!robot.point) return {};
  constexpr double kFeet = 3;  // that carry the robot
  FootLoad load{.force_N = robot.nominal.total_mass_kg() * config.gravity_W.norm() / kFeet,
                .friction = largest_friction(config.patches)};
  std::vector<controller::PerJoint<double>> q_rad;
  for (const LegStart& leg : config.leg) q_rad.push_back(leg.q_rad);
  const controller::RobotModel light = lightest(robot, config);
  load.standing_mass_kg = standing_mass_kg(light, q_rad);
  for (std::size_t i = 0; i < light.leg.size(); ++i) {
    load.mass_kg = least_foot_mass_kg(light.leg[i], config.leg[i].q_rad);
    const auto mistakes = unstable_laws(*robot.point, load, config.step_s, friction_section);
    if (!mistakes.empty()) return mistakes;
  }
  return {};
}

void check_feet(const models::Robot& robot, const TwinConfig& config) {
  const auto mistakes = mistakes_of_feet(robot, config);
  if (!mistakes.empty()) throw models::InputError(mistakes);
}

}  // namespace ventosa::sim
