#include "hal/native/native_robot.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/hal/fake_robot.h"
#include "tests/hal/native/native_twin.h"
#include "tests/hal/retold_robot.h"
#include "tests/hal/robot_contract.h"

/// The master's end of the native protocol with a closed-form robot behind it.
namespace ventosa::hal::native_robot_test {
namespace {

using controller::Command;
using controller::JointMode;
using controller::Observation;
using test::Bytes;
using test::Fate;
using test::Way;

constexpr std::int64_t kPeriod_ns = 10'000'000;

controller::RobotModel named_model() {
  controller::RobotModel model = fake_model();
  model.name = "fake";
  model.leg[0].name = "left";
  model.leg[1].name = "right";
  return model;
}

test::Ends fake_ends(Pace pace) {
  FakeRobot robot;
  return test::ends_of(named_model(), contract::started(robot), kPeriod_ns, pace);
}

/// The robot with everything between it and its master.
class WiredFake final : public Robot {
 public:
  explicit WiredFake(Pace pace, test::VirtualNetwork::Fates fates = {})
      : WiredFake(fake_ends(pace), std::move(fates)) {}
  explicit WiredFake(const test::Ends& ends, test::VirtualNetwork::Fates fates = {})
      : wire(plant, ends, std::move(fates)) {}

  WiredFake& taken() {
    EXPECT_TRUE(wire.take());
    wire.robot.enter(GuardMode::kActive);
    return *this;
  }
  const Capabilities& capabilities() const noexcept override { return wire.robot.capabilities(); }
  Status start(controller::Start& start) noexcept override { return wire.robot.start(start); }
  Status exchange(const Command& command, Observation& seen) noexcept override {
    return wire.robot.exchange(command, seen);
  }

