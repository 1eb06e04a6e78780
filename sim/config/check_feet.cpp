#include "sim/config/check_feet.h"

#include <algorithm>

#include "sim/drives/backlash.h"
#include "sim/feet/foot_stability.h"

namespace ventosa::sim {
namespace {

double largest_friction(const controller::PatchList& patches) {
  double most = 0;
  for (int k = 0; k < patches.n; ++k)
    most = std::max(most, patches.patch[static_cast<std::size_t>(k)].friction);
  return most;
}

/// The leg with the least armature that its joints can have: without rotors that are in a gap.
controller::Leg lightest(controller::Leg leg, const controller::PerJoint<models::Drive>& drive,
                         const TwinConfig& config) {
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j)
    leg.joint[j].armature_kgm2 = armature_kgm2(
        backlash_config(drive[j], config.drive.backlash, config.step_s), BacklashState{});
  return leg;
}

}  // namespace

void check_feet(const models::Robot& robot, const TwinConfig& config) {
  if (!robot.point) return;
  constexpr double kFeet = 3;  // that carry the robot
  FootLoad load{.force_N = robot.nominal.total_mass_kg() * config.gravity_W.norm() / kFeet,
                .friction = largest_friction(config.patches)};
  for (std::size_t i = 0; i < robot.nominal.leg.size(); ++i) {
    const controller::Leg leg = lightest(robot.nominal.leg[i], robot.drive[i], config);
    load.mass_kg = least_foot_mass_kg(leg, config.leg[i].q_rad);
    const auto mistakes = unstable_laws(*robot.point, load, config.step_s);
    if (!mistakes.empty()) throw models::InputError(mistakes);
  }
}

}  // namespace ventosa::sim
