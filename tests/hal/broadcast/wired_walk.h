#pragma once

#include <gtest/gtest.h>

#include "hal/noise.h"
#include "scenarios/session/pushed_twin.h"
#include "tests/hal/armed.h"
#include "tests/hal/broadcast/broadcast_twin.h"

namespace ventosa::hal::test {

struct WalkSetup {
  Pace pace = Pace::kRealTime;
  VirtualNetwork::Fates fates{};
  std::uint64_t seed = 1;
};

/// A run of a scenario over the broadcast wire, on a network in memory.
struct WiredWalk {
  explicit WiredWalk(scenarios::Scenario which, WalkSetup setup = {},
                     std::vector<record::RowSink*> sinks = {})
      : scenario(std::move(which)), plant(scenario, setup.seed), inputs(scenario) {
    controller::Start start;
    EXPECT_EQ(plant.start(start), Status::kOk);
    wire.emplace(plant,
                 BroadcastConfig{.model = scenario.robot.nominal,
                                 .start = start,
                                 .period_ns = plant.capabilities().control_period_ns},
                 setup.pace, std::move(setup.fates));
    EXPECT_EQ(wire->take(), std::vector<std::string>{});
    run.emplace(scenario, wire->robot, std::move(sinks), nullptr, &inputs);
  }

  const GuardState& guard() const { return run->session().report().guard; }
  Eigen::Isometry3d X_WB() const { return plant.twin().truth().X_WB; }
  /// @return the last references of each tick
  std::vector<broadcast::References> until(double time_s) {
    std::vector<broadcast::References> sent;
    while (run->time_s() < time_s && run->advance()) sent.push_back(wire->robot.sent());
    return sent;
  }

  const scenarios::Scenario scenario;
  scenarios::PushedTwin plant;
  Armed inputs;
  std::optional<BroadcastTwin> wire;
  std::optional<scenarios::RobotRun> run;
};

/// Loses one datagram in ten, in both directions.
inline Fate loses_one_in_ten(const Way& way, std::int64_t) {
  const std::uint64_t channel = 2 * way.device + (way.back ? 1 : 0);
  return uniform(5, channel, way.sequence) < 0.1 ? Fate{{}} : Fate{};
}

}  // namespace ventosa::hal::test
