#pragma once

#include <string>

/// Scenarios on one surface, for tables over robots and surfaces.
namespace ventosa::scenarios {

struct Ground {
  const char* name;
  const char* place;
};

inline constexpr Ground kWall{"wall", "position_m: [0.5, 0, 1.5], normal: [-1, 0, 0]"};
inline constexpr Ground kCeiling{"ceiling", "position_m: [0, 0, 2], normal: [0, 0, -1]"};
inline constexpr Ground kGround{"ground", "position_m: [0, 0, 0], normal: [0, 0, 1]"};

/// The beginning of a scenario: robot, surface, place and cups.
inline std::string text_on(const Ground& ground, const std::string& robot,
                           const std::string& fidelity) {
  return "schema: 1\nrobot: " + robot + "\nfidelity: " + fidelity +
         "\nsurfaces:\n  - {name: surface, " + ground.place +
         ", size_m: [3, 3], friction: 0.6}\n"
         "placement: {surface: surface}\n"
         "cup_force_N: 120\n";
}

}  // namespace ventosa::scenarios
