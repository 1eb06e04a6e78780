#include "hal/emulator/legacy_module.h"

#include <gtest/gtest.h>

#include "tests/hal/fake_robot.h"
#include "tests/hal/legacy/legacy_twin.h"
#include "tests/hal/robot_contract.h"
#include "tests/sim/stands.h"

/// The emulated module alone: its rules, and the effect of each of its quirks.
namespace ventosa::hal::legacy_module_test {
namespace {

using namespace legacy;
using test::Bytes;
using test::bytes_of;

constexpr std::int64_t kSecond = 1'000'000'000;

/// An emulated fleet, and a sender that talks to its first module.
struct Speaker {
  explicit Speaker(const LegacyQuirks& quirks = LegacyQuirks::faithful())
      : network(4), fleet(config(quirks), plant, network.device_ports()) {
    network.serve = [this](std::int64_t now_ns) { fleet.serve(now_ns); };
    network.period_ns = plant.capabilities().control_period_ns;
    network.each_period = [this](std::int64_t now_ns) { static_cast<void>(fleet.advance(now_ns)); };
  }

  static LegacyFleetConfig config(const LegacyQuirks& quirks) {
    return {.robot = sim::romerin4(), .quirks = quirks, .answer_port = std::nullopt};
  }
  /// Advances time and stores what was received.
  void pass(double time_s) {
    const std::int64_t end_ns = network.now_ns() + std::llround(1e9 * time_s);
    while (network.now_ns() < end_ns) {
      network.wait_until(end_ns);
      std::array<std::byte, kDatagramRoom> buffer;
      for (auto got = network.port(0).receive(buffer); !got.empty();
           got = network.port(0).receive(buffer))
        came.emplace_back(got.begin(), got.end());
    }
  }
  void say(const Message& message, Source from = test::VirtualNetwork::kMaster) {
    network.throw_at(0, bytes_of(message), from);
  }
  /// Pings meanwhile.
  void keep(double time_s) {
    for (double t = 0; t < time_s; t += 0.88) {
      say(SetMasterIp{});
      pass(std::min(0.88, time_s - t));
    }
  }
  const LegacyServo& servo(int m) { return fleet.module(0).servo(m); }

  /// All received messages of one type.
  template <class T>
  std::vector<T> heard() const {
    std::vector<T> all;
    for (const Bytes& each : came) {
      Frame frame;
      if (check_framing(each) == Reject::kNone && decode_frame(each, frame).reject == Reject::kNone)
        if (const auto* const message = std::get_if<T>(&frame.message)) all.push_back(*message);
    }
    return all;
  }

