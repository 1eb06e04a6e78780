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

/// what the detailed cups are made of
void add_cups(const World& world, Hash& hash) {
  const CupOptions& options = world.config.cup;
  for (const auto option : {static_cast<int>(options.model), static_cast<int>(options.turbine),
                            static_cast<int>(options.sensing)})
    hash.add(static_cast<std::uint64_t>(option));
  const models::CupPlant& cup = world.robot.cup;
  for (const double x : {cup.lip.stiffness_N_m,
                         cup.lip.shear_stiffness_N_m,
                         cup.lip.damping_s,
                         cup.lip.free_height_m,
                         cup.lip.travel_m,
                         cup.fan.max_flow_m3_s,
                         cup.fan.spin_up_s,
                         cup.fan.spin_down_s,
                         cup.fan.efficiency,
                         cup.fan.rotor_loss_W,
                         cup.fan.cavity_m3,
                         cup.fan.discharge,
                         cup.fan.open_gap_m,
                         cup.fan.air_density_kg_m3,
                         cup.fan.ambient_Pa,
                         cup.firmware.loop_s,
                         cup.firmware.slew,
                         cup.firmware.band,
                         cup.firmware.attach_distance_m,
                         cup.firmware.attach_spread_m,
                         cup.sensors.barometer_period_s,
                         static_cast<double>(cup.sensors.barometer_samples),
                         cup.sensors.barometer_step_Pa,
                         cup.sensors.barometer_noise_Pa,
                         cup.sensors.ambient_drift_Pa_s,
                         cup.sensors.ambient_turbine,
                         cup.sensors.distance_period_s,
                         cup.sensors.distance_step_m})
    hash.add(x);
  hash.add(world.lip.free_height_m);
  for (const double roughness_m : world.config.roughness_m) hash.add(roughness_m);
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
  hash.add(imu.gyro_noise_rad_s);
  hash.add(imu.accel_noise_m_s2);
  hash.add(imu.gyro_bias_rad_s.data(), 3);
  hash.add(imu.accel_bias_m_s2.data(), 3);
  hash.add(static_cast<std::uint64_t>(world.steps_per_period));
  hash.add(static_cast<std::uint64_t>(world.latency_steps));
  const CupConfig& cup = world.cup;
  for (const double x :
       {cup.max_vacuum_Pa, cup.area_m2, cup.lip_radius_m, cup.attached_ratio, cup.grip_force_N,
        cup.rise_share, cup.fall_share, cup.seal_gap_m, cup.seal_tilt_rad, cup.moment_arm_k})
    hash.add(x);
  add_cups(world, hash);
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
