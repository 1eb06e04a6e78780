#pragma once

#include <string>
#include <vector>

#include "models/input_error.h"
#include "models/robot.h"
#include "sim/config/twin_config.h"

namespace ventosa::sim {

/// Mistakes of drives that the physics step does not suit: friction without bristles or with
/// bristles too stiff for it (drives/lugre.h), loops that take no whole number of steps. Their keys
/// are those of the robot's file, below `drives`.
std::vector<models::InputError> mistakes_of_drives(const models::Robot& robot,
                                                   const TwinConfig& config);

/// @throws models::InputError  with these mistakes, and for options that exclude each other
void check_drives(const models::Robot& robot, const TwinConfig& config);

}  // namespace ventosa::sim
