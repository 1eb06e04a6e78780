#include "models/part_keys.h"
#include "scenarios/format/plant_fields.h"
#include "scenarios/format/sections.h"

/// Keys without an effect on a robot that lacks the part which they are about.
namespace ventosa::scenarios {

using controller::Equipment;
using models::Node;

namespace {

void refuse_on_surface(const Node& surface, const controller::Shape& parts,
                       models::Mistakes& mistakes) {
  const std::pair<const char*, Equipment> keys[] = {{"roughness_m", Equipment::kCup},
                                                    {"uneven_m", Equipment::kPointFoot}};
  for (const auto& [key, part] : keys)
    if (const auto node = surface.find(key))
      mistakes.collect(*node, [&, part = part] { require_part(*node, parts, part); });
}

}  // namespace

void refuse_idle_keys(const Node& scenario, const Scenario& read) {
  const models::Robot& robot = read.robot;
  models::Mistakes mistakes;
  const auto check = [&](const char* key, auto describe_all) {
    if (const auto node = scenario.find(key))
      mistakes.collect(*node, [&] { refuse_part_keys(*node, robot, describe_all); });
  };
  check("controller", [config = read.controller](auto& field) mutable { describe(field, config); });
  check("plant", [&, plant = read.plant, all = sim::PlantNumbers{}](auto& field) mutable {
    describe_numbers(field, all, sim::kGivenPlant);
    describe_parts(field, robot.nominal, read.surfaces, plant.given);
    field.group("spread", [&](auto& spread) { describe_numbers(spread, all, sim::kPlantSpread); });
  });
  const controller::Shape parts = models::parts_of(robot);
  if (const auto surfaces = scenario.find("surfaces"); surfaces && surfaces->is_list())
    for (const Node& surface : surfaces->elements()) refuse_on_surface(surface, parts, mistakes);
  mistakes.refuse();
}

}  // namespace ventosa::scenarios
