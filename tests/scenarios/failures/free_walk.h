#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "tests/scenarios/one_surface.h"

/// A walk by the free gait: a robot, a surface and a way.
namespace ventosa::scenarios {

inline constexpr std::array kFreeWalkers{"romerin4",       "romerin4_mixed", "romerin5", "romerin6",
                                         "romerin6_sides", "romerin7",       "romerin10"};

struct FreeWalk {
  std::uint64_t seed = 0;
  std::string robot;  ///< one of kFreeWalkers
  Ground ground = kGround;
  std::string fidelity;
  const char* way = "";    ///< "ahead", "aslant", "sideways" or "curve"
  double heading_deg = 0;  ///< direction of the velocity, from forwards to the left
  double radius_m = 0;     ///< radius of a curve, to the left if positive; 0: straight
};

inline constexpr std::size_t kFreeWalks = 63;  ///< every robot, on every surface, in three ways
inline constexpr double kFreeWalk_m = 0.5;
inline constexpr double kFreeWalkStart_s = 1;
inline constexpr double kFreeWalk_s = 600;  ///< longest time

/// Seeds 1 to 63: each robot on each surface ahead, aslant, and sideways or in a curve; every third
/// walk of a robot at full fidelity. From seed 64 on the same in other directions.
FreeWalk draw_free_walk(std::uint64_t seed);

/// Text of the scenario's file; at full fidelity with errors of calibration.
std::string scenario_text(const FreeWalk& walk);

}  // namespace ventosa::scenarios
