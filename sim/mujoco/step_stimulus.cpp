#include <algorithm>

#include "sim/mujoco/world.h"

/// What is done to the robot from outside, step by step.
namespace ventosa::sim {

using controller::Vector3d;

namespace {

/// Where MuJoCo applies forces to a part; nothing else is applied there: a free joint's translation
/// takes those on B's origin, in W, and cups have bodies of their own.
Eigen::Map<Vector3d> applied_force(World& world, const controller::PartId& part) {
  if (part.leg < 0) return Vector3d::Map(world.data->qfrc_applied);
  const int body = world.model->dof_bodyid[world.index.dof[part.leg][part.link]];
  return Vector3d::Map(world.data->xfrc_applied + 6 * body);
}

/// The impulse of each push in this step.
void push(std::int64_t from_ns, World& world) {
  const auto& pushes = world.state.stimulus.push;
  for (const TimedForce& each : pushes) applied_force(world, each.part).setZero();
  for (const TimedForce& each : pushes)
    applied_force(world, each.part) +=
        each.when.share_of(from_ns, world.step_ns) * as_vector(each.f_W);
}

void open_lips(std::int64_t from_ns, World& world) {
  for (CupState& cup : world.state.cup) cup.opened_gap_m = 0;
  for (const TimedLeak& leak : world.state.stimulus.leak) {
    double& gap_m = world.state.cup[leak.leg].opened_gap_m;
    if (leak.when.share_of(from_ns, world.step_ns) > 0) gap_m = std::max(gap_m, leak.gap_m);
  }
}

}  // namespace

void step_stimulus(World& world) noexcept {
  const std::int64_t from_ns = world.state.step % world.steps_per_period * world.step_ns;
  push(from_ns, world);
  open_lips(from_ns, world);
}

void end_stimulus(World& world) noexcept {
  for (const TimedForce& each : world.state.stimulus.push)
    applied_force(world, each.part).setZero();
  world.state.stimulus = going_on(world.state.stimulus);
}

}  // namespace ventosa::sim
