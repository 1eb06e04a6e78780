#include <gtest/gtest.h>

#include "hal/noise.h"
#include "scenarios/session/pushed_twin.h"
#include "tests/hal/armed.h"
#include "tests/hal/broadcast/broadcast_twin.h"
#include "tests/hal/broadcast/slaves_scenario.h"

/// A hexapod that walks over the broadcast wire in real time, on a network in memory.
namespace ventosa::hal::broadcast_walk_test {
namespace {

using scenarios::RobotRun;
using scenarios::Scenario;

struct Walk {
  explicit Walk(const std::string& more = "", test::VirtualNetwork::Fates fates = {})
      : scenario(test::slaves_scenario(test::kWalk + more)), plant(scenario, 1), inputs(scenario) {
    controller::Start start;
    EXPECT_EQ(plant.start(start), Status::kOk);
    wire.emplace(plant,
                 BroadcastConfig{.model = scenario.robot.nominal,
                                 .start = start,
                                 .period_ns = plant.capabilities().control_period_ns},
                 Pace::kRealTime, std::move(fates));
    EXPECT_EQ(wire->take(), std::vector<std::string>{});
    run.emplace(scenario, wire->robot, std::vector<record::RowSink*>{}, nullptr, &inputs);
  }

  const GuardState& guard() const { return run->session().report().guard; }
  Eigen::Isometry3d X_WB() const { return plant.twin().truth().X_WB; }
  /// @return the last references of each tick
  std::vector<broadcast::References> until(double time_s) {
    std::vector<broadcast::References> sent;
    while (run->time_s() < time_s && run->advance()) sent.push_back(wire->robot.sent());
    return sent;
  }

  const Scenario scenario;
  scenarios::PushedTwin plant;
  test::Armed inputs;
  std::optional<test::BroadcastTwin> wire;
  std::optional<RobotRun> run;
};

TEST(BroadcastWalk, GoesOnWithTheSameReferencesWhenOneDatagramInTenIsLost) {
  constexpr double kTime_s = 3;
  Walk whole;
  const auto expected = whole.until(kTime_s);
  Walk lossy("", [](const test::Way& way, std::int64_t) {
    const std::uint64_t channel = 2 * way.device + (way.back ? 1 : 0);
    return uniform(5, channel, way.sequence) < 0.1 ? test::Fate{{}} : test::Fate{};
  });
  const auto sent = lossy.until(kTime_s);
  ASSERT_EQ(sent.size(), expected.size());
  constexpr std::size_t kEngaged = 20;  // engaging may take some periods more
  for (std::size_t k = kEngaged; k < sent.size(); ++k) ASSERT_EQ(sent[k].leg, expected[k].leg) << k;
  EXPECT_EQ(lossy.guard().mode, GuardMode::kActive);
  EXPECT_GT(lossy.X_WB().translation().x(), 0.04);
  EXPECT_LT((lossy.X_WB().translation() - whole.X_WB().translation()).norm(), 0.005);
  EXPECT_GT(lossy.wire->robot.link(0).missing, 20u);
}

TEST(BroadcastWalk, NamesASilentSlaveInTwoTenthsOfASecondAndDoesNotFall) {
  constexpr double kMute_s = 2, kMuteAfter_s = 0.05;
  Walk walk("  - {at_s: 2, fault: {kind: mute, leg: middle_left}}\n");
  walk.until(kMute_s);
  ASSERT_EQ(walk.guard().mode, GuardMode::kActive);
  const Eigen::Isometry3d before = walk.X_WB();
  while (walk.guard().mode == GuardMode::kActive && walk.run->time_s() < 4) walk.run->advance();
  EXPECT_LT(walk.run->time_s(), kMute_s + kMuteAfter_s + 0.2 + 0.03);
  EXPECT_EQ(walk.guard().mode, GuardMode::kHold);
  for (std::size_t i = 0; i < 6; ++i) {
    const bool is_mute = walk.scenario.robot.nominal.leg[i].name == "middle_left";
    EXPECT_EQ(walk.guard().leg[i].latched.contains(Trigger::kStale), is_mute) << i;
  }
  walk.until(6);
  const Eigen::Isometry3d after = walk.X_WB();
  EXPECT_NEAR(after.translation().z(), before.translation().z(), 0.005);
  EXPECT_GT(after.linear().col(2).z(), std::cos(0.05));
}

}  // namespace
}  // namespace ventosa::hal::broadcast_walk_test
