#pragma once

#include <cstdint>
#include <string>

#include "controller/model/robot_model.h"

/// A walk on which a step goes wrong, drawn from a seed.
namespace ventosa::scenarios {

enum class Fault : std::uint8_t {
  kNoSeal,   ///< a rough patch on the way, on which no cup seals
  kSlip,     ///< a slick patch on the way, a tenth of the friction that is told
  kMissing,  ///< a patch on the way that lies 0.1 m deeper than told
  kLeak,     ///< a cup leaks for some seconds, some time during the walk
  kLeaksOn,  ///< the same, to the end
};
inline constexpr int kFaults = 5;
const char* name(Fault fault);

struct FaultyWalk {
  std::uint64_t seed = 0;
  Fault fault = Fault::kNoSeal;
  bool ceiling = false;  ///< else a wall
  std::string robot;     ///< its file's name
  std::string gait;
  int direction = 0;  ///< forwards, to the left, backwards, to the right
  int leg = 0;        ///< that leaks, or whose foot is led to the patch
  double at_s = 0;    ///< of a leak
  double lasts_s = 0;
  double gap_m = 0;
};

inline constexpr double kWalk_m = 0.25;
inline constexpr double kLeast_s = 110;      ///< that it is watched; from then on until it is still
inline constexpr double kDuration_s = 1200;  ///< at most

FaultyWalk draw_walk(std::uint64_t seed);

/// The scenario's file: everything real, calibrated by hand.
std::string scenario_text(const FaultyWalk& walk);

}  // namespace ventosa::scenarios
