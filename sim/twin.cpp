#include "sim/twin.h"

#include <cstdio>

#include "sim/config/twin_capabilities.h"
#include "sim/mujoco/snapshot.h"
#include "sim/mujoco/world.h"

namespace ventosa::sim {

Twin::Twin(const models::Robot& robot, const TwinConfig& config)
    : world_(std::make_unique<World>(robot, config)),
      capabilities_(capabilities_of(robot, config)) {}

Twin::~Twin() = default;

hal::Status Twin::start(controller::Start& start) noexcept {
  const TwinConfig& config = world_->config;
  start.X_WB = config.survey ? config.survey->X_WB : config.X_WB;
  start.q_rad.emplace();
  for (std::size_t i = 0; i < config.leg.size(); ++i) {
    start.attached[i] = config.leg[i].attached;
    (*start.q_rad)[i] = config.leg[i].q_rad;
  }
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
  end_stimulus(world);
  if (world.failure[0] != '\0') return hal::Status::kUnstable;
  update_truth(world);
  observe(world, seen);
  return hal::Status::kOk;
}

void Twin::apply(const Stimulus& stimulus) noexcept { world_->state.stimulus = stimulus; }
const Truth& Twin::truth() const noexcept { return world_->truth; }
const char* Twin::failure() const noexcept { return world_->failure; }
double Twin::time_s() const noexcept { return 1e-9 * static_cast<double>(world_->now_ns()); }

Twin::LinkCounters Twin::link_counters(int leg) const noexcept {
  return {world_->flight[leg].command.count, world_->flight[leg].telemetry.count};
}

void Twin::save(Snapshot& snapshot) const { write_snapshot(*world_, snapshot.bytes); }
void Twin::restore(const Snapshot& snapshot) { read_snapshot(snapshot.bytes, *world_); }

}  // namespace ventosa::sim
