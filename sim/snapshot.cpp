#include "sim/snapshot.h"

#include <cstring>
#include <stdexcept>

#include "sim/content_hash.h"

namespace ventosa::sim {

using World = Twin::World;

namespace {

void add_model(const mjModel& m, ContentHash& hash) {
  hash.add(&m.opt.timestep, 1);
  hash.add(m.opt.gravity, 3);
  hash.add(m.qpos0, m.nq);
  hash.add(m.body_pos, 3 * m.nbody);
  hash.add(m.body_quat, 4 * m.nbody);
  hash.add(m.body_mass, m.nbody);
  hash.add(m.body_ipos, 3 * m.nbody);
  hash.add(m.body_iquat, 4 * m.nbody);
  hash.add(m.body_inertia, 3 * m.nbody);
  hash.add(m.jnt_axis, 3 * m.njnt);
  hash.add(m.jnt_range, 2 * m.njnt);
  hash.add(m.dof_armature, m.nv);
  hash.add(m.dof_frictionloss, m.nv);
  hash.add(m.geom_size, 3 * m.ngeom);
  hash.add(m.geom_pos, 3 * m.ngeom);
  hash.add(m.geom_quat, 4 * m.ngeom);
  hash.add(m.geom_friction, 3 * m.ngeom);
}

struct Header {
  std::uint64_t fingerprint = 0;
  std::uint64_t n_physics = 0;  ///< numbers of MuJoCo's integration state
};

std::size_t snapshot_size(std::uint64_t n_physics) {
  return sizeof(Header) + sizeof(TwinState) + sizeof(double) * n_physics;
}

Header header_of(const World& world) {
  const int n = mj_stateSize(world.model.get(), mjSTATE_INTEGRATION);
  return {world.fingerprint, static_cast<std::uint64_t>(n)};
}

}  // namespace

// where the robot starts is no part of it: that is what a snapshot replaces
std::uint64_t fingerprint_of(const World& world) {
  const TwinConfig& config = world.config;
  ContentHash hash;
  add_model(*world.model, hash);
  hash.add(config.step_s);
  hash.add(config.control_period_s);
  hash.add(config.seed);
  hash.add(config.gravity_W);
  hash.add(config.patches);
  hash.add(config.drive);
  hash.add(config.cup);
  hash.add(config.roughness_m);
  hash.add(config.power);
  hash.add(config.imu);
  hash.add(config.link);
  hash.add(world.cup);
  hash.add(world.robot.drive);
  hash.add(world.robot.cup);
  hash.add(world.robot.power);
  return hash.value();
}

void write_snapshot(const World& world, Snapshot& snapshot) {
  const Header header = header_of(world);
  std::vector<double> physics(header.n_physics);
  mj_getState(world.model.get(), world.data.get(), physics.data(), mjSTATE_INTEGRATION);

  snapshot.bytes.resize(snapshot_size(header.n_physics));
  std::byte* to = snapshot.bytes.data();
  std::memcpy(to, &header, sizeof header);
  std::memcpy(to + sizeof header, &world.state, sizeof world.state);
  std::memcpy(to + sizeof header + sizeof world.state, physics.data(),
              sizeof(double) * physics.size());
}

void read_snapshot(const Snapshot& snapshot, World& world) {
  const Header expected = header_of(world);
  Header header;
  if (snapshot.bytes.size() == snapshot_size(expected.n_physics))
    std::memcpy(&header, snapshot.bytes.data(), sizeof header);
  if (header.fingerprint != expected.fingerprint || header.n_physics != expected.n_physics)
    throw std::invalid_argument("the snapshot is of another robot or configuration");

  const std::byte* from = snapshot.bytes.data() + sizeof header;
  std::vector<double> physics(header.n_physics);
  std::memcpy(&world.state, from, sizeof world.state);
  std::memcpy(physics.data(), from + sizeof world.state, sizeof(double) * physics.size());
  mj_resetData(world.model.get(), world.data.get());  // also after a failure half way in a step
  mj_setState(world.model.get(), world.data.get(), physics.data(), mjSTATE_INTEGRATION);
  world.failure[0] = '\0';
  update_truth(world);
}

}  // namespace ventosa::sim
