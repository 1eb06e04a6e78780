#pragma once

#include <string>
#include <vector>

#include "scenarios/format/scenario.h"

/// The forms of a scenario file in which legs and surfaces have their names.
namespace ventosa::scenarios {

/// `leg: {front_left: ..., }`: members(field, leg) of each.
void describe_named_legs(auto& field, const controller::RobotModel& robot, auto members) {
  field.group("leg", [&](auto& legs) {
    for (std::size_t i = 0; i < robot.leg.size(); ++i)
      legs.group(robot.leg[i].name.c_str(), [&](auto& leg) { members(leg, i); });
  });
}

/// `leg` and `surface` of `plant`.
void describe_parts(auto& field, const controller::RobotModel& robot,
                    const std::vector<Surface>& surfaces, auto& errors) {
  describe_named_legs(field, robot,
                      [&](auto& leg, std::size_t i) { describe(leg, errors.leg[i]); });
  field.group("surface", [&](auto& all) {
    for (std::size_t k = 0; k < surfaces.size(); ++k)
      all.group(surfaces[k].name.c_str(),
                [&](auto& surface) { describe(surface, errors.surface[k]); });
  });
}

}  // namespace ventosa::scenarios
