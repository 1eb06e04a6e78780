#pragma once

#include <fstream>
#include <sstream>

#include "scenarios/session/load.h"

/// Scenarios of robots whose slaves follow positions.
namespace ventosa::hal::test {

/// Walks by the tripod from 0.5 s on.
inline constexpr const char* kWalk =
    "script:\n  - {at_s: 0.5, walk: {velocity_m_s: [0.03, 0, 0], distance_m: 0.3, gait: "
    "tripod}}\n";

/// @param script  its script, empty: it stands
inline scenarios::Scenario slaves_scenario(const std::string& script) {
  return scenarios::parse(
      "schema: 1\n"
      "title: A hexapod whose slaves follow positions\n"
      "robot: " VENTOSA_SOURCE_DIR
      "/tests/hal/broadcast/hexapod3_slaves.yaml\n"
      "surfaces:\n"
      "  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [6, 6], friction: "
      "0.7}\n"
      "placement: {surface: ground}\n"
      "drive: {model: electric}\n"
      "control_period_s: 0.01\n"
      "duration_s: 20\n" +
          script +
          "asserts:\n"
          "  - {name: nothing refused, signal: plan.reason, equals: none}\n",
      "slaves.yaml", VENTOSA_SOURCE_DIR "/models/data");
}

/// A shipped scenario of the robot with pantograph legs.
/// @param more  lines of its script, in addition
inline scenarios::Scenario pantograph_scenario(const std::string& name,
                                               const std::string& more = "") {
  const std::string file = VENTOSA_SOURCE_DIR "/scenarios/data/" + name + ".yaml";
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  std::string all = text.str();
  all.insert(all.find("asserts:"), more);
  return scenarios::parse(all, file, VENTOSA_SOURCE_DIR "/models/data");
}

}  // namespace ventosa::hal::test