  FakeRobot plant;
  test::VirtualNetwork network;
  LegacyFleet fleet;
  std::vector<Bytes> came;
};

// sent by the module itself

TEST(LegacyModule, SaysNothingThatTheCodecRefuses) {
  for (const auto& quirks : {LegacyQuirks::none(), LegacyQuirks::faithful()}) {
    Speaker speaker(quirks);
    speaker.keep(2);
    for (const Message& each : std::initializer_list<Message>{
             GetName{}, GetConfig{}, GetConfigV2{}, GetMotorInfo{2}, GetFixedMotorInfo{5},
             GoalAngle{1, 100}, TorqueOff{0}, CompactModeOn{}})
      speaker.say(each);
    speaker.keep(2);
    for (const Bytes& each : speaker.came)
      decode(each, [&]<class T>(const T&) { EXPECT_TRUE((std::is_same_v<T, Frame>)); });
    EXPECT_EQ(speaker.heard<Name>().size(), 1u);
    EXPECT_EQ(speaker.heard<Config>().size(), 1u);
    EXPECT_EQ(speaker.heard<ConfigV2>().size(), 1u);
    EXPECT_EQ(speaker.heard<FixedMotorInfo>().size(), 1u);
    EXPECT_GT(speaker.heard<CompactRobotData>().size(), 20u);
    EXPECT_EQ(speaker.heard<Text>().size(), 3u);  // the echo of each command
  }
}

TEST(LegacyModule, TellsNineMessagesEveryThirdPassOfItsLoop) {
  Speaker speaker;
  speaker.keep(10);
  EXPECT_NEAR(static_cast<double>(speaker.came.size()), 9 * 10 / 0.066, 30);
  EXPECT_EQ(speaker.heard<State>().back().loop_ms, 22);
}

TEST(LegacyModule, TellsCurrentsInOneScaleAndAnglesInItsOwnTicks) {
  const LegMotors motors = leg_motors(sim::romerin4(), 0);
  controller::LegReading reading;
  reading.joint[1].current_A = 1;
  reading.joint[0].q_rad = M_PI / 4;
  struct Mailbox final : ServerPort {
    void send(Source, std::span<const std::byte> bytes) noexcept override {
      Frame frame;
      static_cast<void>(decode_frame(bytes, frame));
      if (const auto* const info = std::get_if<MotorInfo>(&frame.message))
        reported[info->motor] = *info;
    }
    Call receive(std::span<std::byte>) noexcept override { return {}; }
    std::array<MotorInfo, kMotors> reported{};
  } mailbox;
  LegacyModule module({.name = "one", .motors = motors}, reading);
  module.hear({SetMasterIp{}}, 7, 0);
  module.serve(reading, mailbox, kSecond);
  EXPECT_NEAR(mailbox.reported[1].reported_mA, 1249, 1);           // XH540
  EXPECT_NEAR(mailbox.reported[0].angle_deg, 0.088 * 2560, 1e-4);  // 225 deg
}

// the one master that may command it

TEST(LegacyModule, KeepsItsMasterFiveSecondsBeyondTheLastPingOfAnybody) {
  Speaker speaker;
  speaker.say(SetMasterIp{});
  speaker.pass(4.9);
  EXPECT_TRUE(speaker.fleet.module(0).master());
  speaker.say(SetMasterIp{}, Source{99} << 16);
  speaker.pass(4.9);
  EXPECT_EQ(speaker.fleet.module(0).master(), test::VirtualNetwork::kMaster);
  speaker.pass(0.2);
  EXPECT_FALSE(speaker.fleet.module(0).master());
}

TEST(LegacyModule, FollowsItsMasterToAnotherPortOnceTheOneBeforeIsSilent) {
  constexpr Source kAddress = Source{99} << 16;
  Speaker speaker;
  speaker.say(SetMasterIp{}, kAddress | 1);
  speaker.pass(0.9);
  speaker.say(SetMasterIp{}, kAddress | 1);
  speaker.say(SetMasterIp{}, kAddress | 2);
  speaker.pass(1);
  EXPECT_EQ(speaker.fleet.module(0).master(), kAddress | 1);
  speaker.pass(0.9);
  speaker.say(SetMasterIp{}, kAddress | 2);
  speaker.pass(0.1);
  EXPECT_EQ(speaker.fleet.module(0).master(), kAddress | 2);
}

TEST(LegacyModule, ObeysAnybody) {
  Speaker speaker;
  speaker.keep(1);
  speaker.say(TorqueOff{3}, 99);
  speaker.pass(0.1);
  EXPECT_FALSE(speaker.servo(3).torque);
}

TEST(LegacyModule, AnswersAtPort12001WhoeverSpokeFromWhere) {
  struct Mailbox final : ServerPort {
    void send(Source to, std::span<const std::byte>) noexcept override { last = to; }
    Call receive(std::span<std::byte>) noexcept override { return {}; }
    Source last = 0;
  } mailbox;
  LegacyModule module({.name = "one", .motors = leg_motors(sim::romerin4(), 0)}, {});
  module.hear({SetMasterIp{}}, Source{0x7f000001} << 16 | 50'000, 0);
  module.serve({}, mailbox, kSecond);
  EXPECT_EQ(mailbox.last, Source{0x7f000001} << 16 | 12'001);
}

TEST(LegacyModule, IsDeafForFourSecondsAfterABoot) {
  Speaker speaker;
  speaker.fleet.boot(0, 0);
  speaker.pass(3.9);
  speaker.say(SetMasterIp{});
  speaker.pass(0.1);
  EXPECT_FALSE(speaker.fleet.module(0).master());
  speaker.pass(0.1);
  speaker.say(SetMasterIp{});
  speaker.pass(0.1);
  EXPECT_TRUE(speaker.fleet.module(0).master());
  EXPECT_FALSE(speaker.servo(0).torque);
}

// its servos

TEST(LegacyModule, GoesToAnOldGoalWhenTorqueComesOn) {
  Speaker speaker;
  speaker.keep(1);
  speaker.say(TorqueOff{0});
  speaker.say(GoalAngle{0, 200});
  speaker.pass(1);
  EXPECT_EQ(speaker.fleet.obeyed().leg[0].joint[0].mode, controller::JointMode::kPassive);
  speaker.say(TorqueOn{0});
  speaker.pass(4);
  EXPECT_NEAR(speaker.fleet.obeyed().leg[0].joint[0].q_rad, (200 - 180) * M_PI / 180, 0.01);
}

TEST(LegacyModule, FollowsItsProfileInSteps) {
  Speaker speaker;
  speaker.say(VelocityProfile{0, 10});  // seven steps of 1.38
  speaker.say(GoalAngle{0, 250});
  speaker.pass(0.1);
  const double from_deg = speaker.servo(0).reference_deg;
  speaker.pass(2.2);
  EXPECT_NEAR((speaker.servo(0).reference_deg - from_deg) / 2.2, 9.66, 0.1);
  speaker.say(VelocityProfile{0, 1.3F});  // less than one: unlimited
  speaker.pass(0.1);
  EXPECT_NEAR(speaker.servo(0).reference_deg, 250, 0.5);
}

TEST(LegacyModule, DropsGoalsBeyondItsLimits) {
  Speaker speaker;
  speaker.say(GoalAngle{2, 54});  // motor 3 has 55 to 261
  speaker.pass(0.1);
  EXPECT_NEAR(speaker.servo(2).goal_deg, 90, 0.1);
}

TEST(LegacyModule, TellsAModeThatItsServoHasRefused) {
  Speaker speaker;
  speaker.keep(0.5);
  speaker.say(ControlMode{0, ServoMode::kPwm});
  speaker.pass(0.2);
  EXPECT_EQ(speaker.servo(0).mode, ServoMode::kCurrentPosition);
  EXPECT_EQ(speaker.heard<MotorInfo>().back().motor, 5);
  EXPECT_EQ(speaker.servo(0).reported_mode, ServoMode::kPwm);
  speaker.say(TorqueOff{0});
  speaker.pass(0.1);
  speaker.say(ControlMode{0, ServoMode::kPwm});
  speaker.pass(0.1);
  EXPECT_EQ(speaker.servo(0).mode, ServoMode::kPwm);
}

TEST(LegacyModule, RampsItsTurbineOnePercentAPass) {
  Speaker speaker;
  speaker.say(SuctionCup{0});
  speaker.pass(1.1);
  EXPECT_NEAR(speaker.fleet.module(0).turbine_percent(), 50, 2);
}

// quirks

LegacyQuirks only(bool LegacyQuirks::*quirk) {
  LegacyQuirks quirks;
  quirks.*quirk = true;
  return quirks;
}

int n_read(const LegacyQuirks& quirks, const std::vector<Bytes>& datagrams,
           std::vector<GoalAngle>* goals = nullptr) {
  LegacyParser parser(quirks);
  int n = 0;
  for (const Bytes& each : datagrams)
    parser.read(each, [&](const Frame& frame) {
      ++n;
      const auto* const goal = std::get_if<GoalAngle>(&frame.message);
      if (goals != nullptr && goal != nullptr) goals->push_back(*goal);
    });
  return n;
}

TEST(LegacyQuirk, AStrayByteSwallowsTwentyFramesAndStartsTheTurbine) {
  std::vector<Bytes> stream{{std::byte{0xaa}}};
  for (int k = 0; k < 60; ++k) stream.push_back(bytes_of(GoalAngle{1, 90}));
  // 170 bytes are taken for one frame, whose id and info come from a header: 7 % of the cases
  std::vector<Message> read;
  LegacyParser parser(LegacyQuirks::faithful());
  for (const Bytes& each : stream)
    parser.read(each, [&](const Frame& frame) { read.push_back(frame.message); });
  ASSERT_EQ(read.size(), 60u - 20 + 1);
  EXPECT_EQ(read[0], Message(SuctionCup{7}));
  EXPECT_EQ(n_read(LegacyQuirks::none(), stream), 60);
}

TEST(LegacyQuirk, TheHeaderAfterACutFrameBecomesAnAngle) {
  Bytes cut = bytes_of(GoalAngle{1, 90});
  cut.resize(5);
  std::vector<GoalAngle> goals;
  n_read(only(&LegacyQuirks::byte_stream), {cut, bytes_of(GoalAngle{1, 90})}, &goals);
  ASSERT_EQ(goals.size(), 1u);
  EXPECT_LT(std::abs(goals[0].angle_deg), 1e-33F);
  goals.clear();
  n_read(LegacyQuirks::none(), {cut, bytes_of(GoalAngle{1, 90})}, &goals);
  ASSERT_EQ(goals.size(), 1u);
  EXPECT_EQ(goals[0].angle_deg, 90);
}

TEST(LegacyQuirk, AFrameThatIsTooShortRunsWithTheOneBefore) {
  const Bytes whole = bytes_of(GoalAngle{1, 77});
  Bytes bare(whole.begin(), whole.begin() + 5);
  bare[2] = std::byte{2};
  bare[4] = std::byte{3};
  std::vector<GoalAngle> goals;
  n_read(only(&LegacyQuirks::stale_tails), {whole, bare}, &goals);
  EXPECT_EQ(goals, (std::vector<GoalAngle>{{1, 77}, {3, 77}}));
  EXPECT_EQ(n_read(LegacyQuirks::none(), {whole, bare}), 1);
}

std::vector<std::size_t> queued(const LegacyQuirks& quirks, const std::vector<Message>& messages) {
  LegacyQueue queue(quirks);
  for (const Message& each : messages) queue.put({each, 0});
  std::vector<std::size_t> kinds;
  for (const auto& each : queue.waiting()) kinds.push_back(each.message.index());
  return kinds;
}

TEST(LegacyQuirk, ANewerGoalOvertakesTorqueOff) {
  const std::vector<Message> said{GoalAngle{0, 1}, TorqueOff{0}, GoalAngle{0, 2}};
  LegacyQueue queue(only(&LegacyQuirks::overwrites));
  for (const Message& each : said) queue.put({each, 0});
  ASSERT_EQ(queue.waiting().size(), 2u);
  EXPECT_EQ(queue.waiting()[0].message, Message(GoalAngle{0, 2}));
  EXPECT_EQ(queue.waiting()[1].message, Message(TorqueOff{0}));
  EXPECT_EQ(queued(LegacyQuirks::none(), said).size(), 3u);
}

TEST(LegacyQuirk, OfSixZerosOnlyTheLastIsDone) {
  std::vector<Message> said;
  for (std::uint8_t m = 0; m < kMotors; ++m) said.push_back(SetMotorZero{m, 180});
  EXPECT_EQ(queued(only(&LegacyQuirks::overwrites), said).size(), 1u);
  EXPECT_EQ(queued(LegacyQuirks::none(), said).size(), 6u);
}

TEST(LegacyQuirk, WithTheFortiethMessageAllAreGone) {
  std::vector<Message> said(39, Message(SetMasterIp{}));
  EXPECT_EQ(queued(only(&LegacyQuirks::queue_vanishes), said).size(), 39u);
  said.push_back(TorqueOff{0});
  EXPECT_EQ(queued(only(&LegacyQuirks::queue_vanishes), said).size(), 0u);
  EXPECT_EQ(queued(LegacyQuirks::none(), said).size(), 40u);
}

/// Vacuum reported 5 s into a grip of 1692 Pa that began this long after the boot.
double reported_Pa(bool false_zero, double gripped_after_s) {
  constexpr double kPass_s = 0.022;
  LegacyGauge gauge;
  gauge.boot(false_zero, 0);
  for (double t = 0; t < gripped_after_s; t += kPass_s) gauge.step(0, 0, true, kPass_s);
  for (double t = 0; t < 5; t += kPass_s) gauge.step(1692, 100, true, kPass_s);
  return gauge.vacuum_Pa();
}

TEST(LegacyQuirk, AGripSoonAfterTheBootReadsTooLittleForEver) {
  EXPECT_EQ(reported_Pa(true, 1), 0);
  EXPECT_NEAR(reported_Pa(true, 3), 689, 60);
  EXPECT_NEAR(reported_Pa(true, 6), 1666, 5);
  EXPECT_NEAR(reported_Pa(true, 12), 1692, 1);
  EXPECT_NEAR(reported_Pa(false, 0.1), 1692, 1);
}

TEST(LegacyQuirk, TheFirstFramesAfterABootTellOfSixteenHundredNewtons) {
  LegacyGauge gauge;
  gauge.boot(true, 0);
  EXPECT_NEAR(gauge.vacuum_Pa(), 63'000, 1000);
}

TEST(LegacyQuirk, OneDeadServoFreezesTheReadingsOfAll) {
  for (const bool freezes : {false, true}) {
    Speaker speaker(freezes ? only(&LegacyQuirks::freezes) : LegacyQuirks::none());
    speaker.keep(1);
    speaker.fleet.module(0).kill_servo(5);
    speaker.say(VelocityProfile{0, 30});
    speaker.say(GoalAngle{0, 220});
    speaker.keep(3);
    float angle_deg = 0;
    for (const MotorInfo& info : speaker.heard<MotorInfo>())
      if (info.motor == 0) angle_deg = info.angle_deg;
    EXPECT_NEAR(angle_deg, freezes ? 180 : 220, 0.5);
    EXPECT_EQ(speaker.heard<State>().back().loop_ms, 61);
  }
}

TEST(LegacyQuirk, ARivalWithTheSameLastOctetIsTheMaster) {
  constexpr Source kOne = Source{0x0a000007} << 16, kOther = Source{0x0b000007} << 16;
  for (const bool octet : {false, true}) {
    Speaker speaker(octet ? only(&LegacyQuirks::last_octet) : LegacyQuirks::none());
    speaker.say(SetMasterIp{}, kOne);
    speaker.pass(0.1);
    EXPECT_EQ(speaker.fleet.module(0).is_master(kOther), octet);
    EXPECT_TRUE(speaker.fleet.module(0).is_master(kOne));
  }
}

TEST(LegacyQuirk, CompactTelemetryHasTheTemperatureWhereTheVacuumBelongs) {
  for (const bool heat : {false, true}) {
    Speaker speaker(heat ? only(&LegacyQuirks::compact_heat) : LegacyQuirks::none());
    speaker.say(CompactModeOn{});
    speaker.keep(1);
    const CompactRobotData reported = speaker.heard<CompactRobotData>().back();
    EXPECT_EQ(reported.vacuum_raw, heat ? 25 : 250);
    EXPECT_EQ(reported.temperature_C, heat ? 0 : 25);
  }
}

}  // namespace
}  // namespace ventosa::hal::legacy_module_test