  FakeRobot plant;
  test::WiredRobot wire;
};

Subject wired(Pace pace) {
  auto robot = std::make_unique<WiredFake>(pace);
  robot->taken();
  NativeRobot& end = robot->wire.robot;
  return {std::move(robot), named_model(), [&end] { end.release(); }};
}
Subject in_lock_step() { return wired(Pace::kLockStep); }
Subject in_real_time() { return wired(Pace::kRealTime); }

INSTANTIATE_TEST_SUITE_P(NativeRobot, RobotContract,
                         every_check({{"in_lock_step", in_lock_step},
                                      {"in_real_time", in_real_time}}),
                         name_of);

/// All joints at one angle.
Command at(double q_rad) {
  Command command;
  for (controller::LegCommand& leg : command.leg)
    for (controller::JointSetpoint& joint : leg.joint)
      joint = {.mode = JointMode::kImpedance, .q_rad = q_rad, .kp_Nm_rad = 40};
  return command;
}

/// Exchanges the same command for a while.
Status keep(WiredFake& robot, const Command& command, double time_s, Observation& seen) {
  Status status = Status::kOk;
  for (int k = 0; k < static_cast<int>(std::lround(time_s / 0.01)); ++k)
    status = robot.exchange(command, seen);
  return status;
}

TEST(NativeRobot, DoesNothingBeforeItIsArmed) {
  WiredFake robot(Pace::kRealTime);
  ASSERT_TRUE(robot.wire.take());
  Observation seen;
  keep(robot, at(0.5), 1, seen);
  EXPECT_EQ(seen.leg[0].joint[0].q_rad, 0);
  robot.wire.robot.enter(GuardMode::kReady);
  keep(robot, at(0.5), 1, seen);
  EXPECT_EQ(seen.leg[0].joint[0].q_rad, 0);
  robot.wire.robot.enter(GuardMode::kActive);
  keep(robot, at(0.5), 1, seen);
  EXPECT_NEAR(seen.leg[0].joint[0].q_rad, 0.17, 0.01);  // at 10 deg/s
  keep(robot, at(0.5), 2, seen);
  EXPECT_EQ(seen.leg[0].joint[0].q_rad, 0.5);
}

TEST(NativeRobot, HoldsWhenItsMasterIsGone) {
  WiredFake robot(Pace::kRealTime);
  robot.taken();
  Observation seen;
  keep(robot, at(0.5), 1, seen);
  robot.wire.network.is_cut = true;
  const std::int64_t cut_ns = robot.wire.network.now_ns();
  while (robot.wire.fleet.module(0).mode() == GuardMode::kActive)
    static_cast<void>(robot.exchange(at(0.6), seen));
  EXPECT_LE(robot.wire.network.now_ns() - cut_ns, 310'000'000);
  EXPECT_EQ(robot.plant.last_command().leg[0].joint[0].mode, JointMode::kHold);
  EXPECT_TRUE(robot.wire.robot.health().leg[0].contains(Trigger::kStale));
}

TEST(NativeRobot, GoesOnAfterAGapByANewGrantAlone) {
  WiredFake robot(Pace::kRealTime);
  robot.taken();
  Observation seen;
  keep(robot, at(0.5), 3, seen);
  robot.wire.network.is_cut = true;
  keep(robot, at(0.5), 0.5, seen);
  robot.wire.network.is_cut = false;
  keep(robot, at(0.7), 3, seen);
  EXPECT_EQ(seen.leg[0].joint[0].q_rad, 0.5);
  EXPECT_TRUE(robot.wire.robot.health().leg[0].contains(Trigger::kStale));
  robot.wire.robot.enter(GuardMode::kHold);
  keep(robot, Command{}, 1.5, seen);
  EXPECT_EQ(robot.wire.robot.health().leg[0], Triggers{});
  robot.wire.robot.enter(GuardMode::kActive);
  EXPECT_EQ(keep(robot, at(0.7), 4, seen), Status::kOk);
  EXPECT_EQ(seen.leg[0].joint[0].q_rad, 0.7);
  EXPECT_EQ(robot.wire.robot.health().leg[0], Triggers{});
}

TEST(NativeRobot, TellsWhenAModuleIsSentMoreThanWhatIsOurs) {
  WiredFake robot(Pace::kRealTime);
  robot.taken();
  Observation seen;
  keep(robot, at(0.5), 1, seen);
  for (int k = 0; k < 20; ++k) {
    for (int n = 0; n < 5; ++n) robot.wire.network.throw_at(1, test::Bytes(100), 99);
    keep(robot, at(0.5), 0.1, seen);
  }
  EXPECT_GT(robot.wire.robot.link(1).foreign, 10u);
  EXPECT_EQ(robot.wire.robot.link(0).foreign, 0u);
}

/// A command with an invalid tag.
Bytes forged_command() {
  Bytes bytes(native::datagram_bytes<native::Command>({}));
  native::write_header({native::Kind::kCommand, 1, 0, 0}, bytes);
  return bytes;
}

TEST(NativeRobot, TellsOfThreeForgedCommandsInTenSeconds) {
  WiredFake robot(Pace::kRealTime);
  robot.taken();
  Observation seen;
  keep(robot, at(0.5), 1, seen);
  for (int k = 0; k < 2; ++k) {
    robot.wire.network.throw_at(1, forged_command(), 99);
    keep(robot, at(0.5), 1, seen);
  }
  EXPECT_EQ(robot.wire.robot.link(1).foreign, 0u);
  robot.wire.network.throw_at(1, forged_command(), 99);
  keep(robot, at(0.5), 1, seen);
  EXPECT_EQ(robot.wire.robot.link(1).foreign, 1u);
}

TEST(NativeRobot, DoesNotKnowWhatElseTheBodyIsSent) {
  WiredFake robot(Pace::kRealTime);
  robot.taken();
  EXPECT_EQ(robot.wire.robot.link(2).foreign, std::nullopt);
}

TEST(NativeRobot, TellsOfAnswersThatAreNotTheModulesOwn) {
  const auto damage = [](Bytes& bytes) { bytes.back() ^= std::byte{1}; };
  WiredFake robot(Pace::kRealTime, [&](const Way& way, std::int64_t) {
    const bool is_forged = way.back && way.device == 1 && way.sequence % 100 == 50;
    return is_forged ? Fate{{2'000'000}, damage} : Fate{{2'000'000}};
  });
  robot.taken();
  Observation seen;
  keep(robot, at(0.5), 2, seen);
  EXPECT_EQ(robot.wire.robot.link(1).bad, 0u);
  keep(robot, at(0.5), 3, seen);
  EXPECT_GT(robot.wire.robot.link(1).bad, 0u);
  EXPECT_EQ(robot.wire.robot.link(0).bad, 0u);
}

TEST(NativeRobot, IsArmedByANewMasterWhoseModulesHadBeenLeftAlone) {
  WiredFake robot(Pace::kRealTime);
  robot.taken();
  Observation seen;
  keep(robot, at(0.5), 1, seen);
  robot.wire.network.is_cut = true;  // its master has died
  robot.wire.network.wait_until(robot.wire.network.now_ns() + 6'000'000'000);
  while (robot.wire.fleet.module(0).mode() == GuardMode::kActive)
    robot.wire.network.wait_until(robot.wire.network.now_ns() + 1'000'000'000);
  robot.wire.network.is_cut = false;
  test::Ends ends = fake_ends(Pace::kRealTime);
  ends.master.nonce = test::nonce(7);
  NativeRobot next(ends.master, robot.wire.network);
  const std::int64_t until_ns = robot.wire.network.now_ns() + 10'000'000'000;
  ASSERT_TRUE(next.ask(until_ns) && next.claim(until_ns));
  next.enter(GuardMode::kActive);
  for (int k = 0; k < 300; ++k) {
    static_cast<void>(next.exchange(at(0.5), seen));
    EXPECT_EQ(next.health().leg[0], Triggers{}) << k;
  }
  EXPECT_TRUE(next.has_torque());
  EXPECT_EQ(robot.wire.fleet.module(0).mode(), GuardMode::kActive);
}

TEST(NativeRobot, TakesNoCopyOfItsOwnForAStrangers) {
  std::mt19937 dice(3);
  WiredFake robot(Pace::kRealTime, [&](const Way&, std::int64_t) {
    const auto lot = dice() % 100;
    if (lot < 10) return Fate{{}};
    if (lot < 11) return Fate{{0, 4'000'000}};
    return lot < 16 ? Fate{{15'000'000}} : Fate{{2'000'000}};
  });
  robot.taken();
  Observation seen;
  keep(robot, at(0.5), 60, seen);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(robot.wire.robot.link(i).foreign, 0u);
}

TEST(NativeRobot, IsThereAgainWithinFiveSecondsWhenItsAddressHasChanged) {
  WiredFake robot(Pace::kRealTime);
  robot.taken();
  Observation seen;
  keep(robot, at(0.5), 1, seen);
  robot.wire.network.master = 8;  // a link between them was restarted
  keep(robot, at(0.5), 1, seen);
  EXPECT_TRUE(robot.wire.robot.health().leg[0].contains(Trigger::kStale));
  robot.wire.robot.enter(GuardMode::kHold);
  keep(robot, Command{}, 2, seen);
  EXPECT_EQ(robot.wire.robot.health().leg[0], Triggers{});
  EXPECT_TRUE(robot.wire.robot.health().session);
  EXPECT_EQ(robot.wire.fleet.module(0).mode(), GuardMode::kHold);
  robot.wire.robot.enter(GuardMode::kActive);
  EXPECT_EQ(keep(robot, at(0.7), 4, seen), Status::kOk);
  EXPECT_EQ(seen.leg[0].joint[0].q_rad, 0.7);
}

TEST(NativeRobot, SendsNoCommandThatBreaksALimit) {
  WiredFake robot(Pace::kRealTime);
  robot.taken();
  Observation seen;
  keep(robot, at(0.5), 1, seen);
  static_cast<void>(robot.exchange(at(3.5), seen));
  EXPECT_TRUE(robot.wire.robot.health().robot.contains(Trigger::kLimit));
  ASSERT_TRUE(robot.wire.robot.breach());
  EXPECT_EQ(robot.wire.robot.breach()->kind, LimitKind::kAngle);
  EXPECT_EQ(robot.plant.last_command().leg[0].joint[0].mode, JointMode::kHold);
  static_cast<void>(robot.exchange(at(0.5), seen));
  EXPECT_FALSE(robot.wire.robot.health().robot.contains(Trigger::kLimit));
}

TEST(NativeRobot, IsToldNothingTwiceByWhatWasOverheard) {
  WiredFake robot(Pace::kRealTime);
  robot.wire.network.listens_in = true;
  robot.taken();
  Observation seen;
  keep(robot, at(0.5), 1, seen);
  keep(robot, at(0.2), 1, seen);
  const std::vector<Bytes> heard = robot.wire.network.overheard(0);
  ASSERT_GT(heard.size(), 200u);
  for (const Bytes& each : heard) {
    robot.wire.network.throw_at(0, each);
    robot.wire.network.throw_at(0, each, 99);
  }
  keep(robot, at(0.2), 0.1, seen);
  EXPECT_EQ(seen.leg[0].joint[0].q_rad, 0.2);
  EXPECT_TRUE(robot.wire.robot.health().session);
}

/// The closed-form robot; its second module reboots once.
class RebootingRobot final : public test::RetoldRobot {
 public:
  RebootingRobot() : RetoldRobot(robot_) {}
  bool reboots = false;
  const Command& last_command() const { return robot_.last_command(); }

 private:
  void tell(Observation& seen) override {
    seen.leg[0].module.boots = 1;
    seen.leg[1].module.boots = reboots ? 2 : 1;
  }
  FakeRobot robot_;
};

TEST(NativeRobot, SeesWithinASecondThatAModuleHasRebootedAndDoesNotTrustIt) {
  RebootingRobot plant;
  test::WiredRobot wire(plant, fake_ends(Pace::kRealTime));
  ASSERT_TRUE(wire.take());
  NativeRobot& robot = wire.robot;
  robot.enter(GuardMode::kActive);
  Observation seen;
  for (int k = 0; k < 100; ++k) static_cast<void>(robot.exchange(at(0.1), seen));
  EXPECT_EQ(robot.health().leg[1], Triggers{});
  plant.reboots = true;
  bool lost = false;
  for (int k = 0; k < 100; ++k) {
    static_cast<void>(robot.exchange(at(0.2), seen));
    lost = lost || robot.health().leg[1].contains(Trigger::kLost);
  }
  EXPECT_TRUE(lost);
  EXPECT_TRUE(robot.health().leg[1].contains(Trigger::kRebooted));
  EXPECT_EQ(robot.health().leg[0], Triggers{});
  EXPECT_TRUE(robot.health().session);  // the master has found the module again
  EXPECT_EQ(plant.last_command().leg[1].joint[0].mode, JointMode::kHold);
  EXPECT_EQ(plant.last_command().leg[1].cup.mode, controller::CupMode::kHold);
}

TEST(NativeRobot, LetsAModuleThatIsBackGoOnByANewGrantAlone) {
  RebootingRobot plant;
  test::WiredRobot wire(plant, fake_ends(Pace::kRealTime));
  ASSERT_TRUE(wire.take());
  NativeRobot& robot = wire.robot;
  Observation seen;
  const auto pass = [&](int n_periods) {
    for (int k = 0; k < n_periods; ++k) static_cast<void>(robot.exchange(at(0.1), seen));
  };
  robot.enter(GuardMode::kActive);
  pass(100);
  ASSERT_EQ(wire.fleet.module(1).mode(), GuardMode::kActive);
  plant.reboots = true;
  pass(5);
  robot.enter(GuardMode::kDegradedLeg);
  pass(300);
  ASSERT_TRUE(robot.health().session);
  EXPECT_EQ(wire.fleet.module(1).mode(), GuardMode::kReady);
  robot.enter(GuardMode::kActive);
  pass(20);
  EXPECT_EQ(wire.fleet.module(1).mode(), GuardMode::kActive);
}

TEST(NativeRobot, IsNotArmedWhereGravityIsElsewhereThanItsScenarioHasIt) {
  for (const double lean_deg : {0.0, 15.0, 25.0, 90.0, 180.0}) {
    FakeRobot plant;
    test::Ends ends = fake_ends(Pace::kRealTime);
    const Eigen::AngleAxisd lean(lean_deg * M_PI / 180, Eigen::Vector3d::UnitY());
    ends.master.start.X_WB.linear() = lean.toRotationMatrix();
    test::WiredRobot wire(plant, ends);
    ASSERT_TRUE(wire.take());
    const bool may = wire.robot.set_up().empty();
    EXPECT_EQ(may, lean_deg < 20) << lean_deg;
    EXPECT_EQ(wire.robot.health().robot.contains(Trigger::kLimit), !may);
    if (may) continue;
    EXPECT_NE(wire.robot.refusals().front().find("attitude differs"), std::string::npos);
  }
}

TEST(NativeRobot, NamesWhatIsOtherThanTheRobotsFile) {
  test::Ends ends = fake_ends(Pace::kRealTime);
  std::swap(ends.fleet.model.leg[0].name, ends.fleet.model.leg[1].name);
  ends.fleet.model.leg[1].joint[2].q_max_rad = 1.5;
  ends.fleet.model.leg[1].joint[1].p_PJ.x() = 0.25;
  WiredFake robot(ends);
  EXPECT_TRUE(robot.wire.robot.ask(1'000'000'000));
  const std::vector<std::string> wrong = robot.wire.robot.mismatches();
  const std::vector<std::string> expected{
      "left: name: expected left, found right", "right: name: expected right, found left",
      "right: joint 2 position [m] x: expected 0, found 0.25",
      "right: joint 3 greatest angle [rad]: expected 3, found 1.5"};
  EXPECT_EQ(wrong, expected);
  EXPECT_EQ(robot.plant.last_command().leg[0].joint[0].mode, JointMode::kHold);
}

TEST(NativeRobot, NamesADeviceThatDoesNotAnswer) {
  test::Ends ends = fake_ends(Pace::kRealTime);
  ends.master.module_key[1][0] ^= std::byte{1};  // the module answers with another key
  WiredFake robot(ends);
  EXPECT_FALSE(robot.wire.robot.ask(1'000'000'000));
  ASSERT_EQ(robot.wire.robot.mismatches().size(), 1u);
  EXPECT_TRUE(
      robot.wire.robot.mismatches().front().starts_with("right: expected an answer, found none"));
}

TEST(NativeRobot, NamesWhoHoldsTheLease) {
  WiredFake robot(Pace::kRealTime);
  robot.taken();
  test::Ends other = fake_ends(Pace::kRealTime);
  other.master.owner = native::Label("ben");
  // master `ben` uses the same addresses of modules, from another address
  struct Elsewhere final : Network {
    explicit Elsewhere(WiredFake& wired) : robot(wired), mine(3) {}
    struct Line final : Port {
      void send(std::span<const std::byte> bytes) noexcept override {
        out.emplace_back(bytes.begin(), bytes.end());
      }
      std::span<const std::byte> receive(std::span<std::byte>) noexcept override { return {}; }
      std::vector<Bytes> out;
    };
    std::int64_t now_ns() const noexcept override { return robot.wire.network.now_ns(); }
    Port& port(std::size_t k) noexcept override { return mine[k]; }
    void wait_until(std::int64_t time_ns) noexcept override {
      for (std::size_t k = 0; k < mine.size(); ++k)
        for (const Bytes& each : std::exchange(mine[k].out, {}))
          robot.wire.network.throw_at(k, each, 99);
      robot.wire.network.wait_until(time_ns);
    }
    WiredFake& robot;
    std::vector<Line> mine;
  } elsewhere(robot);
  NativeRobot ben(other.master, elsewhere);
  EXPECT_FALSE(ben.ask(elsewhere.now_ns() + 1'000'000'000));
  EXPECT_EQ(robot.wire.fleet.module(0).session().holder(), "anna on pc3");
}

TEST(NativeRobot, SendsNothingButQuestionsUntilItClaims) {
  WiredFake robot(Pace::kRealTime);
  robot.wire.network.listens_in = true;
  EXPECT_TRUE(robot.wire.robot.ask(5'000'000'000));
  for (std::size_t k = 0; k < 3; ++k)
    for (const Bytes& each : robot.wire.network.overheard(k))
      EXPECT_EQ(static_cast<native::Kind>(each[5]), native::Kind::kAsk);
}

/// A tenth is lost, 1 % arrives twice, the others arrive within 114 ms at the 99th percentile.
test::VirtualNetwork::Fates wifi(std::uint32_t seed) {
  auto dice = std::make_shared<std::mt19937>(seed);
  return [dice](const Way&, std::int64_t) {
    std::uniform_real_distribution<double> u(0, 1);
    std::exponential_distribution<double> jitter(1 / 0.0226);
    if (u(*dice) < 0.1) return Fate{{}};
    const auto delay = [&] { return static_cast<std::int64_t>(1e9 * (0.01 + jitter(*dice))); };
    Fate fate{{delay()}};
    if (u(*dice) < 0.01) fate.delay_ns.push_back(delay());
    return fate;
  };
}

TEST(NativeRobot, StaysActiveOverAWireThatLosesATenth) {
  for (std::uint32_t seed = 0; seed < 4; ++seed) {
    WiredFake robot(Pace::kRealTime, wifi(seed));
    robot.taken();
    Observation seen;
    int n_triggered = 0;
    for (int k = 0; k < 60'000; ++k) {  // ten minutes
      static_cast<void>(robot.exchange(at(0.3), seen));
      for (const Triggers& leg : robot.wire.robot.health().leg) n_triggered += leg != Triggers{};
    }
    EXPECT_EQ(n_triggered, 0) << seed;
    EXPECT_EQ(robot.wire.fleet.module(0).mode(), GuardMode::kActive);
    const LinkStatistics link = robot.wire.robot.link(0);
    EXPECT_NEAR(static_cast<double>(link.missing.value_or(0)) / 60'000, 0.1, 0.1);
    EXPECT_GT(link.round_trip_p99_ns.value_or(0), 100'000'000);
  }
}

TEST(NativeRobot, IsLostInLockStepWhenTheModulesSayNothing) {
  WiredFake robot(Pace::kLockStep);
  robot.taken();
  Observation seen;
  EXPECT_EQ(robot.exchange(at(0.1), seen), Status::kOk);
  EXPECT_TRUE(robot.wire.robot.health().session);
  robot.wire.network.is_cut = true;
  EXPECT_EQ(robot.exchange(at(0.2), seen), Status::kLost);
  EXPECT_FALSE(robot.wire.robot.health().session);
}

TEST(NativeRobot, SurvivesLossInLockStepToTheBit) {
  std::mt19937 dice(5);
  WiredFake lossy(Pace::kLockStep,
                  [&](const Way&, std::int64_t) { return dice() % 4 == 0 ? Fate{{}} : Fate{}; });
  WiredFake perfect(Pace::kLockStep);
  lossy.taken();
  perfect.taken();
  Observation a, b;
  for (int k = 0; k < 200; ++k) {
    EXPECT_EQ(lossy.exchange(at(0.01 * k), a), Status::kOk);
    EXPECT_EQ(perfect.exchange(at(0.01 * k), b), Status::kOk);
    ASSERT_EQ(contract::bits(named_model(), a), contract::bits(named_model(), b)) << k;
  }
}

}  // namespace
}  // namespace ventosa::hal::native_robot_test
