#include "hal/noise.h"
#include "sim/mujoco/world.h"

/// One step of all joint drives.
namespace ventosa::sim {
namespace {

ShaftMotion motion(const World& world, int leg, int joint) {
  return {world.data->qpos[world.index.qpos[leg][joint]],
          world.data->qvel[world.index.dof[leg][joint]]};
}

/// true motion plus encoder noise, before the encoder's resolution
ShaftMotion sensed(const World& world, int leg, int joint) {
  ShaftMotion seen = motion(world, leg, joint);
  const double noise_rad = world.config.drive.encoder_noise_rad;
  if (noise_rad == 0) return seen;
  const int channel = leg * controller::kMaxJoints + joint;
  seen.q_rad += noise_rad * hal::gaussian(world.config.seed, static_cast<std::uint64_t>(channel),
                                          static_cast<std::uint64_t>(world.state.step));
  return seen;
}

}  // namespace

ShaftMotion read_encoder(const World& world, int leg, int joint) noexcept {
  return read_motion(world.drive[leg][joint], sensed(world, leg, joint));
}

void step_drives(World& world) {
  for (int i = 0; i < world.n_legs(); ++i)
    for (int j = 0; j < world.leg(i).n_joints; ++j) {
      const DriveConfig& config = world.drive[i][j];
      DriveState& drive = world.state.drive[i][j];
      const int dof = world.index.dof[i][j];
      world.data->qfrc_applied[dof] =
          step_drive(config, read_encoder(world, i, j), motion(world, i, j), drive);
      if (config.has_backlash())
        world.model->dof_armature[dof] = armature_kgm2(config.backlash, drive.backlash);
    }
}

}  // namespace ventosa::sim
