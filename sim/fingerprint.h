#pragma once

#include <cstdint>

#include "sim/twin.h"

namespace ventosa::sim {

/// Of all that shapes a run: every field of the robot and of the configuration. Equal for twins
/// that may exchange snapshots.
std::uint64_t fingerprint_of(const models::Robot& robot, const TwinConfig& config);

}  // namespace ventosa::sim
