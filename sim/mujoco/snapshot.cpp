#include "sim/mujoco/snapshot.h"

#include <cstring>
#include <stdexcept>

namespace ventosa::sim {
namespace {

struct Header {
  std::uint64_t fingerprint = 0;
  std::uint64_t n_physics = 0;  ///< length of MuJoCo's integration state
};

std::size_t snapshot_size(std::uint64_t n_physics) {
  return sizeof(Header) + sizeof(TwinState) + sizeof(double) * n_physics;
}

Header header_of(const World& world) {
  const int n = mj_stateSize(world.model.get(), mjSTATE_INTEGRATION);
  return {world.fingerprint, static_cast<std::uint64_t>(n)};
}

}  // namespace

void write_snapshot(const World& world, std::vector<std::byte>& bytes) {
  const Header header = header_of(world);
  std::vector<double> physics(header.n_physics);
  mj_getState(world.model.get(), world.data.get(), physics.data(), mjSTATE_INTEGRATION);

  bytes.resize(snapshot_size(header.n_physics));
  std::byte* to = bytes.data();
  std::memcpy(to, &header, sizeof header);
  std::memcpy(to + sizeof header, &world.state, sizeof world.state);
  std::memcpy(to + sizeof header + sizeof world.state, physics.data(),
              sizeof(double) * physics.size());
}

void read_snapshot(const std::vector<std::byte>& bytes, World& world) {
  const Header expected = header_of(world);
  Header header;
  if (bytes.size() == snapshot_size(expected.n_physics))
    std::memcpy(&header, bytes.data(), sizeof header);
  if (header.fingerprint != expected.fingerprint || header.n_physics != expected.n_physics)
    throw std::invalid_argument("the snapshot is of another robot or configuration");

  const std::byte* from = bytes.data() + sizeof header;
  std::vector<double> physics(header.n_physics);
  std::memcpy(&world.state, from, sizeof world.state);
  std::memcpy(physics.data(), from + sizeof world.state, sizeof(double) * physics.size());
  mj_resetData(world.model.get(),
               world.data.get());  // also clears what a step left that failed half-way
  mj_setState(world.model.get(), world.data.get(), physics.data(), mjSTATE_INTEGRATION);
  world.failure[0] = '\0';
  update_truth(world);
}

}  // namespace ventosa::sim
