#pragma once

#include <optional>

#include "controller/model/robot_model.h"

namespace ventosa::app {

/// Suction force of all cups by the option --cup-force, by default the robot's goal; 0 without
/// cups.
/// @throws models::InputError
double read_cup_force_N(const std::optional<double>& option_N, const controller::Cup* cup);

/// @throws models::InputError  naming the option, unless the value is within both limits
double checked(const char* option, double value, double min, double max);

}  // namespace ventosa::app
