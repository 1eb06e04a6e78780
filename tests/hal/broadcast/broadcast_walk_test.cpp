#include <gtest/gtest.h>

#include <functional>

#include "scenarios/session/command_hash.h"
#include "scenarios/session/scenario_run.h"
#include "tests/hal/broadcast/slaves_scenario.h"
#include "tests/hal/broadcast/wired_walk.h"

/// Walkers over the broadcast wire in real time, on a network in memory: loss, and silent slaves.
namespace ventosa::hal::broadcast_walk_test {
namespace {

using scenarios::CommandHash;
using scenarios::Scenario;
using test::WiredWalk;

// ---- loss

struct Lossy {
  const char* name;
  std::function<Scenario()> scenario;
  double time_s;
};
void PrintTo(const Lossy& each, std::ostream* out) { *out << each.name; }

class LossyWalk : public testing::TestWithParam<Lossy> {};

TEST_P(LossyWalk, GoesOnWithTheSameReferencesWhenOneDatagramInTenIsLost) {
  WiredWalk whole(GetParam().scenario());
  const auto expected = whole.until(GetParam().time_s);
  WiredWalk lossy(GetParam().scenario(), {.fates = test::loses_one_in_ten});
  const auto sent = lossy.until(GetParam().time_s);
  ASSERT_EQ(sent.size(), expected.size());
  constexpr std::size_t kEngaged = 20;  // engaging may take some periods more
  for (std::size_t k = kEngaged; k < sent.size(); ++k) ASSERT_EQ(sent[k].leg, expected[k].leg) << k;
  EXPECT_EQ(lossy.guard().mode, GuardMode::kActive);
  EXPECT_GT(lossy.X_WB().translation().x(), 0.04);
  const double off_m = (lossy.X_WB().translation() - whole.X_WB().translation()).norm();
  RecordProperty("off_mm", std::to_string(1e3 * off_m));
  EXPECT_LT(off_m, 0.005);
  EXPECT_GT(lossy.wire->robot.link(0).missing, 20u);
}

INSTANTIATE_TEST_SUITE_P(
    OpenLoop, LossyWalk,
    testing::Values(Lossy{"hexapod", [] { return test::slaves_scenario(test::kWalk); }, 3},
                    Lossy{"pantographs", [] { return test::pantograph_scenario("amru5_fig5"); },
                          5}),
    [](const auto& each) { return std::string(each.param.name); });

/// The commands of a controller that takes what it has sent for what it reads depend on no reply.
TEST(OpenLoopWalk, IsCommandedInRealTimeAsInProcess) {
  constexpr double kTime_s = 4;
  const Scenario scenario = test::pantograph_scenario("amru5_fig5");
  CommandHash in_process(recorded_columns(scenario));
  scenarios::ScenarioRun run(scenario, 1, {&in_process});
  while (run.time_s() < kTime_s && run.advance()) {
  }
  CommandHash over_the_wire(recorded_columns(scenario, scenarios::Subject::kRobot));
  WiredWalk walk(scenario, {.fates = test::loses_one_in_ten}, {&over_the_wire});
  walk.until(kTime_s);
  EXPECT_EQ(over_the_wire.value(), in_process.value());
}

/// With body feedback the references depend on the replies, which are older where some are lost.
TEST(FeedbackWalk, StaysOnItsWayWhenOneDatagramInTenIsLost) {
  constexpr double kTime_s = 9;
  WiredWalk whole(test::pantograph_scenario("amru5_feedback"));
  whole.until(kTime_s);
  WiredWalk lossy(test::pantograph_scenario("amru5_feedback"), {.fates = test::loses_one_in_ten});
  lossy.until(kTime_s);
  EXPECT_EQ(lossy.guard().mode, GuardMode::kActive);
  EXPECT_GT(lossy.X_WB().translation().x(), 0.15);
  const double off_m = (lossy.X_WB().translation() - whole.X_WB().translation()).norm();
  RecordProperty("off_mm", std::to_string(1e3 * off_m));
  EXPECT_LT(off_m, 0.005);
}

// ---- silence

constexpr double kMuteAfter_s = 0.05;  ///< an emulated slave is silent from then on

/// A walk by a tripod whose slaves of some legs fall silent.
struct Silenced : WiredWalk {
  Silenced(const std::string& name, double at, std::vector<std::string> legs,
           const std::string& more = "")
      : WiredWalk(test::pantograph_scenario(name, faults(at, legs, more))),
        at_s(at),
        silent(std::move(legs)) {}

  static std::string faults(double at_s, const std::vector<std::string>& legs,
                            const std::string& more) {
    std::string text;
    for (const std::string& leg : legs)
      text += "  - {at_s: " + std::to_string(at_s) + ", fault: {kind: mute, leg: " + leg + more +
              "}}\n";
    return text;
  }
  bool is_silent(std::size_t leg) const {
    return std::find(silent.begin(), silent.end(), scenario.robot.nominal.leg[leg].name) !=
           silent.end();
  }
  void until_mode_is_not(GuardMode mode) {
    while (guard().mode == mode && run->advance()) {
    }
  }
  double normal_N(std::size_t leg) const { return plant.twin().truth().leg[leg].point.normal_N; }
  int n_loaded() const {
    int n = 0;
    for (std::size_t i = 0; i < 6; ++i) n += normal_N(i) > 5;
    return n;
  }

