#pragma once

#include "controller/model/robot_model.h"
#include "models/strict_yaml.h"

/// The rigid body that carries the legs.
namespace ventosa::models {

/// `body`: mass, centre of mass, inertia and main box, and `boxes` that are fixed to it.
/// @throws InputError
void read_body(const Node& body, controller::RobotModel& robot);

/// Makes the load part of the body: its mass, centre of mass and inertia.
void fix_to_body(const controller::Link& load, controller::RobotModel& robot);

/// `payload`, if the robot's file has one: mass fixed to the body, with or without a box.
/// @throws InputError
void read_payload(const Node& file, controller::RobotModel& robot);

}  // namespace ventosa::models
