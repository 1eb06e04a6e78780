#include <algorithm>
#include <cmath>
#include <cstdio>

#include "sim/mujoco/lip_pose.h"
#include "sim/mujoco/reaction.h"
#include "sim/mujoco/world.h"

namespace ventosa::sim {

using controller::Vector3d;
using World = Twin::World;

namespace {

void latch_motion(const Vector3d& v_before_W, World& world) {
  as_vector(world.state.acceleration_W) =
      (imu_velocity_W(world) - v_before_W) / world.config.step_s;
}

bool finite(const double* x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i];
  return std::isfinite(sum);
}

}  // namespace

void latch_lips(World& world) noexcept {
  const Pose X_WB = free_joint_pose(world.data->qpos);
  for (int i = 0; i < world.n_legs(); ++i) {
    CupState& cup = world.state.cup[i];
    const Pose X_WF = lip_pose(world.leg(i), X_WB, world.data->qpos + world.index.qpos[i][0]);
    cup.moved_before_W = cup.moved_W;
    as_vector(cup.moved_W) = as_vector(X_WF.p) - as_vector(cup.X_WF.p);
    cup.X_WF = X_WF;
    if (world.config.cup.model != CupModel::kLip) continue;
    cup.lip.twist = lip_twist(world.leg(i), X_WB, world.data->qpos + world.index.qpos[i][0],
                              world.data->qvel, world.data->qvel + world.index.dof[i][0]);
  }
}

void step(World& world) {
  deliver_commands(world);
  supply_power(world);
  work_drives(world);
  work_cups(world);
  count_motor_work(world);

  const Vector3d v_before_W = imu_velocity_W(world);
  mj_step(world.model.get(), world.data.get());
  ++world.state.step;

  read_reactions(*world.model, *world.data, world.index, world.config.patches, world.state.cup);
  world.state.penetration_m =
      std::max(world.state.penetration_m, deepest_penetration_m(*world.data));
  turn_camera(world);
  latch_motion(v_before_W, world);
  latch_lips(world);
  feel_motion(world);
  look_around(world);
  report_telemetry(world);
}

bool broken(World& world) noexcept {
  const mjData& data = *world.data;
  for (const mjWarningStat& warning : data.warning) {
    if (warning.number == 0) continue;
    std::snprintf(world.failure, sizeof world.failure, "%s", last_warning());
    return true;
  }
  if (finite(data.qpos, static_cast<int>(world.model->nq)) &&
      finite(data.qvel, static_cast<int>(world.model->nv)))
    return false;
  std::snprintf(world.failure, sizeof world.failure, "position or velocity is not finite");
  return true;
}

}  // namespace ventosa::sim
