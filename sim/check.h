#pragma once

#include "sim/twin.h"

namespace ventosa::sim {

/// What must hold before a world is built. @throws models::InputError naming the scenario's key
void check(const models::Robot& robot, const TwinConfig& config);

/// `span_s` in physics steps. @throws models::InputError unless it is a whole number of them
std::int64_t whole_steps(const char* key, double span_s, double step_s);

}  // namespace ventosa::sim
