#pragma once

#include <cstdint>

namespace ventosa::controller {

/// What stops a foot from carrying more.
enum class Limit : std::uint8_t { kNone, kTorque, kSlip, kPullOff, kPeel, kPush };
const char* name(Limit limit);  ///< "none", "joint torque", "cup slip", ...

/// The foot and limit with the least room, and how much room that is.
struct Bottleneck {
  int leg = -1;
  Limit limit = Limit::kNone;
  double margin = 0;  ///< share of every limit left over; < 0 overloaded
};

}  // namespace ventosa::controller
