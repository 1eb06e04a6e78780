#pragma once

#include "controller/model/robot_model.h"

/// A cup of ROMERIN's shape, for tests of solids.
namespace ventosa::test {

inline const controller::Cup kSolidCup{
    .lip_radius_m = 0.09, .rim_m = 0.008, .height_m = 0.045, .neck_radius_m = 0.0225};

inline const controller::Leg& leg_with_cup() {
  static const controller::Leg leg = [] {
    controller::Leg with;
    with.foot.hold = kSolidCup;
    return with;
  }();
  return leg;
}

}  // namespace ventosa::test
