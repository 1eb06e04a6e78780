#include "sim/twin.h"

#include <cstdio>

#include "sim/mujoco/snapshot.h"
#include "sim/mujoco/world.h"

namespace ventosa::sim {

using controller::Vector3d;

Twin::Twin(const models::Robot& robot, const TwinConfig& config)
    : world_(std::make_unique<World>(robot, config)) {}

Twin::~Twin() = default;

hal::ExchangeStatus Twin::exchange(const controller::Command& command,
                                   controller::Observation& seen) noexcept {
  World& world = *world_;
  if (world.failure[0] != '\0') return hal::ExchangeStatus::kUnstable;
  send_command(command, world);
  start_period(world);
  try {
    run_period(world);
  } catch (const EngineError& error) {
    std::snprintf(world.failure, sizeof world.failure, "%s", error.what());
  }
  if (world.failure[0] != '\0') return hal::ExchangeStatus::kUnstable;
  update_truth(world);
  sim::observe(world, seen);
  return hal::ExchangeStatus::kOk;
}

void Twin::observe(controller::Observation& seen) const noexcept { sim::observe(*world_, seen); }

// a free joint's translation takes forces at B's origin, in W
void Twin::apply(const Stimulus& stimulus) noexcept {
  Vector3d::Map(world_->data->qfrc_applied) = stimulus.f_B_W;
  if (stimulus.look && world_->robot.eyes)
    set_gaze_goal(world_->robot.eyes->mount, *stimulus.look, world_->state.pan_tilt);
  if (!stimulus.relay) return;
  for (int i = 0; i < world_->n_legs(); ++i)
    world_->state.power.module[i].relay = (*stimulus.relay)[i];
}

const Truth& Twin::truth() const noexcept { return world_->truth; }
const char* Twin::failure() const noexcept { return world_->failure; }
double Twin::time_s() const noexcept { return 1e-9 * static_cast<double>(world_->now_ns()); }

void Twin::save(Snapshot& snapshot) const { write_snapshot(*world_, snapshot.bytes); }
void Twin::restore(const Snapshot& snapshot) { read_snapshot(snapshot.bytes, *world_); }

}  // namespace ventosa::sim
