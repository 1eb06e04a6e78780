#pragma once

#include <string>
#include <vector>

#include "scenarios/format/scenario.h"

/// Parts of a scenario file with one key per leg name or surface name.
namespace ventosa::scenarios {

/// `leg: {front_left: ..., }`: calls members(field, leg) for each leg.
void describe_named_legs(auto& field, const controller::RobotModel& robot, auto members) {
  field.group("leg", [&](auto& legs) {
    for (std::size_t i = 0; i < robot.leg.size(); ++i)
      legs.group(robot.leg[i].name.c_str(), [&](auto& leg) { members(leg, i); });
  });
}

/// Describes `start`, `leg` and `surface` in the section `plant`.
void describe_parts(auto& field, const controller::RobotModel& robot,
                    const std::vector<Surface>& surfaces, auto& errors) {
  field("start", errors.start);
  describe_named_legs(field, robot,
                      [&](auto& leg, std::size_t i) { describe(leg, errors.leg[i]); });
  field.group("surface", [&](auto& all) {
    for (std::size_t k = 0; k < surfaces.size(); ++k)
      all.group(surfaces[k].name.c_str(),
                [&](auto& surface) { describe(surface, errors.surface[k]); });
  });
}

}  // namespace ventosa::scenarios
