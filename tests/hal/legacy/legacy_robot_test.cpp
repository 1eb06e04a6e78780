#include "hal/legacy/legacy_robot.h"

#include <gtest/gtest.h>

#include <random>

#include "scenarios/format/gap_trace_file.h"
#include "tests/hal/fake_robot.h"
#include "tests/hal/legacy/legacy_twin.h"
#include "tests/hal/robot_contract.h"
#include "tests/sim/stands.h"

/// Both ends of the legacy protocol in front of the twin.
namespace ventosa::hal::legacy_robot_test {
namespace {

using controller::Command;
using controller::CupMode;
using controller::JointMode;
using controller::Observation;
using test::Bytes;
using test::Fate;
using test::LegacyWire;
using test::Way;

constexpr std::int64_t kMs = 1'000'000;

/// The twin with everything between it and its master.
class WiredTwin final : public Robot {
 public:
  explicit WiredTwin(const sim::TwinConfig& config, const LegacyQuirks& quirks,
                     test::VirtualNetwork::Fates fates = {},
                     LegacyAddresses addresses = LegacyAddresses::kOneEach)
      : model(sim::romerin4()),
        plant(model, config),
        wire(plant, ends(quirks, addresses), std::move(fates)) {}

  WiredTwin& taken() {
    EXPECT_TRUE(wire.take());
    for (const std::string& why : wire.robot.refusals()) ADD_FAILURE() << why;
    wire.robot.enter(GuardMode::kActive);
    return *this;
  }
  const Capabilities& capabilities() const noexcept override { return wire.robot.capabilities(); }
  Status start(controller::Start& start) noexcept override { return wire.robot.start(start); }
  Status exchange(const Command& command, Observation& seen) noexcept override {
    return wire.robot.exchange(command, seen);
  }

  const models::Robot model;
  sim::Twin plant;
  LegacyWire wire;

 private:
  test::LegacyEnds ends(const LegacyQuirks& quirks, LegacyAddresses addresses) {
    test::LegacyEnds ends = test::legacy_ends(model, contract::started(plant));
    ends.fleet.quirks = quirks;
    ends.fleet.addresses = addresses;
    if (addresses == LegacyAddresses::kShared) ends.master.module = shared_address(4);
    return ends;
  }
};

sim::TwinConfig standing(double tilt_rad) { return sim::standing(sim::romerin4(), tilt_rad); }

sim::TwinConfig with_servos(double tilt_rad) {
  sim::TwinConfig config = standing(tilt_rad);
  config.drive = sim::drive_options(sim::Fidelity::kFull);
  return config;
}

Subject wired(const sim::TwinConfig& config, const LegacyQuirks& quirks,
              LegacyAddresses addresses = LegacyAddresses::kOneEach) {
  auto robot =
      std::make_unique<WiredTwin>(config, quirks, test::VirtualNetwork::Fates{}, addresses);
  robot->taken();
  LegacyRobot& end = robot->wire.robot;
  const controller::RobotModel model = robot->model.nominal;
  return {std::move(robot), model, [&end] { end.release(); }};
}
Subject on_a_wall() { return wired(standing(M_PI / 2), LegacyQuirks::faithful()); }
Subject by_servos() { return wired(with_servos(0), LegacyQuirks::faithful()); }
Subject at_one_address() {
  return wired(standing(0), LegacyQuirks::none(), LegacyAddresses::kShared);
}

INSTANTIATE_TEST_SUITE_P(LegacyRobot, RobotContract,
                         every_check({{"on_a_wall", on_a_wall},
                                      {"by_servos", by_servos},
                                      {"at_one_address", at_one_address}}),
                         name_of);

// with a closed-form robot whose cups have 5000 Pa

/// The closed-form robot with the joints of a real one: nothing moves by itself.
struct WiredFake {
  explicit WiredFake(const LegacyQuirks& quirks = LegacyQuirks::faithful(),
                     test::VirtualNetwork::Fates fates = {})
      : wire(plant, ends(quirks), std::move(fates)) {}

