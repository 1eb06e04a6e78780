#include <algorithm>
#include <cmath>

#include "sim/noise.h"
#include "sim/world.h"

/// The joint drives of all modules, once a physics step.
namespace ventosa::sim {

using World = Twin::World;

double read_encoder(const World& world, int leg, int joint) noexcept {
  const double q_rad = world.data->qpos[world.index.qpos[leg][joint]];
  const double noise_rad = world.config.drive.encoder_noise_rad;
  if (noise_rad == 0) return q_rad;
  const int channel = leg * controller::kMaxJoints + joint;
  return q_rad + noise_rad * gaussian(world.config.seed, static_cast<std::uint64_t>(channel),
                                      static_cast<std::uint64_t>(world.state.step));
}

void work_drives(World& world) {
  for (int i = 0; i < world.n_legs(); ++i) {
    for (int j = 0; j < world.leg(i).n_joints; ++j) {
      DriveState& drive = world.state.drive[i][j];
      const int dof = world.index.dof[i][j];
      drive.tau_Nm =
          torque(world.drive[i][j], drive, read_encoder(world, i, j), world.data->qvel[dof]);
      if (std::abs(drive.tau_Nm) >= std::abs(drive.worst_tau_Nm)) drive.worst_tau_Nm = drive.tau_Nm;
      drive.power_W = std::max(0.0, drive.tau_Nm * world.data->qvel[dof]);
      world.data->qfrc_applied[dof] = drive.tau_Nm;
    }
  }
}

}  // namespace ventosa::sim
