#pragma once

#include "sim/mujoco/world.h"

/// Snapshot = header (fingerprint, size) + TwinState + MuJoCo's integration state. Private to sim.
namespace ventosa::sim {

void write_snapshot(const Twin::World& world, Snapshot& snapshot);
/// @throws std::invalid_argument, the world untouched, if it is of another robot or configuration
void read_snapshot(const Snapshot& snapshot, Twin::World& world);

}  // namespace ventosa::sim
