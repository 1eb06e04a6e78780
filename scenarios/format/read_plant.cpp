#include "models/yaml_fields.h"
#include "scenarios/format/plant_fields.h"
#include "scenarios/format/sections.h"

/// Deviations of the plant from the nominal parameters.
namespace ventosa::scenarios {

using models::Node;
using models::OptionalFields;

sim::PlantOptions read_plant(const Node& scenario, const controller::RobotModel& robot,
                             const std::vector<Surface>& surfaces) {
  sim::PlantOptions plant;
  const auto node = scenario.find("plant");
  if (!node) return plant;
  models::read_fields<OptionalFields>(*node, 0, [&](auto& field) {
    sim::PlantNumbers all;
    describe_numbers(field, all, sim::kGivenPlant);
    plant.given = sim::all_parts(all);
    describe_parts(field, robot, surfaces, plant.given);
    field.group("spread",
                [&](auto& spread) { describe_numbers(spread, plant.spread, sim::kPlantSpread); });
  });
  return plant;
}

}  // namespace ventosa::scenarios