  double at_s;
  std::vector<std::string> silent;
};

/// A leg that stands when it falls silent, one that is in the air, and two at a time.
struct Silence {
  const char* name;
  const char* scenario;
  double at_s;
  std::vector<std::string> legs;
};
void PrintTo(const Silence& each, std::ostream* out) { *out << each.name; }

class SilentSlave : public testing::TestWithParam<Silence> {
 protected:
  Silenced walk{GetParam().scenario, GetParam().at_s, GetParam().legs};
};

TEST_P(SilentSlave, IsNamedInTimeAndTheOthersComeToStandThenHold) {
  walk.until(walk.at_s);
  ASSERT_EQ(walk.guard().mode, GuardMode::kActive);
  ASSERT_LT(walk.n_loaded(), 6) << "some feet are in the air";
  const Eigen::Isometry3d before = walk.X_WB();
  walk.until_mode_is_not(GuardMode::kActive);
  EXPECT_EQ(walk.guard().mode, GuardMode::kStand);
  EXPECT_LT(walk.run->time_s(), walk.at_s + kMuteAfter_s + 0.2 + 0.03);
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_EQ(walk.guard().leg[i].latched.contains(Trigger::kStale), walk.is_silent(i)) << i;
  RecordProperty("named_after_s", std::to_string(walk.run->time_s() - walk.at_s));
  walk.until_mode_is_not(GuardMode::kStand);
  RecordProperty("held_after_s", std::to_string(walk.run->time_s() - walk.at_s));
  EXPECT_GE(severity(walk.guard().mode), severity(GuardMode::kHold));
  EXPECT_LT(walk.run->time_s(), walk.at_s + 5);
  EXPECT_EQ(walk.n_loaded(), 6);
  const Eigen::Isometry3d held = walk.X_WB();
  for (const broadcast::References& each : walk.until(walk.run->time_s() + 3))
    for (std::size_t i = 0; i < 6; ++i) ASSERT_EQ(each.leg[i].order, broadcast::Order::kStay);
  EXPECT_EQ(walk.guard().mode, GuardMode::kDegradedLeg) << "silent slaves are lost after a second";
  EXPECT_EQ(walk.n_loaded(), 6);
  EXPECT_LT((walk.X_WB().translation() - held.translation()).norm(), 0.001);
  EXPECT_NEAR(walk.X_WB().translation().z(), before.translation().z(), 0.005);
  EXPECT_GT(walk.X_WB().linear().col(2).z(), std::cos(0.01));
}

// rows of the tripod change at 3, 5, 7 ... s; from 5 to 7 s front_left swings
INSTANTIATE_TEST_SUITE_P(
    Pantographs, SilentSlave,
    testing::Values(Silence{"that_stands", "amru5_fig5", 5.5, {"middle_left"}},
                    Silence{"in_the_air", "amru5_fig5", 6, {"front_left"}},
                    Silence{"as_its_foot_lifts", "amru5_fig5", 4.9, {"front_left"}},
                    Silence{"and_another", "amru5_fig5", 6, {"front_left", "middle_left"}},
                    Silence{"while_the_body_is_fed_back", "amru5_feedback", 6, {"front_left"}}),
    [](const auto& each) { return std::string(each.param.name); });

/// A slave that receives no references keeps its foot in the air; the five others stand.
TEST(UnreachableSlave, HoldsItsFootInTheAirWhileTheOthersComeToStandThenHold) {
  constexpr std::size_t kFrontLeft = 0;
  constexpr double kCut_s = 6;
  bool is_cut = false;
  WiredWalk walk(test::pantograph_scenario("amru5_fig5"),
                 {.fates = [&](const test::Way& way, std::int64_t) {
                   return is_cut && way.device == kFrontLeft ? test::Fate{{}} : test::Fate{};
                 }});
  walk.until(kCut_s);
  is_cut = true;
  while (walk.guard().mode == GuardMode::kActive && walk.run->advance()) {
  }
  EXPECT_EQ(walk.guard().mode, GuardMode::kStand);
  EXPECT_LE(walk.run->time_s(), kCut_s + 0.2 + 0.03);
  walk.until(kCut_s + 5);
  EXPECT_EQ(walk.guard().mode, GuardMode::kDegradedLeg);
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_EQ(walk.plant.twin().truth().leg[i].point.touches, i != kFrontLeft) << i;
  EXPECT_GT(walk.X_WB().linear().col(2).z(), std::cos(0.01));
}

TEST(ReturningSlave, LetsTheRobotGoOnWhenAnOperatorHasAcknowledged) {
  Silenced walk("amru5_fig5", 6, {"front_left"}, ", duration_s: 3");
  walk.until(9);
  EXPECT_EQ(walk.guard().mode, GuardMode::kDegradedLeg);
  walk.until(11);
  EXPECT_EQ(walk.guard().mode, GuardMode::kHold) << "the slave is back; only an operator ends it";
  const double held_m = walk.X_WB().translation().x();
  walk.inputs.request = {OperatorAction::kAcknowledge};
  walk.until(11.05);
  walk.inputs.request = {};
  EXPECT_EQ(walk.guard().mode, GuardMode::kActive);
  walk.until(16);
  EXPECT_EQ(walk.guard().mode, GuardMode::kActive);
  EXPECT_GT(walk.X_WB().translation().x(), held_m + 0.05);
}

}  // namespace
}  // namespace ventosa::hal::broadcast_walk_test
