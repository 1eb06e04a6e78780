#pragma once

#include <filesystem>
#include <string>

#include "scenarios/session/load.h"

/// A quadruped that walks up a wall at full fidelity, with short times, so that feet release and
/// attach within a few seconds.
namespace ventosa::scenarios {

inline Scenario full_crawl(const std::string& fidelity = "full") {
  const std::string text = R"(schema: 1
title: A short crawl with everything on
robot: romerin4
fidelity: )" + fidelity + R"(
surfaces:
  - {name: wall, position_m: [0.5, 0, 1.5], normal: [-1, 0, 0], size_m: [3, 3], friction: 0.6}
placement: {surface: wall}
cup_force_N: 120
duration_s: 7.5
script:
  - {at_s: 0.1, walk: {velocity_m_s: [0.02, 0, 0], distance_m: 0.3}}
  - {at_s: 2, push: {force_N: [0, 0, 5], duration_s: 0.2}}
controller:
  gait: {load_s: 0.2}
  payload: {heave_s: 1.5}
asserts:
  - {name: slip, signal: worst.slip, max: 1, unit: m}
)";
  const std::filesystem::path source(VENTOSA_SOURCE_DIR);
  return parse(text, source / "full_crawl.yaml", source / "models/data");
}

}  // namespace ventosa::scenarios
