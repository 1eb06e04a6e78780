#include "sim/snapshot.h"

#include <cstring>
#include <stdexcept>

namespace ventosa::sim {

using World = Twin::World;

namespace {

/// FNV-1a over bytes
class Hash {
 public:
  void add_bytes(const void* bytes, std::size_t n) {
    const auto* byte = static_cast<const unsigned char*>(bytes);
    for (std::size_t i = 0; i < n; ++i) value_ = (value_ ^ byte[i]) * 0x100000001b3;
  }
  void add(const double* x, std::int64_t n) {
    add_bytes(x, sizeof(double) * static_cast<std::size_t>(n));
  }
  void add(double x) { add_bytes(&x, sizeof x); }
  void add(std::uint64_t x) { add_bytes(&x, sizeof x); }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325;
};

void add_model(const mjModel& m, Hash& hash) {
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

void add_camera(const World& world, Hash& hash) {
  const CameraOptions& camera = world.config.camera;
  const models::DepthSensor& sensor = world.robot.eyes->depth;
  hash.add(world.eyes->X_BE.matrix().data(), 16);
  hash.add(world.eyes->X_BE_known.matrix().data(), 16);
  for (const double x : {static_cast<double>(camera.columns), static_cast<double>(camera.rows),
                         camera.disparity_noise_px, camera.holes ? 1.0 : 0.0, camera.latency_s,
                         sensor.focal_px, sensor.baseline_m, sensor.disparity_noise_px,
                         sensor.nearest_m, sensor.farthest_m, sensor.grazing_rad, sensor.rate_hz})
    hash.add(x);
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

std::uint64_t fingerprint_of(const World& world) {
  Hash hash;
  add_model(*world.model, hash);
  hash.add(world.config.seed);
  hash.add(world.config.drive.encoder_noise_rad);
  const ImuOptions& imu = world.config.imu;
  for (const double x : {imu.rate_hz, imu.gyro_noise_rad_s, imu.accel_noise_m_s2,
                         imu.gyro_bias_sd_rad_s, imu.accel_bias_sd_m_s2, imu.gyro_walk_rad_s,
                         imu.accel_walk_m_s2, imu.gyro_step_rad_s, imu.accel_step_m_s2})
    hash.add(x);
  hash.add(imu.gyro_bias_rad_s.data(), 3);
  hash.add(imu.accel_bias_m_s2.data(), 3);
  hash.add(world.imu.p_BI.data(), 3);
  hash.add(world.imu.R_BI.data(), 9);
  if (world.eyes) add_camera(world, hash);
  hash.add(static_cast<std::uint64_t>(world.steps_per_period));
  hash.add(static_cast<std::uint64_t>(world.latency_steps));
  const CupConfig& cup = world.cup;
  for (const double x :
       {cup.max_vacuum_Pa, cup.area_m2, cup.lip_radius_m, cup.attached_ratio, cup.grip_force_N,
        cup.rise_share, cup.fall_share, cup.seal_gap_m, cup.seal_tilt_rad, cup.moment_arm_k})
    hash.add(x);
  for (int i = 0; i < world.n_legs(); ++i)
    for (const models::Drive& drive : world.robot.drive[i]) hash.add(drive.stall_torque_Nm);
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
