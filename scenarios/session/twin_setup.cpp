#include "scenarios/session/twin_setup.h"

#include "scenarios/format/placement.h"
#include "scenarios/format/sections.h"
#include "sim/ground/ground.h"

namespace ventosa::scenarios {
namespace {

std::vector<Surface> true_surfaces(const Scenario& scenario, const sim::PlantErrors& errors) {
  std::vector<Surface> surfaces = scenario.surfaces;
  for (std::size_t k = 0; k < surfaces.size(); ++k)
    surfaces[k].patch = with_errors(surfaces[k].patch, errors.surface[k]);
  return surfaces;
}

void take_leg_errors(const sim::PlantErrors& errors, sim::TwinConfig& twin) {
  for (std::size_t i = 0; i < errors.leg.size(); ++i) {
    twin.joint_offset_rad[i] = errors.leg[i].joint_offset_rad;
    twin.lip_scale[i] = errors.leg[i].lip_scale;
  }
}

/// Height difference of a lip with stiffness k s instead of k under the start force:
///   F / k - F / (k s)
controller::PerLeg<double> lip_rise_m(const TwinSetup& setup) {
  controller::PerLeg<double> rise_m{};
  if (setup.config.cup.model == sim::CupModel::kRigid) return rise_m;
  const double nominal_m = setup.config.start_cup_force_N / setup.robot.cup->lip.stiffness_N_m;
  for (std::size_t i = 0; i < rise_m.size(); ++i)
    rise_m[i] = nominal_m - nominal_m / setup.config.lip_scale[i];
  return rise_m;
}

/// Height of a relief over its plane below a point; 0 beyond the edges and on a plane.
double ground_rise_m(const sim::Ground& ground, const controller::PatchList& patches,
                     const controller::Vector3d& p_W) {
  const sim::GroundPoint point = ground.at(p_W);
  if (point.patch < 0 || ground.relief(point.patch) == nullptr) return 0;
  const controller::Patch& patch = patches.patch[static_cast<std::size_t>(point.patch)];
  return (patch.X_WS.inverse() * p_W).z() - point.height_m;
}

/// Heights of the feet over the planes of their surfaces at the start.
controller::PerLeg<double> foot_rise_m(const TwinSetup& setup) {
  const sim::TwinConfig& twin = setup.config;
  const sim::Ground ground(twin.patches, twin.relief, twin.seed);
  controller::PerLeg<double> rise_m = lip_rise_m(setup);
  for (std::size_t i = 0; i < setup.robot.nominal.leg.size(); ++i)
    rise_m[i] +=
        ground_rise_m(ground, twin.patches, twin.X_WB * setup.robot.nominal.leg[i].p_BW_nominal);
  return rise_m;
}

void place_on(const std::vector<Surface>& surfaces, const Scenario& scenario, TwinSetup& setup) {
  sim::TwinConfig& twin = setup.config;
  twin.survey = sim::Survey{with_errors(twin.X_WB, setup.errors.start), twin.patches};
  for (std::size_t k = 0; k < surfaces.size(); ++k) twin.patches.patch[k] = surfaces[k].patch;
  const Placement& placement = scenario.placement;
  twin.X_WB = surfaces[placement.surface].patch.X_WS * placement.X_SB;
  if (!twin.clamped) {
    twin.leg = place_feet(setup.robot.nominal, surfaces, twin.X_WB, foot_rise_m(setup));
    return;
  }
  for (std::size_t i = 0; i < twin.leg.size(); ++i)
    for (std::size_t j = 0; j < twin.leg[i].q_rad.size(); ++j)
      twin.leg[i].q_rad[j] += twin.joint_offset_rad[i][j];
}

}  // namespace

TwinSetup twin_setup(const Scenario& scenario, std::uint64_t seed) {
  TwinSetup setup{draw(scenario.plant, seed), scenario.robot, scenario.twin};
  setup.config.seed = seed;
  setup.robot = with_errors(scenario.robot, setup.errors);
  load_body(scenario.payload, setup.robot.nominal);
  take_leg_errors(setup.errors, setup.config);
  place_on(true_surfaces(scenario, setup.errors), scenario, setup);
  return setup;
}

}  // namespace ventosa::scenarios
