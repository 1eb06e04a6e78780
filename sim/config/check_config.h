#pragma once

#include "sim/config/twin_config.h"

namespace ventosa::sim {

/// Checks robot and configuration before a world is built from them.
/// @throws models::InputError naming the scenario's key
void check_config(const models::Robot& robot, const TwinConfig& config);

/// Number of physics steps in `span_s`.
/// @throws models::InputError naming `key` unless it is a whole number of steps
std::int64_t whole_steps(const char* key, double span_s, double step_s);

}  // namespace ventosa::sim
