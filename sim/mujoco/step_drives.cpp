#include "hal/noise.h"
#include "sim/mujoco/world.h"

/// One step of all joint drives.
namespace ventosa::sim {
namespace {

ShaftMotion motion(const World& world, int leg, int joint) {
  const JointCoordinate& coordinate = world.index.joint[leg][joint];
  return {coordinate.q_rad(*world.data), coordinate.dq_rad_s(*world.data)};
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

void apply(double tau_Nm, int leg, int joint, World& world) {
  const DriveConfig& config = world.drive[leg][joint];
  const JointCoordinate& coordinate = world.index.joint[leg][joint];
  coordinate.apply(tau_Nm, *world.data);
  if (config.has_backlash())
    coordinate.set_armature(armature_kgm2(config.backlash, world.state.drive[leg][joint].backlash),
                            *world.model);
}

JointStep joint_step(World& world, int leg, int joint) {
  return {world.drive[leg][joint], read_encoder(world, leg, joint), motion(world, leg, joint),
          world.state.drive[leg][joint]};
}

void step_alone(World& world, int leg, int joint) {
  const auto& [config, read, actual, state] = joint_step(world, leg, joint);
  apply(step_drive(config, read, actual, state), leg, joint, world);
}

void step_together(World& world, int leg, const Differential& gear) {
  const int first = gear.joint, second = gear.joint + 1;
  const auto [first_Nm, second_Nm] =
      step_differential(gear, {joint_step(world, leg, first), joint_step(world, leg, second)});
  apply(first_Nm, leg, first, world);
  apply(second_Nm, leg, second, world);
}

void step_leg(World& world, int leg) {
  const std::optional<Differential>& gear = world.differential[leg];
  for (int j = 0; j < world.leg(leg).n_joints; ++j)
    if (!gear || (j != gear->joint && j != gear->joint + 1)) step_alone(world, leg, j);
  if (gear) step_together(world, leg, *gear);
}

void keep_errors(World& world, int leg) {
  for (int j = 0; j < world.leg(leg).n_joints; ++j) {
    DriveState& drive = world.state.drive[leg][j];
    drive.period_errors |= status(world.drive[leg][j], drive).errors;
  }
}

}  // namespace

ShaftMotion read_encoder(const World& world, int leg, int joint) noexcept {
  if (world.state.fault.has(FaultKind::kEncoderFrozen, leg, joint))
    return {world.state.frozen_rad[leg][joint], 0};
  return read_motion(world.drive[leg][joint], sensed(world, leg, joint));
}

void step_drives(World& world) {
  for (int i = 0; i < world.n_legs(); ++i) {
    step_leg(world, i);
    if (world.state.power.module[i].supply == Supply::kOn) keep_errors(world, i);
  }
}

}  // namespace ventosa::sim
