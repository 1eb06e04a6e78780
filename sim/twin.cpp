#include "sim/twin.h"

#include <cstdio>

#include "sim/config/capabilities.h"
#include "sim/mujoco/snapshot.h"
#include "sim/mujoco/world.h"

namespace ventosa::sim {

using controller::Vector3d;

namespace {

/// The links' part of MuJoCo's applied forces is ours alone; cups have bodies of their own.
void push_link(const controller::PartId& pushed, const Vector3d& f_W, World& world) noexcept {
  for (int i = 0; i < world.n_legs(); ++i)
    for (int j = 0; j < world.leg(i).n_joints; ++j) {
      const int dof = world.index.dof[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
      Vector3d::Map(world.data->xfrc_applied + 6 * world.model->dof_bodyid[dof]) =
          pushed == controller::PartId{i, j} ? f_W : Vector3d::Zero();
    }
}

}  // namespace

Twin::Twin(const models::Robot& robot, const TwinConfig& config)
    : world_(std::make_unique<World>(robot, config)),
      capabilities_(capabilities_of(robot, config)) {}

Twin::~Twin() = default;

hal::Status Twin::start(controller::Start& start) noexcept {
  const TwinConfig& config = world_->config;
  start.X_WB = config.survey ? config.survey->X_WB : config.X_WB;
  for (std::size_t i = 0; i < config.leg.size(); ++i) start.attached[i] = config.leg[i].attached;
  start.clamped = config.clamped;
  start.gravity_W = config.gravity_W;
  start.patches = config.survey ? config.survey->patches : config.patches;
  observe(*world_, start.seen);
  if (world_->failure[0] != '\0') return hal::Status::kUnstable;
  return world_->state.step == 0 ? hal::Status::kOk : hal::Status::kStale;
}

hal::Status Twin::exchange(const controller::Command& command,
                           controller::Observation& seen) noexcept {
  World& world = *world_;
  if (world.failure[0] != '\0') return hal::Status::kUnstable;
  send_command(command, world);
  start_period(world);
  try {
    run_period(world);
  } catch (const EngineError& error) {
    std::snprintf(world.failure, sizeof world.failure, "%s", error.what());
  }
  if (world.failure[0] != '\0') return hal::Status::kUnstable;
  update_truth(world);
  observe(world, seen);
  return hal::Status::kOk;
}

// a free joint's translation takes forces at B's origin, in W
void Twin::apply(const Stimulus& stimulus) noexcept {
  Vector3d::Map(world_->data->qfrc_applied) = stimulus.f_B_W;
  push_link(stimulus.link, stimulus.f_link_W, *world_);
  for (int i = 0; i < world_->n_legs(); ++i)
    world_->state.cup[i].opened_gap_m = stimulus.lip_gap_m[static_cast<std::size_t>(i)];
}

const Truth& Twin::truth() const noexcept { return world_->truth; }
const char* Twin::failure() const noexcept { return world_->failure; }
double Twin::time_s() const noexcept { return 1e-9 * static_cast<double>(world_->now_ns()); }

Twin::LinkCounters Twin::link_counters(int leg) const noexcept {
  return {world_->flight[leg].command.count, world_->flight[leg].telemetry.count};
}

void Twin::save(Snapshot& snapshot) const { write_snapshot(*world_, snapshot.bytes); }
void Twin::restore(const Snapshot& snapshot) { read_snapshot(snapshot.bytes, *world_); }

}  // namespace ventosa::sim
