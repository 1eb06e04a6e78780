#pragma once

#include <variant>

#include "models/robot.h"
#include "models/strict_yaml.h"

namespace ventosa::models {

/// Reads `cup` or `foot`, the feet of all legs, and their share of the plant into the robot.
/// @return what the controller knows of them
/// @throws InputError
std::variant<controller::Cup, controller::PointFoot> read_feet(const Node& parts, Robot& robot);

/// Reads `foot.contact.sensor`, if there is one, into a robot whose feet come from another file.
/// @throws InputError
void read_foot_sensor(const Node& file, Robot& robot);

}  // namespace ventosa::models
