#include "models/leg_type.h"

#include "models/leg_reader.h"

namespace ventosa::models {

DefaultStance read_default_stance(const Node& stance) {
  return {.radius_m = stance.at("radius_m").as_double(above(0, 10)),
          .drop_m = stance.at("drop_m").as_double(between(-10, 10))};
}

LegType read_leg_type(const Node& node, const Drives& drives) {
  switch (node.at("kind").as_choice({"romerin6", "romerin7", "three_joint", "pantograph"})) {
    case 0:
      return read_romerin_leg(node, drives, 0);
    case 1:
      return read_romerin_leg(node, drives, 1);
    case 2:
      return read_three_joint_leg(node, drives);
    default:
      return read_pantograph_leg(node, drives);
  }
}

}  // namespace ventosa::models
