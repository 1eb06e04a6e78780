#include <algorithm>
#include <cmath>

#include "sim/mujoco/world.h"

/// One step of a point foot: contact with the ground, and its force sensor.
namespace ventosa::sim {

using controller::Patch;
using controller::Vector3d;

namespace {

/// Depth of a point below a patch; negative above it or beside it.
double depth_m(const Patch& patch, const Vector3d& p_W) {
  const Vector3d p_S = patch.X_WS.inverse() * p_W;
  const bool inside =
      std::abs(p_S.x()) <= patch.half_extent_m.x() && std::abs(p_S.y()) <= patch.half_extent_m.y();
  return inside && p_S.z() > -kPatchThickness_m ? -p_S.z() : -1;
}

/// The patch that the point is deepest in.
ContactPlane ground_at(const World& world, const Vector3d& p_W) {
  ContactPlane ground;
  for (int k = 0; k < world.config.patches.n; ++k) {
    const Patch& patch = world.config.patches.patch[static_cast<std::size_t>(k)];
    const double below_m = depth_m(patch, p_W);
    if (below_m <= ground.depth_m) continue;
    ground = {.patch = k,
              .depth_m = below_m,
              .normal_W = patch.X_WS.linear().col(2),
              .friction = patch.friction};
  }
  return ground;
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
  for (int i = 0; i < world.n_legs(); ++i)
    sample_force(sensor,
                 {.now_ns = world.now_ns(),
                  .seed = world.config.seed,
                  .tick = static_cast<std::uint64_t>(world.state.step),
                  .leg = i},
                 world.state.force[i]);
}

controller::FootForceReading force_reading(const World& world, int leg) noexcept {
  if (!world.robot.point || !world.robot.point->sensor) return {};
  const ForceSensorState& sensor = world.state.force[leg];
  return {.sampled_ns = sensor.sampled_ns, .f_F_N = sensor.reading_N};
}

}  // namespace ventosa::sim
