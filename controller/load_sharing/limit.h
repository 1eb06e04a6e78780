#pragma once

#include <cstdint>

#include "controller/model/description.h"

namespace ventosa::controller {

/// What stops a foot from carrying more.
enum class Limit : std::uint8_t { kNone, kTorque, kSlip, kPullOff, kPeel, kPush };
constexpr auto enumerators(Limit) {
  return words("none", "joint_torque", "cup_slip", "cup_pull-off", "cup_peel", "cup_push");
}

/// The foot and limit with the least room, and how much room that is.
struct Bottleneck {
  int leg = -1;
  Limit limit = Limit::kNone;
  double margin = 0;  ///< share of every limit left over; < 0 overloaded
};

void describe(auto& field, Is<Bottleneck> auto& least) {
  field("leg", least.leg);
  field("limit", least.limit);
  field("margin", least.margin);
}

}  // namespace ventosa::controller
