#pragma once

#include "sim/config/twin_config.h"

namespace ventosa::sim {

/// Checks the reliefs of the patches, and how uneven the patches are said to be.
/// @param has_cups  the robot has cups, which hold on planes only
/// @throws models::InputError naming the scenario's key
void check_reliefs(const TwinConfig& config, bool has_cups);

}  // namespace ventosa::sim