  test::LegacyEnds ends(const LegacyQuirks& quirks) {
    test::LegacyEnds ends = test::legacy_ends(sim::romerin4(), contract::started(plant));
    ends.fleet.quirks = quirks;
    return ends;
  }
  WiredFake& taken() {
    EXPECT_TRUE(wire.take());
    for (const std::string& why : wire.robot.refusals()) ADD_FAILURE() << why;
    wire.robot.enter(GuardMode::kActive);
    return *this;
  }
  void keep(const Command& command, double time_s) {
    for (int k = 0; k < std::lround(time_s / 0.04); ++k)
      static_cast<void>(wire.robot.exchange(command, seen));
  }
  void pass(double time_s) {
    const std::int64_t end_ns = wire.network.now_ns() + std::llround(1e9 * time_s);
    while (wire.network.now_ns() < end_ns) wire.network.wait_until(end_ns);
  }
  bool has(Trigger trigger, std::size_t leg = 0) const {
    return wire.robot.health().leg[leg].contains(trigger);
  }

  FakeRobot plant;
  LegacyWire wire;
  Observation seen;
};

/// All joints of all legs at one angle.
Command at(double q_rad) {
  Command command;
  for (controller::LegCommand& leg : command.leg)
    for (controller::JointSetpoint& joint : leg.joint)
      joint = {.mode = JointMode::kPosition, .q_rad = q_rad, .profile = {.speed_rad_s = 0.5}};
  return command;
}

/// Each direction of each link starts at its own place in the trace; a tenth is lost.
test::VirtualNetwork::Fates busy(std::uint32_t seed, double loss) {
  const GapTrace gaps =
      scenarios::read_gap_trace(VENTOSA_SOURCE_DIR "/models/data/traces/wifi.yaml");
  auto dice = std::make_shared<std::mt19937>(seed);
  std::uniform_real_distribution<double> u(0, 1);
  const double start = u(*dice);
  return [gaps, dice, start, loss](const Way& way, std::int64_t now_ns) {
    std::uniform_real_distribution<double> chance(0, 1);
    if (chance(*dice) < loss) return Fate{{}};
    const double own = start + 0.13 * static_cast<double>(way.device) + (way.back ? 0.37 : 0);
    const auto delay_ns = delay_through_gaps(gaps, own - std::floor(own), now_ns, 5 * kMs);
    return Fate{{*delay_ns}};
  };
}

TEST(LegacyRobot, HoldsForNothingInTenMinutesOfABusyNetwork) {
  for (std::uint32_t seed = 0; seed < 4; ++seed) {
    WiredFake robot(LegacyQuirks::faithful(), busy(seed, seed % 2 == 0 ? 0 : 0.05));
    robot.taken();
    int n_triggered = 0;
    for (int k = 0; k < 15'000; ++k) {
      static_cast<void>(robot.wire.robot.exchange(at(0.2 * std::sin(0.01 * k)), robot.seen));
      for (const Triggers& leg : robot.wire.robot.health().leg) n_triggered += leg != Triggers{};
    }
    EXPECT_EQ(n_triggered, 0) << seed;
    const auto& reported = robot.wire.robot.line(0).telemetry();
    EXPECT_GT(reported.longest_gap_ns(), 600 * kMs);  // the cups carried a load
    EXPECT_LT(reported.longest_gap_ns(), 1000 * kMs);
  }
}

TEST(LegacyRobot, IsStaleAtFifteenMeasuredPeriodsWithinItsBounds) {
  for (const bool gaps : {false, true}) {
    WiredFake robot(LegacyQuirks::faithful(), gaps ? busy(1, 0) : test::VirtualNetwork::Fates{});
    robot.taken().keep({}, 20);
    robot.wire.network.is_cut = true;
    const auto& reported = robot.wire.robot.line(0).telemetry();
    const std::int64_t period_ns = reported.period_ns();
    while (!robot.has(Trigger::kStale)) robot.keep({}, 0.04);
    const std::int64_t due_ns = std::clamp(15 * period_ns, 1000 * kMs, 1500 * kMs);
    const std::int64_t age_ns = robot.wire.network.now_ns() - reported.reading().sampled_ns;
    EXPECT_GE(age_ns, due_ns);
    EXPECT_LE(age_ns, due_ns + 41 * kMs);
  }
}

TEST(LegacyRobot, DoesNothingBeforeItIsArmed) {
  WiredFake robot;
  robot.taken().wire.robot.enter(GuardMode::kReady);
  robot.keep(at(0.3), 2);
  EXPECT_EQ(robot.plant.last_command().leg[0].joint[0].q_rad, 0);
  robot.wire.robot.enter(GuardMode::kActive);
  robot.keep(at(0.3), 2);
  EXPECT_NEAR(robot.plant.last_command().leg[0].joint[0].q_rad, 0.3, 0.002);
}

TEST(LegacyRobot, SendsATickInOneDatagramAndWhatHasNotChangedSeldom) {
  WiredFake robot;
  robot.taken().keep(at(0.3), 3);
  robot.wire.network.listens_in = true;
  robot.keep(at(0.3), 10);
  // goals and cup twice a second, settings every other second, the heartbeat, in 250 ticks
  EXPECT_LT(robot.wire.network.overheard(0).size(), 60u);
  EXPECT_GE(robot.wire.network.overheard(0).size(), 20u);
  int n_frames = 0;
  for (const Bytes& each : robot.wire.network.overheard(0))
    legacy::decode(each, [&]<class T>(const T&) {
      EXPECT_TRUE((std::is_same_v<T, legacy::Frame>));
      ++n_frames;
    });
  EXPECT_LT(n_frames, 250);
}

TEST(LegacyRobot, GivesTorqueToALimpLegMotorAfterMotorWhereItStands) {
  WiredFake robot;
  robot.wire.fleet.boot(0, 0);
  robot.taken();
  EXPECT_FALSE(robot.wire.fleet.module(0).servo(0).torque);
  robot.wire.network.listens_in = true;
  std::vector<int> order;
  for (int k = 0; k < 200; ++k) {
    robot.keep(at(0.1), 0.04);
    const std::size_t before = order.size();
    for (int m = 0; m < 6; ++m) {
      const bool known = std::find(order.begin(), order.end(), m) != order.end();
      if (known || !robot.wire.fleet.module(0).servo(m).torque) continue;
      order.push_back(m);
      const auto j = static_cast<std::size_t>(m);
      EXPECT_LT(std::abs(robot.plant.last_command().leg[0].joint[j].q_rad), 0.01);
    }
    EXPECT_LE(order.size(), before + 1);
    EXPECT_TRUE(order.size() == 6 || !robot.wire.robot.has_torque());
  }
  EXPECT_EQ(order, (std::vector{0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(robot.wire.robot.has_torque());
  robot.keep(at(0.1), 3);
  for (std::size_t j = 0; j < 6; ++j)
    EXPECT_NEAR(robot.plant.last_command().leg[0].joint[j].q_rad, 0.1, 0.003) << j;
}

TEST(LegacyRobot, LeavesAWristThatIsPassiveWithoutTorqueAndTakesItAgain) {
  WiredFake robot;
  robot.taken();
  Command command = at(0.1);
  for (const std::size_t j : {3u, 4u, 5u}) command.leg[0].joint[j] = {.mode = JointMode::kPassive};
  robot.keep(command, 1);
  for (int m = 0; m < 6; ++m) EXPECT_EQ(robot.wire.fleet.module(0).servo(m).torque, m < 3) << m;
  EXPECT_EQ(robot.seen.leg[0].joint[4].torque, controller::Switch::kOff);
  EXPECT_EQ(robot.wire.robot.health().leg[0], Triggers{});
  robot.keep({}, 1);  // a hold leaves it passive
  EXPECT_FALSE(robot.wire.fleet.module(0).servo(4).torque);
  robot.keep(at(0.1), 4);
  for (int m = 0; m < 6; ++m) EXPECT_TRUE(robot.wire.fleet.module(0).servo(m).torque) << m;
  EXPECT_NEAR(robot.plant.last_command().leg[0].joint[4].q_rad, 0.1, 0.003);
}

TEST(LegacyRobot, LetsNothingGoWhenItIsReleased) {
  WiredFake robot;
  robot.taken().keep(at(0.2), 3);
  robot.wire.robot.release();
  robot.pass(20);
  EXPECT_FALSE(robot.wire.fleet.module(0).master());
  for (int m = 0; m < 6; ++m) EXPECT_TRUE(robot.wire.fleet.module(0).servo(m).torque);
  EXPECT_NE(robot.plant.last_command().leg[0].cup.mode, CupMode::kRelease);
}

TEST(LegacyRobot, WaitsUntilAnothersClaimHasRunOut) {
  WiredFake robot;
  robot.wire.network.throw_at(2, test::bytes_of(legacy::SetMasterIp{}), Source{99} << 16);
  robot.pass(0.1);
  EXPECT_TRUE(robot.wire.robot.claim(20'000 * kMs));
  EXPECT_GT(robot.wire.network.now_ns(), 5000 * kMs);
}

TEST(LegacyRobot, NamesAModuleThatDoesNotAnswer) {
  WiredFake robot(LegacyQuirks::none(),
                  [](const Way& way, std::int64_t) { return way.device == 1 ? Fate{{}} : Fate{}; });
  EXPECT_FALSE(robot.wire.take(4000 * kMs));
  EXPECT_EQ(robot.wire.robot.refusals(),
            std::vector<std::string>{"front_right: telemetry: expected, found none: it is off, "
                                     "unreachable, or has another master"});
}

TEST(LegacyRobot, NamesModulesThatAreSwapped) {
  WiredFake here;
  test::LegacyEnds ends = here.ends(LegacyQuirks::none());
  std::swap(ends.fleet.robot.nominal.leg[0].name, ends.fleet.robot.nominal.leg[1].name);
  FakeRobot plant;
  LegacyWire wire(plant, ends);
  EXPECT_FALSE(wire.take());
  EXPECT_EQ(
      wire.robot.refusals(),
      (std::vector<std::string>{"front_left: name: expected front_left, found front_right",
                                "front_right: name: expected front_right, found front_left"}));
}

TEST(LegacyRobot, RefusesAMotorWhoseModeCannotBeSet) {
  WiredFake robot;
  robot.wire.network.throw_at(
      0, test::bytes_of(legacy::ControlMode{1, legacy::ServoMode::kVelocity}), 99);
  EXPECT_FALSE(robot.wire.take(5000 * kMs));
  EXPECT_EQ(
      robot.wire.robot.refusals(),
      std::vector<std::string>{
          "front_left: control mode: expected each joint is in its mode, or can be "
          "switched to it, found joint 2: another one, fixed while its torque is on: support the "
          "leg and switch its torque off"});
}

// faults

TEST(LegacyRobot, FindsAModuleThatHasRebooted) {
  WiredFake robot;
  robot.taken().keep(at(0.1), 3);
  robot.wire.fleet.boot(1, robot.wire.network.now_ns());
  robot.keep(at(0.1), 4);
  EXPECT_TRUE(robot.has(Trigger::kStale, 1));
  robot.wire.robot.enter(GuardMode::kDegradedLeg);
  robot.keep(at(0.1), 4);
  EXPECT_TRUE(robot.has(Trigger::kRebooted, 1));
  EXPECT_TRUE(robot.has(Trigger::kUnsafeCup, 1));  // its zero is unverified
  EXPECT_FALSE(robot.has(Trigger::kRebooted, 0));
  robot.keep(at(0.1), 15);
  EXPECT_FALSE(robot.has(Trigger::kRebooted, 1));
  EXPECT_TRUE(robot.has(Trigger::kUnsafeCup, 1));
  EXPECT_FALSE(robot.wire.fleet.module(1).servo(0).torque);      // nothing starts again by itself
  EXPECT_EQ(robot.wire.fleet.module(1).turbine_percent(), 100);  // except the cup that was attached
}

TEST(LegacyLine, TakesTorqueThatIsOffAfterASilenceForAReboot) {
  for (const std::int64_t silence_ns : {1900 * kMs, 2000 * kMs}) {
    legacy::LegacyLine line(
        {.name = "left", .motors = legacy::leg_motors(sim::romerin4(), 0), .cup = {0.0254, 48}});
    const auto tell = [&](std::uint8_t status, std::int64_t now_ns) {
      line.hear({legacy::SuctionCupInfo{.vacuum_Pa = 5000}}, now_ns);  // it continues to hold
      for (std::uint8_t m = 0; m < legacy::kMotors; ++m)
        line.hear({legacy::MotorInfo{.motor = m, .status = status}}, now_ns);
    };
    tell(legacy::MotorStatus::kTorqueOn, kMs);
    tell(0, kMs + silence_ns);
    EXPECT_EQ(line.has_rebooted(kMs + silence_ns), silence_ns >= 2000 * kMs);
    EXPECT_TRUE(line.has_lost_torque(kMs + silence_ns));
  }
}

TEST(LegacyRobot, IsStaleWhereOneMotorAloneIsNotHeard) {
  bool is_lost = false;
  WiredFake robot(LegacyQuirks::faithful(), [&](const Way&, std::int64_t) {
    return Fate{.damage = [&](Bytes& bytes) {
      const bool of_motor_3 = bytes[3] == std::byte{0x01} && bytes[4] == std::byte{2};
      if (is_lost && of_motor_3) bytes[0] = std::byte{0};
    }};
  });
  robot.taken().keep({}, 2);
  EXPECT_FALSE(robot.has(Trigger::kStale));
  is_lost = true;
  robot.keep({}, 2);
  EXPECT_TRUE(robot.has(Trigger::kStale));
}

TEST(LegacyRobot, TakesTorqueThatSomebodyElseTurnedOffForAFault) {
  WiredFake robot;
  robot.taken().keep(at(0.1), 3);
  robot.wire.network.throw_at(0, test::bytes_of(legacy::TorqueOff{2}), 99);
  robot.keep(at(0.1), 0.12);
  EXPECT_TRUE(robot.has(Trigger::kJointFault));
  EXPECT_FALSE(robot.has(Trigger::kRebooted));
  robot.wire.robot.enter(GuardMode::kHold);
  robot.keep({}, 3);
  EXPECT_EQ(robot.wire.robot.health().leg[0], Triggers{});  // it can be acknowledged
  EXPECT_FALSE(robot.wire.fleet.module(0).servo(2).torque);
  robot.wire.robot.enter(GuardMode::kActive);
  robot.keep(at(0.1), 2);
  EXPECT_TRUE(robot.wire.fleet.module(0).servo(2).torque);
}

TEST(LegacyRobot, TellsCommandsOfStrangersFromItsOwnByTheirEchoes) {
  WiredFake robot;
  robot.taken();
  const auto walk = [&](double time_s) {
    for (int k = 0; k < time_s / 0.04; ++k) robot.keep(at(0.1 + 0.1 * std::sin(0.1 * k)), 0.04);
  };
  walk(8);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(robot.wire.robot.link(i).foreign, 0u);
  robot.wire.network.throw_at(0, test::bytes_of(legacy::TorqueOff{2}), 99);
  walk(0.4);
  EXPECT_EQ(robot.wire.robot.link(0).foreign, 1u);
  EXPECT_EQ(robot.wire.robot.link(0).last_foreign, "TORQUE_OFF");
  for (int k = 0; k < 10; ++k) {  // of another master, among our own of the same kind
    robot.wire.network.throw_at(1, test::bytes_of(legacy::SuctionCup{0}), 99);
    walk(0.5);
  }
  EXPECT_GT(robot.wire.robot.link(1).foreign, 3u);
  EXPECT_EQ(robot.wire.robot.link(1).last_foreign, "SUCTION_CUP");
  EXPECT_EQ(robot.wire.robot.link(0).foreign, 1u);
}

TEST(LegacyRobot, TakesNoEchoOfItsOwnForAStrangersOnABadNetwork) {
  std::mt19937 dice(7);
  WiredFake robot(LegacyQuirks::faithful(), [&](const Way&, std::int64_t) {
    std::uniform_real_distribution<double> chance(0, 1);
    const auto late = [&] { return static_cast<std::int64_t>(1e8 * chance(dice)); };
    const double lot = chance(dice);
    return lot < 0.1 ? Fate{{}} : lot < 0.11 ? Fate{{late(), late()}} : Fate{{late()}};
  });
  robot.taken();
  for (int k = 0; k < 3000; ++k) robot.keep(at(0.1 + 0.1 * std::sin(0.1 * k)), 0.04);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(robot.wire.robot.link(i).foreign, 0u);
}

TEST(LegacyRobot, LeavesProfileSpeedsAsTheModulesConfigurationHasThem) {
  WiredFake robot;
  EXPECT_NEAR(robot.wire.fleet.module(1).servo(3).profile_deg_s, 6.9, 1e-9);
  robot.taken().keep(at(0.1), 2);
  EXPECT_GT(robot.wire.fleet.module(1).servo(3).profile_deg_s, 20);
  robot.wire.robot.leave();
  for (std::size_t i = 0; i < 2; ++i)
    for (int m = 0; m < 6; ++m)
      EXPECT_NEAR(robot.wire.fleet.module(i).servo(m).profile_deg_s, 6.9, 1e-9) << i << m;
  EXPECT_EQ(robot.wire.robot.not_restored(), std::vector<std::string>{});
}

TEST(LegacyRobot, GoesAsFarAsAModuleLetsItWhereItsLimitsAreNarrower) {
  constexpr double kLess_rad = 0.6 * kRad_deg;
  FakeRobot plant;
  test::LegacyEnds ends = test::legacy_ends(sim::romerin4(), contract::started(plant));
  controller::Joint& joint = ends.fleet.robot.nominal.leg[0].joint[0];
  const double requested_rad = joint.q_max_rad;
  joint.q_max_rad -= kLess_rad;
  LegacyWire wire(plant, ends);
  ASSERT_TRUE(wire.take());
  const auto& reported = wire.robot.line(0).telemetry().identity().limits[0];
  ASSERT_LT(double{reported->max_deg}, wire.robot.line(0).motors().motor[0].max_deg);
  wire.robot.enter(GuardMode::kActive);
  Observation seen;
  Command command = at(0.1);
  command.leg[0].joint[0].q_rad = requested_rad;
  for (int k = 0; k < 400; ++k) static_cast<void>(wire.robot.exchange(command, seen));
  EXPECT_GT(wire.fleet.module(0).servo(0).goal_deg, double{reported->max_deg} - 0.7);
}

TEST(LegacyRobot, SaysWhoseProfileSpeedsItDoesNotKnow) {
  constexpr std::byte kConfigV2{0x31};
  WiredFake robot(LegacyQuirks::faithful(), [](const Way& way, std::int64_t) {
    Fate fate;
    if (way.back && way.device == 1)
      fate.damage = [](Bytes& bytes) {
        if (bytes[3] == kConfigV2) bytes.clear();
      };
    return fate;
  });
  robot.taken().keep(at(0.1), 2);
  const std::vector<std::string> lines = robot.wire.robot.not_restored();
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].find(robot.wire.robot.line(1).name() + ": previous profile speeds: unknown"),
            0u);
}

TEST(LegacyRobot, ToldNothingYetKnowsNothing) {
  WiredFake robot;
  const LinkStatistics link = robot.wire.robot.link(0);
  EXPECT_FALSE(link.age_ns || link.longest_gap_ns || link.missing || link.round_trip_p50_ns);
  const controller::LegReading reading = robot.wire.robot.line(0).telemetry().reading();
  EXPECT_FALSE(reading.module.power || reading.joint[0].torque || reading.joint[0].errors);
  for (const double each : {reading.joint[0].temperature_C, reading.joint[0].current_A,
                            reading.pack.voltage_V, reading.module.loop_s})
    EXPECT_FALSE(controller::is_known(each));
}

TEST(LegacyRobot, FindsADeadServoByFrozenJointsAndASlowLoop) {
  WiredFake robot;
  robot.taken();
  for (int k = 0; k < 100; ++k) robot.keep(at(0.004 * k), 0.04);
  EXPECT_FALSE(robot.has(Trigger::kJointsFrozen));
  robot.wire.fleet.module(0).kill_servo(3);
  for (int k = 100; k < 150; ++k) robot.keep(at(0.004 * k), 0.04);
  EXPECT_TRUE(robot.has(Trigger::kJointsFrozen, 0));
  EXPECT_FALSE(robot.has(Trigger::kJointsFrozen, 1));
}

TEST(LegacyRobot, RecoversWithinTwoSecondsFromAnothersStrayByteAndFullQueue) {
  WiredFake robot;
  robot.taken().keep(at(0.1), 3);
  robot.wire.network.throw_at(0, {std::byte{0xaa}}, 99);
  robot.keep(at(0.12), 2);
  EXPECT_NEAR(robot.plant.last_command().leg[0].joint[0].q_rad, 0.12, 0.003);
  for (int k = 0; k < 40; ++k)
    robot.wire.network.throw_at(
        0, test::bytes_of(legacy::VelocityProfile{static_cast<std::uint8_t>(k % 6), 20}), 99);
  robot.keep(at(0.15), 2);
  EXPECT_NEAR(robot.plant.last_command().leg[0].joint[0].q_rad, 0.15, 0.003);
  EXPECT_EQ(robot.wire.fleet.module(0).turbine_percent(), 100);
}

TEST(LegacyRobot, TurnsCompactTelemetryOffAgain) {
  WiredFake robot;
  robot.taken().keep({}, 1);
  robot.wire.network.throw_at(0, test::bytes_of(legacy::CompactModeOn{}), 99);
  robot.keep({}, 2);
  EXPECT_EQ(robot.wire.robot.health().leg[0], Triggers{});
  EXPECT_NEAR(robot.seen.leg[0].cup.vacuum_Pa, 5000, 1);
}

TEST(LegacyRobot, TrustsACupsZeroTwelveSecondsAfterItIsHeard) {
  WiredFake robot;
  Observation seen;
  Command release;
  release.leg[0].cup.mode = CupMode::kRelease;
  static_cast<void>(robot.plant.exchange(release, seen));
  robot.wire.fleet.boot(0, 0);
  EXPECT_TRUE(robot.wire.robot.claim(10'000 * kMs));
  const std::int64_t heard_ns = robot.wire.network.now_ns();
  EXPECT_EQ(robot.wire.robot.cup_zero(0), CupZero::kSettling);
  EXPECT_FALSE(robot.wire.robot.settle(heard_ns + 11'000 * kMs));
  EXPECT_TRUE(robot.wire.robot.refusals()[0].starts_with("front_left: zero of its cup"));
  EXPECT_TRUE(robot.wire.robot.settle(heard_ns + 13'000 * kMs));
  EXPECT_EQ(robot.wire.robot.cup_zero(0), CupZero::kTrusted);
  EXPECT_EQ(robot.wire.robot.cup_zero(1), CupZero::kDistrusted);  // it holds
}

TEST(LegacyRobot, IsChangedByNothingThatIsNoFrameOfItsModule) {
  WiredFake robot;
  robot.taken().keep(at(0.1), 2);
  const controller::LegReading before = robot.wire.robot.line(0).telemetry().reading();
  const auto throw_back = [&](const Bytes& bytes) {
    robot.wire.network.device_ports()[0]->send(test::VirtualNetwork::kMaster, bytes);
  };
  const std::uint64_t rejected = robot.wire.robot.link(0).rejected;
  Bytes info = test::bytes_of(legacy::MotorInfo{.motor = 0, .angle_deg = 90});
  Bytes is_nan = info, is_cut(info.begin(), info.end() - 1),
        is_virtual =
            test::bytes_of(legacy::MotorInfo{.motor = 0, .angle_deg = 90}, std::uint8_t{1});
  is_nan[9] = is_nan[8] = std::byte{0xff};
  is_nan[10] = std::byte{0x7f};
  Bytes followed = info;
  followed.push_back(std::byte{0xaa});
  for (const Bytes& each : {is_nan, is_cut, is_virtual, followed, Bytes(40, std::byte{0xaa})})
    throw_back(each);
  std::uint64_t n = 0;
  while (robot.wire.robot.link(0).rejected < rejected + 5 && ++n < 3) {
    robot.wire.network.is_cut = true;
    robot.keep(at(0.1), 0.04);
  }
  EXPECT_EQ(robot.wire.robot.link(0).rejected, rejected + 5);
  EXPECT_EQ(robot.seen.leg[0].joint[0].q_rad, before.joint[0].q_rad);
}

}  // namespace
}  // namespace ventosa::hal::legacy_robot_test
