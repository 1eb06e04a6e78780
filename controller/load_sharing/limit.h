#pragma once

#include <cstdint>

#include "controller/model/description.h"

namespace ventosa::controller {

/// Kinds of limits on the force of a foot.
enum class Limit : std::uint8_t { kNone, kTorque, kSlip, kPullOff, kPeel, kPush, kLiftOff };
constexpr auto enumerators(Limit) {
  return words("none", "joint_torque", "slip", "pull_off", "peel", "push", "lift_off");
}

/// Foot and limit with the least margin.
struct Bottleneck {
  int leg = -1;
  Limit limit = Limit::kNone;
  double margin = 0;  ///< unused share of every limit; negative: overloaded
};

void describe(auto& field, Is<Bottleneck> auto& least) {
  field("leg", least.leg);
  field("limit", least.limit);
  field("margin", least.margin);
}

}  // namespace ventosa::controller
