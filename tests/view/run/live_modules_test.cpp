#include "view/run/live_modules.h"

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <thread>

#include "scenarios/session/pushed_twin.h"
#include "tests/hal/native/false_zeros.h"
#include "tests/hal/native/native_twin.h"
#include "tests/scenarios/good_scenario.h"

/// Modules over the native protocol, in virtual time, driven as by the window.
namespace ventosa::view::live_modules_test {
namespace {

using hal::GuardMode;
using hal::OperatorAction;
using scenarios::Scenario;

struct AWindowOnModules : testing::Test {
  AWindowOnModules() : plant(scenario, 1) {
    controller::Start start;
    EXPECT_EQ(plant.start(start), hal::Status::kOk);
    const hal::test::Ends ends =
        hal::test::ends_of(scenario.robot.nominal, start, plant.capabilities().control_period_ns,
                           hal::Pace::kRealTime);
    auto network =
        std::make_unique<hal::test::VirtualNetwork>(scenario.robot.nominal.leg.size() + 1);
    net = network.get();
    fleet.emplace(ends.fleet, booting, net->device_ports());
    net->serve = [this](std::int64_t now_ns) { fleet->serve(now_ns); };
    net->period_ns = ends.master.period_ns;
    net->each_period = [this](std::int64_t now_ns) {
      fleet->serve(now_ns);
      static_cast<void>(fleet->advance(now_ns));
    };
    auto robot = std::make_unique<hal::NativeRobot>(ends.master, *net);
    EXPECT_TRUE(robot->take_over([](const std::string&) {}).empty());
    modules = {std::move(network), std::move(robot), nullptr};
  }

  LiveModules& live() {
    if (!run) run.emplace(scenario, 1, std::move(modules));
    return *run;
  }
  void pass(int n_ticks) {
    for (int k = 0; k < n_ticks; ++k) EXPECT_TRUE(live().advance());
  }
  void request(OperatorAction action) {
    live().intervene({.request = {action}});
    pass(1);
  }
  GuardMode mode() { return live().run().session().report().guard.mode; }

