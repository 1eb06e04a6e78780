#include "sim/mujoco/world.h"

/// One step of a point foot: contact with the ground, and its force sensor.
namespace ventosa::sim {

using controller::Vector3d;

namespace {

/// The plane that touches the ground under a foot, or in front of it on a wall.
ContactPlane ground_at(const World& world, const Vector3d& p_W) {
  const GroundPoint ground = world.ground.at(p_W);
  if (ground.patch < 0) return {};
  const controller::Patch& patch =
      world.config.patches.patch[static_cast<std::size_t>(ground.patch)];
  const double cosine = ground.normal_W.dot(patch.X_WS.linear().col(2));
  return {.patch = ground.patch,
          .depth_m = -ground.height_m * cosine,
          .normal_W = ground.normal_W,
          .friction = patch.friction};
}

FootMotion motion_of(const CupState& foot) {
  return {.p_WF = as_vector(foot.X_WF.p), .v_WF = as_vector(foot.lip.twist.v_WF)};
}

}  // namespace

void step_point(World& world, int leg) {
  const FootMotion motion = motion_of(world.state.cup[leg]);
  PointFootState& foot = world.state.point[leg];
  const Vector3d f_W =
      step_point_foot(*world.robot.point, ground_at(world, motion.p_WF), motion, foot);
  double* applied = world.data->xfrc_applied + 6 * world.index.cup_body[leg];
  Vector3d::Map(applied) = f_W;
  const controller::Matrix3d R_WF = transform(world.state.cup[leg].X_WF).linear();
  feel_force(R_WF.transpose() * f_W, world.state.force[leg]);
}

void sample_forces(World& world) noexcept {
  if (!world.robot.point || !world.robot.point->sensor) return;
  const models::ForceSensor& sensor = *world.robot.point->sensor;
  if (!world.due(SampleClock::with_period(1 / sensor.rate_hz))) return;
  for (int i = 0; i < world.n_legs(); ++i) {
    if (world.state.fault.has(FaultKind::kFootSensorStuck, i)) {
      repeat_reading(world.now_ns(), world.state.force[i]);
      continue;
    }
    sample_force(sensor,
                 {.now_ns = world.now_ns(),
                  .seed = world.config.seed,
                  .tick = static_cast<std::uint64_t>(world.state.step),
                  .leg = i},
                 world.state.force[i]);
  }
}

controller::FootForceReading force_reading(const World& world, int leg) noexcept {
  if (!world.robot.point || !world.robot.point->sensor) return {};
  const ForceSensorState& sensor = world.state.force[leg];
  return {.sampled_ns = sensor.sampled_ns, .f_F_N = sensor.reading_N};
}

}  // namespace ventosa::sim
