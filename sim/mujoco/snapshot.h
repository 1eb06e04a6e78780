#pragma once

#include <cstddef>
#include <vector>

#include "sim/mujoco/world.h"

/// Serialisation of a snapshot: header (fingerprint, sizes), TwinState, MuJoCo's integration state,
/// and the messages in flight of each module. Private to sim.
namespace ventosa::sim {

void write_snapshot(const World& world, std::vector<std::byte>& bytes);
/// @throws std::invalid_argument  the snapshot was taken from another robot or configuration; the
/// world is then unchanged
void read_snapshot(const std::vector<std::byte>& bytes, World& world);

}  // namespace ventosa::sim
