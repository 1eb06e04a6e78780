#pragma once

#include "controller/model/robot_model.h"
#include "models/strict_yaml.h"

/// The rigid body that carries the legs.
namespace ventosa::models {

/// Reads `body`: mass, centre of mass, inertia and main box, and `boxes` fixed to it.
/// @throws InputError
void read_body(const Node& body, controller::RobotModel& robot);

/// Adds mass, centre of mass and inertia of a load to the body.
void fix_to_body(const controller::Link& load, controller::RobotModel& robot);

/// Reads `payload`, if the robot file has one: a mass fixed to the body, with or without a box.
/// @throws InputError
void read_payload(const Node& file, controller::RobotModel& robot);

}  // namespace ventosa::models
