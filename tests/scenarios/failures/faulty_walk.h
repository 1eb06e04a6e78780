#pragma once

#include <cstdint>
#include <string>

#include "controller/model/robot_model.h"

/// A walk with a failing step, drawn from a seed.
namespace ventosa::scenarios {

enum class Fault : std::uint8_t {
  kNoSeal,   ///< rough patch on the path, on which no cup seals
  kSlip,     ///< slippery patch on the path, with a tenth of the nominal friction
  kMissing,  ///< patch on the path 0.1 m below the surveyed surface
  kLeak,     ///< a cup leaks for some seconds
  kLeaksOn,  ///< a cup leaks until the end
};
inline constexpr int kFaults = 5;
const char* name(Fault fault);

struct FaultyWalk {
  std::uint64_t seed = 0;
  Fault fault = Fault::kNoSeal;
  bool ceiling = false;  ///< false: wall
  std::string robot;     ///< file name without extension
  std::string gait;
  int direction = 0;  ///< 0 forwards, 1 left, 2 backwards, 3 right
  int leg = 0;        ///< leg that leaks, or whose foot is led to the patch
  double at_s = 0;    ///< start of a leak
  double lasts_s = 0;
  double gap_m = 0;
};

inline constexpr double kWalk_m = 0.25;
inline constexpr double kLeast_s = 110;      ///< shortest time; goes on until the robot is still
inline constexpr double kDuration_s = 1200;  ///< longest time

FaultyWalk draw_walk(std::uint64_t seed);

/// Text of the scenario's file: full fidelity, calibrated manually.
std::string scenario_text(const FaultyWalk& walk);

}  // namespace ventosa::scenarios