  const Scenario scenario = scenarios::read(scenarios::kGood);
  Scenario slow = scenario;  ///< for a twin that computes a hundred times as long
  scenarios::PushedTwin plant;
  hal::test::FalseZeros booting{plant};
  hal::test::VirtualNetwork* net = nullptr;
  std::optional<hal::NativeFleet> fleet;
  Modules modules;
  std::optional<LiveModules> run;
};

TEST_F(AWindowOnModules, BeginsUnarmedAndTheScenarioWaits) {
  pass(50);
  EXPECT_EQ(mode(), GuardMode::kReady);
  EXPECT_EQ(live().run().n_past(), 0);
  EXPECT_EQ(fleet->module(0).mode(), GuardMode::kReady);
}

TEST_F(AWindowOnModules, GoesOnWithTheScenarioWhileItIsArmedAlone) {
  pass(150);
  request(OperatorAction::kArm);
  pass(100);
  EXPECT_EQ(mode(), GuardMode::kActive);
  const std::int64_t n_past = live().run().n_past();
  EXPECT_NEAR(static_cast<double>(n_past), 100, 1);
  request(OperatorAction::kHold);
  pass(60);
  EXPECT_EQ(mode(), GuardMode::kHold);
  EXPECT_NEAR(static_cast<double>(live().run().n_past()), static_cast<double>(n_past), 1);
  request(OperatorAction::kAcknowledge);
  pass(20);
  EXPECT_EQ(mode(), GuardMode::kActive);
  EXPECT_GT(live().run().n_past(), n_past + 15);
}

TEST_F(AWindowOnModules, StaysAtTheEndOfTheScenario) {
  request(OperatorAction::kArm);
  pass(static_cast<int>(live().run().n_ticks()) + 200);
  EXPECT_EQ(mode(), GuardMode::kActive);
  EXPECT_EQ(live().run().n_past(), live().run().n_ticks() - 1);
}

TEST_F(AWindowOnModules, LeavesThemHoldingWhenItIsGone) {
  request(OperatorAction::kArm);
  pass(100);
  EXPECT_EQ(fleet->module(0).mode(), GuardMode::kActive);
  run.reset();
  for (int k = 0; k < 4; ++k) EXPECT_NE(fleet->module(0).mode(), GuardMode::kActive) << k;
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_EQ(plant.twin().truth().leg[i].cup.phase, sim::CupPhase::kAttached);
}

TEST_F(AWindowOnModules, GivesNoArmedRobotBackForAnotherScenario) {
  request(OperatorAction::kArm);
  EXPECT_THROW(live().give_back(), std::runtime_error);
  pass(10);
  request(OperatorAction::kDisarm);
  EXPECT_NO_THROW(live().give_back());
  EXPECT_FALSE(live().advance());
  EXPECT_NE(live().failure(), "");
}

TEST_F(AWindowOnModules, TellsWhyARequestWasRefusedUntilAnotherIsGranted) {
  request(OperatorAction::kAcknowledge);
  pass(30);
  ASSERT_TRUE(live().wire()->refused);
  EXPECT_EQ(live().wire()->refused->action, OperatorAction::kAcknowledge);
  EXPECT_EQ(live().wire()->refused->refusal, hal::Refusal::kNotInThisMode);
  request(OperatorAction::kArm);
  EXPECT_FALSE(live().wire()->refused);
}

TEST_F(AWindowOnModules, TellsWhichCupMayHoldAndPassesOnWhatIsSaidOfIt) {
  pass(150);
  booting.boot(1);
  pass(400);
  using enum hal::CupKnowledge;
  EXPECT_EQ(live().wire()->cup, (std::vector{kAttached, kUnknown, kAttached, kAttached}));
  pass(1300);
  request(OperatorAction::kArm);
  EXPECT_EQ(mode(), GuardMode::kReady);
  live().intervene({.cup = hal::CupAnswer{1, hal::CupWord::kHolds}});
  pass(1);
  ASSERT_TRUE(live().wire()->answered);
  EXPECT_EQ(live().wire()->answered->reply, hal::CupReply::kTaken);
  EXPECT_EQ(live().wire()->cup[1], kAttached);
  pass(150);
  request(OperatorAction::kArm);
  EXPECT_EQ(mode(), GuardMode::kActive);
}

TEST_F(AWindowOnModules, TellsOfDevicesThatDoNotAnswerAnyMore) {
  request(OperatorAction::kArm);
  pass(20);
  const WireStatus well = *live().wire();
  ASSERT_EQ(well.device.size(), 5u);
  EXPECT_EQ(well.device[4].name, "body");
  for (const DeviceStatus& device : well.device) {
    EXPECT_TRUE(device.is_ours) << device.name;
    EXPECT_LE(device.link.age_ns, 20'000'000) << device.name;
  }
  net->is_cut = true;
  pass(100);
  EXPECT_NE(mode(), GuardMode::kActive);
  EXPECT_GT(live().wire()->device[2].link.age_ns, 900'000'000);
  EXPECT_LE(live().wire()->device[2].link.heard, well.device[2].link.heard + 1);
}

TEST_F(AWindowOnModules, PutsAMotionOffWhileItHolds) {
  request(OperatorAction::kArm);
  pass(10);
  auto motion = std::make_shared<Motion>();
  motion->script = scenario.script;
  motion->period_s = scenario.twin.control_period_s;
  live().intervene({.motion = motion});
  pass(90);
  const auto activity = [this] { return live().run().session().input().goal.activity; };
  const controller::Activity still = activity();
  request(OperatorAction::kHold);
  pass(100);
  request(OperatorAction::kAcknowledge);
  EXPECT_EQ(activity(), still);
  pass(30);
  EXPECT_NE(activity(), still);
}

TEST_F(AWindowOnModules, HasATwinThatFollowsItsCommands) {
  modules.twin = std::make_unique<GhostTwin>(scenario, 1);
  request(OperatorAction::kArm);
  pass(200);
  const auto caught_up = [&] { return live().wire()->twin->n_exchanges == live().tick(); };
  for (int k = 0; k < 3000 && !caught_up(); ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  ASSERT_TRUE(caught_up()) << live().wire()->twin->ended;
  const GhostState twin = *live().wire()->twin;
  EXPECT_EQ(twin.ended, "");
  for (std::size_t i = 0; i < 4; ++i) {
    const JointDifference& most = twin.difference[i];
    EXPECT_GE(most.joint, 0);
    EXPECT_LT(std::abs(most.q_rad), 1 * controller::kRadPerDegree);
    EXPECT_LT((twin.pose.X_WB.translation() - plant.twin().truth().X_WB.translation()).norm(),
              0.002);
  }
}

TEST_F(AWindowOnModules, IsNotHeldUpByATwinThatIsTooSlow) {
  slow.twin.step_s = scenario.twin.step_s / 100;
  modules.twin = std::make_unique<GhostTwin>(slow, 1);
  pass(2000);  // in virtual time
  const auto given_up = [&] { return !live().wire()->twin->ended.empty(); };
  for (int k = 0; k < 3000 && !given_up(); ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(live().wire()->twin->ended, "the twin is too slow for this computer");
  pass(10);
  EXPECT_EQ(mode(), GuardMode::kReady);
}

TEST(JointDifferences, AreThoseOfTheJointsThatBothTell) {
  const Scenario scenario = scenarios::read(scenarios::kGood);
  LegReadings robot{}, twin{};
  for (auto* readings : {&robot, &twin})
    for (auto& leg : *readings)
      for (auto& joint : leg.joint) joint.q_rad = 0.1;
  robot[1].joint[3].q_rad = -0.2;
  robot[1].joint[4].q_rad = 0.3;
  robot[2].joint[0].q_rad = controller::kUnknown;
  twin[3].joint = {};
  for (auto& joint : twin[3].joint) joint.q_rad = controller::kUnknown;
  const auto differences = joint_differences(scenario.robot.nominal, robot, twin);
  EXPECT_EQ(differences[0].q_rad, 0);
  EXPECT_EQ(differences[1].joint, 3);
  EXPECT_DOUBLE_EQ(differences[1].q_rad, -0.3);
  EXPECT_EQ(differences[2].q_rad, 0);
  EXPECT_EQ(differences[3].joint, -1);
  EXPECT_TRUE(std::isnan(differences[3].q_rad));
}

}  // namespace
}  // namespace ventosa::view::live_modules_test
