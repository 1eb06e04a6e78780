#pragma once

#include <cstdint>

#include "sim/config/twin_config.h"

namespace ventosa::sim {

/// Hash of every field of a robot and a configuration. Twins with equal fingerprints can exchange
/// snapshots.
std::uint64_t fingerprint_of(const models::Robot& robot, const TwinConfig& config);

}  // namespace ventosa::sim
