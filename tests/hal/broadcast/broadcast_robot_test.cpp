#include <gtest/gtest.h>

#include "bench/allocations.h"
#include "hal/noise.h"
#include "tests/hal/broadcast/broadcast_twin.h"
#include "tests/hal/broadcast/datagrams.h"
#include "tests/hal/broadcast/position_robot.h"

namespace ventosa::hal::broadcast_robot_test {
namespace {

using broadcast::Order;
using broadcast::References;
using broadcast::Reject;
using broadcast::test::bytes_of;
using broadcast::test::reply;
using controller::Observation;
using test::command_to;
using test::PositionRobot;

constexpr std::int64_t kPeriod_ns = PositionRobot::kPeriod_ns;
constexpr double kStart_rad = PositionRobot::kStart_rad;

class BroadcastWire : public testing::Test {
 protected:
  explicit BroadcastWire(test::VirtualNetwork::Fates fates = {}, Pace pace = Pace::kRealTime)
      : wired(plant, {.model = test::position_model(), .start = {}, .period_ns = kPeriod_ns}, pace,
              std::move(fates)) {}

  Status exchange(double q_rad) { return wired.robot.exchange(command_to(q_rad), seen); }
  void exchange(int n, double q_rad) {
    for (int k = 0; k < n; ++k) static_cast<void>(exchange(q_rad));
  }
  Order order(std::size_t leg) const { return wired.robot.sent().leg[leg].order; }
  double reference(std::size_t leg) const { return wired.robot.sent().leg[leg].q_rad[0]; }
  std::uint64_t n(std::size_t leg, Reject reject) const {
    return wired.robot.line(leg).rejects()[static_cast<std::size_t>(reject)];
  }
  std::uint64_t n_rejected_of_nobody() const { return wired.robot.link(6).rejected; }
  void start() {
    ASSERT_EQ(wired.take(), std::vector<std::string>{});
    wired.robot.enter(GuardMode::kActive);
  }

  PositionRobot plant;
  test::BroadcastTwin wired;
  Observation seen;
};

TEST_F(BroadcastWire, SendsOneDatagramPerPeriodWithAllReferences) {
  start();
  exchange(3, 0.31);
  const int n_before = wired.wire.n_sent;
  exchange(10, 0.31);
  EXPECT_EQ(wired.wire.n_sent - n_before, 10);
  References sent;
  EXPECT_EQ(decode(wired.wire.sent, sent), Reject::kNone);
  EXPECT_EQ(sent.n_legs, 6);
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_EQ(sent.leg[i], (broadcast::LegReferences{Order::kFollow, 3, {0.31, 0.31, 0.31}}));
}

TEST_F(BroadcastWire, NumbersItsDatagramsOneAfterTheOther) {
  start();
  exchange(2, 0.31);
  const std::uint32_t before = wired.robot.sent().number;
  exchange(5, 0.31);
  EXPECT_EQ(wired.robot.sent().number, before + 5);
}

TEST_F(BroadcastWire, GivesNoTorqueBeforeItIsArmed) {
  ASSERT_EQ(wired.take(), std::vector<std::string>{});
  wired.robot.enter(GuardMode::kReady);
  exchange(50, 0.31);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(order(i), Order::kStay);
    EXPECT_FALSE(wired.fleet.slave(i).has_torque());
  }
  EXPECT_EQ(plant.n_periods, 0);  // somebody holds it
}

TEST_F(BroadcastWire, BeginsItsReferencesAtTheReportedPositions) {
  start();
  ASSERT_EQ(exchange(0.31), Status::kOk);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(order(i), Order::kEngage);
    EXPECT_EQ(reference(i), kStart_rad);
  }
  ASSERT_EQ(exchange(0.31), Status::kOk);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(order(i), Order::kFollow);
    EXPECT_EQ(reference(i), 0.31);
  }
  exchange(2, 0.31);
  EXPECT_EQ(seen.leg[3].joint[1].q_rad, 0.31);
  EXPECT_EQ(seen.leg[3].joint[1].current_A, 0.5);
  EXPECT_EQ(seen.leg[3].joint[1].voltage_V, 24);
}

TEST_F(BroadcastWire, DerivesJointRatesFromPositions) {
  start();
  exchange(4, 0.31);
  for (int k = 0; k < 5; ++k) static_cast<void>(exchange(0.31 + 0.001 * k));
  EXPECT_NEAR(seen.leg[0].joint[0].dq_rad_s, 0.1, 1e-9);
}

TEST_F(BroadcastWire, HoldsWithTheLastReferences) {
  start();
  exchange(3, 0.31);
  wired.robot.enter(GuardMode::kHold);
  exchange(20, 0.9);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(order(i), Order::kStay);
  EXPECT_EQ(seen.leg[2].joint[0].q_rad, 0.31);
}

TEST_F(BroadcastWire, SwitchesTorqueOffOnlyByACut) {
  start();
  exchange(3, 0.31);
  wired.robot.enter(GuardMode::kReady);
  exchange(3, 0.31);
  EXPECT_TRUE(wired.fleet.slave(0).has_torque());
  wired.robot.enter(GuardMode::kCut);
  exchange(3, 0.31);
  EXPECT_FALSE(wired.fleet.slave(0).has_torque());
  EXPECT_TRUE(wired.robot.health().leg[0].empty()) << "torque that was ordered off is no boot";
}

TEST_F(BroadcastWire, LeavesTheSlavesHolding) {
  start();
  exchange(3, 0.31);
  wired.robot.leave();
  for (int k = 0; k < 100; ++k) wired.network.wait_until(wired.network.now_ns() + kPeriod_ns);
  EXPECT_TRUE(wired.fleet.slave(0).has_torque());
  EXPECT_EQ(wired.fleet.seen().leg[5].joint[2].q_rad, 0.31);
}

TEST_F(BroadcastWire, NamesASilentSlaveAfterTwoTenthsOfASecond) {
  start();
  exchange(10, 0.31);
  plant.mute = 4;
  int k = 0;
  while (wired.robot.health().leg[4].empty() && k < 100) {
    static_cast<void>(exchange(0.31));
    ++k;
  }
  EXPECT_EQ(wired.robot.health().leg[4], Triggers{Trigger::kStale});
  EXPECT_LE(k, 20 + 6);  // the emulated slave is silent once its readings are 50 ms old
  EXPECT_GE(k, 20);
  for (const std::size_t other : {0u, 1u, 2u, 3u, 5u})
    EXPECT_TRUE(wired.robot.health().leg[other].empty());
  exchange(100, 0.31);
  EXPECT_TRUE(wired.robot.health().leg[4].contains(Trigger::kLost));
}

TEST_F(BroadcastWire, LetsASlaveThatReturnsGoOn) {
  start();
  exchange(10, 0.31);
  plant.mute = 4;
  exchange(60, 0.31);
  plant.mute.reset();
  exchange(5, 0.31);
  EXPECT_TRUE(wired.robot.health().leg[4].empty());
  EXPECT_TRUE(wired.fleet.slave(4).has_torque());
}

TEST_F(BroadcastWire, ReportsASlaveThatHasBootedAndEngagesItOnlyWhenActive) {
  start();
  exchange(10, 0.31);
  plant.boots = 1;
  exchange(3, 0.31);
  EXPECT_EQ(wired.robot.health().leg[1], Triggers{Trigger::kRebooted});
  wired.robot.enter(GuardMode::kHold);
  exchange(3, 0.31);
  EXPECT_FALSE(wired.fleet.slave(1).has_torque());
  wired.robot.enter(GuardMode::kActive);
  exchange(120, 0.31);
  EXPECT_TRUE(wired.fleet.slave(1).has_torque());
  EXPECT_TRUE(wired.robot.health().leg[1].empty());
}

// ---- what must not be there

TEST_F(BroadcastWire, NamesALegWithoutSlave) {
  test::VirtualNetwork::Fates lost = [](const test::Way& way, std::int64_t) {
    return way.device == 3 ? test::Fate{{}} : test::Fate{};
  };
  PositionRobot other;
  test::BroadcastTwin lacking(
      other, {.model = test::position_model(), .start = {}, .period_ns = kPeriod_ns},
      Pace::kRealTime, lost);
  EXPECT_EQ(lacking.take(),
            std::vector<std::string>{"middle_right: replies: expected, found none: its slave is "
                                     "off or unreachable"});
}

TEST_F(BroadcastWire, RefusesTwoSlavesOfOneLeg) {
  wired.network.period_ns = kPeriod_ns;
  const auto advance = wired.network.each_period;
  wired.network.each_period = [&](std::int64_t now_ns) {
    advance(now_ns);
    wired.wire.throw_back(bytes_of(reply(1, wired.robot.sent().number, now_ns)), 999);
  };
  EXPECT_EQ(wired.take(), std::vector<std::string>{
                              "front_right: slaves: expected 1, found 2: slave 101 and slave 999"});
  wired.robot.enter(GuardMode::kReady);
  exchange(1, 0.31);
  EXPECT_FALSE(wired.robot.health().leg[1].empty()) << "it must not be armed";
}

TEST_F(BroadcastWire, RefusesASlaveOfALegThatTheRobotLacks) {
  wired.wire.throw_back(bytes_of(reply(6, 1)), 555);
  EXPECT_EQ(wired.take(),
            std::vector<std::string>{"leg 6: slaves: expected none, found slave 555: walker has "
                                     "the legs 0 to 5"});
}

TEST_F(BroadcastWire, RefusesASlaveWithAnotherNumberOfMotors) {
  test::VirtualNetwork::Fates shorter = [](const test::Way& way, std::int64_t) {
    test::Fate fate;
    if (way.back && way.device == 2)
      fate.damage = [](test::Bytes& bytes) { bytes.resize(bytes.size() - broadcast::kMotorBytes); };
    return fate;
  };
  PositionRobot other;
  test::BroadcastTwin wrong(other,
                            {.model = test::position_model(), .start = {}, .period_ns = kPeriod_ns},
                            Pace::kRealTime, shorter);
  EXPECT_EQ(wrong.take(),
            std::vector<std::string>{"middle_left: replies: expected, found none for 3 motors"});
}

TEST_F(BroadcastWire, RefusesFeetThatItDoesNotCarry) {
  controller::RobotModel model = test::position_model();
  model.leg[0].foot.hold = controller::Cup{};
  EXPECT_THROW(BroadcastRobot({.model = model, .start = {}, .period_ns = kPeriod_ns}, wired.wire),
               std::invalid_argument);
}

// ---- what is ignored and counted

TEST_F(BroadcastWire, IgnoresAndCountsRepliesByCause) {
  start();
  exchange(5, 0.31);
  const std::uint32_t number = wired.robot.sent().number;
  const Source slave = test::VirtualBroadcast::source_of(2);
  const auto throw_back = [&](broadcast::Reply each, Source from) {
    each.has_torque = true;
    wired.wire.throw_back(bytes_of(each), from);
  };
  broadcast::Reply infinite = reply(2, number, 1, 9);
  infinite.motor[1].q_rad = std::numeric_limits<double>::infinity();
  broadcast::Reply fewer = reply(2, number, 1, 9);
  fewer.n_joints = 2;
  throw_back(infinite, slave);
  throw_back(fewer, slave);
  throw_back(reply(2, number + 50, 1LL << 40, 9), slave);  // not sent yet
  throw_back(reply(2, number - 1, 1LL << 40, 9), slave);   // taken already
  throw_back(reply(2, number + 1, 1, 9), slave);           // read before the last one
  throw_back(reply(2, number + 1, 1LL << 40, 9), 999);
  throw_back(reply(7, number, 1, 9), slave);
  wired.wire.throw_back(test::Bytes(30, std::byte{0xaa}), slave);
  exchange(3, 0.31);
  EXPECT_EQ(n(2, Reject::kNotFinite), 1u);
  EXPECT_EQ(n(2, Reject::kSize), 1u);
  EXPECT_EQ(n(2, Reject::kNumber), 2u);
  EXPECT_EQ(n(2, Reject::kTime), 1u);
  EXPECT_EQ(n(2, Reject::kStranger), 1u);
  EXPECT_EQ(n_rejected_of_nobody(), 2u);
  EXPECT_EQ(seen.leg[2].joint[0].q_rad, 0.31);
  EXPECT_TRUE(wired.robot.health().leg[2].empty());
  std::string reasons;
  for (const RejectCount& each : wired.robot.rejects(6))
    reasons += std::string(each.reason) + " " + std::to_string(each.n) + ",";
  EXPECT_EQ(reasons, "foreign 1,leg 1,");
}

TEST_F(BroadcastWire, CountsDuplicatesOnce) {
  test::VirtualNetwork::Fates twice = [](const test::Way& way, std::int64_t) {
    return way.back && way.device == 0 ? test::Fate{{0, 1000}} : test::Fate{};
  };
  PositionRobot other;
  test::BroadcastTwin copied(
      other, {.model = test::position_model(), .start = {}, .period_ns = kPeriod_ns},
      Pace::kRealTime, twice);
  ASSERT_EQ(copied.take(), std::vector<std::string>{});
  const LinkStatistics link = copied.robot.link(0);
  EXPECT_EQ(copied.robot.line(0).rejects()[static_cast<std::size_t>(Reject::kNumber)], link.heard);
  EXPECT_EQ(copied.robot.link(1).rejected, 0u);
  EXPECT_EQ(link.bad, 0u) << "a network may copy datagrams";
}

// ---- loss and delay

/// References of each tick, sent over a network with these fates.
std::vector<References> references_over(test::VirtualNetwork::Fates fates) {
  PositionRobot plant;
  test::BroadcastTwin wired(plant,
                            {.model = test::position_model(), .start = {}, .period_ns = kPeriod_ns},
                            Pace::kRealTime, std::move(fates));
  EXPECT_EQ(wired.take(), std::vector<std::string>{});
  wired.robot.enter(GuardMode::kActive);
  Observation seen;
  std::vector<References> sent;
  for (int k = 0; k < 500; ++k) {
    static_cast<void>(wired.robot.exchange(command_to(0.3 + 1e-3 * k), seen));
    sent.push_back(wired.robot.sent());
    EXPECT_TRUE(wired.robot.health().leg[0].empty()) << k;
  }
  return sent;
}

TEST(BroadcastLoss, OfOneDatagramInTenChangesNoReference) {
  const std::vector<References> whole = references_over({});
  int n = 0;
  const std::vector<References> lossy = references_over([&](const test::Way& way, std::int64_t) {
    const std::uint64_t channel = 2 * way.device + (way.back ? 1 : 0);
    const bool lost = uniform(5, channel, way.sequence) < 0.1;
    n += lost;
    return lost ? test::Fate{{}} : test::Fate{};
  });
  EXPECT_GT(n, 500);
  constexpr std::size_t kEngaged = 20;  // engaging may take some periods more
  for (std::size_t k = kEngaged; k < whole.size(); ++k) EXPECT_EQ(lossy[k].leg, whole[k].leg) << k;
}

TEST(BroadcastLoss, OfTimeChangesNoReference) {
  const std::vector<References> whole = references_over({});
  const std::vector<References> delayed =
      references_over([](const test::Way&, std::int64_t) { return test::Fate{{17'000'000}}; });
  for (std::size_t k = 20; k < whole.size(); ++k) EXPECT_EQ(delayed[k].leg, whole[k].leg) << k;
}

// ---- lock step

class LockStep : public BroadcastWire {
 protected:
  LockStep() : BroadcastWire({}, Pace::kLockStep) {}
};

TEST_F(LockStep, ExecutesTheFirstCommandInTheFirstPeriod) {
  start();
  EXPECT_FALSE(wired.robot.capabilities().keeps_time);
  ASSERT_EQ(exchange(0.31), Status::kOk);
  EXPECT_EQ(plant.n_periods, 1);
  EXPECT_EQ(seen.now_ns, kPeriod_ns);
  EXPECT_EQ(seen.leg[0].sampled_ns, kPeriod_ns);
  EXPECT_EQ(seen.leg[5].joint[2].q_rad, 0.31);
}

TEST_F(LockStep, LetsOnePeriodPassPerExchange) {
  start();
  exchange(50, 0.31);
  EXPECT_EQ(plant.n_periods, 50);
  EXPECT_EQ(seen.now_ns, 50 * kPeriod_ns);
}

TEST_F(LockStep, WaitsInItsStartPoseUntilItIsArmed) {
  ASSERT_EQ(wired.take(), std::vector<std::string>{});
  wired.robot.enter(GuardMode::kReady);
  exchange(50, 0.31);
  EXPECT_EQ(plant.n_periods, 0);
  EXPECT_TRUE(wired.robot.health().leg[0].empty());
  wired.robot.enter(GuardMode::kActive);
  ASSERT_EQ(exchange(0.31), Status::kOk);
  EXPECT_EQ(plant.n_periods, 1);
  EXPECT_EQ(seen.leg[0].sampled_ns, seen.now_ns);
}

TEST(LockStepLoss, CostsNoPeriod) {
  PositionRobot plant;
  int n = 0;
  test::BroadcastTwin wired(
      plant, {.model = test::position_model(), .start = {}, .period_ns = kPeriod_ns},
      Pace::kLockStep,
      [&](const test::Way&, std::int64_t) { return ++n % 7 == 0 ? test::Fate{{}} : test::Fate{}; });
  ASSERT_EQ(wired.take(), std::vector<std::string>{});
  wired.robot.enter(GuardMode::kActive);
  Observation seen;
  for (int k = 1; k <= 100; ++k) {
    ASSERT_EQ(wired.robot.exchange(command_to(0.3 + 1e-3 * k), seen), Status::kOk);
    EXPECT_EQ(plant.n_periods, k);
    EXPECT_EQ(seen.leg[4].joint[0].q_rad, 0.3 + 1e-3 * k);
  }
}

TEST_F(BroadcastWire, AllocatesNothingInItsPeriods) {
  if (bench::AllocationCount().value() < 0)
    GTEST_SKIP() << "the sanitizers bring a malloc of their own";
  // a network in memory that needs none either
  struct Silence final : BroadcastNetwork {
    std::int64_t now_ns() const noexcept override { return time_ns; }
    void wait_until(std::int64_t until_ns) noexcept override { time_ns = until_ns; }
    void send(std::span<const std::byte> datagram) noexcept override {
      References sent;
      static_cast<void>(decode(datagram, sent));
      number = sent.number;
      n_waiting = 6;
    }
    Call receive(std::span<std::byte> buffer) noexcept override {
      if (n_waiting == 0) return {};
      broadcast::Reply back = reply(--n_waiting, number, time_ns, kStart_rad);
      back.has_torque = true;
      return {encode(back, buffer.first<broadcast::kMaxReply>()), Source(n_waiting)};
    }
    std::string text_of(Source) const override { return ""; }
    std::int64_t time_ns = 0;
    std::uint32_t number = 0;
    int n_waiting = 0;
  } network;
  BroadcastRobot robot({.model = test::position_model(), .start = {}, .period_ns = kPeriod_ns},
                       network);
  ASSERT_EQ(robot.take_over([](const auto&) {}), std::vector<std::string>{});
  robot.enter(GuardMode::kActive);
  Status status = Status::kLost;
  const bench::AllocationCount allocations;
  for (int k = 0; k < 300; ++k) status = robot.exchange(command_to(0.31), seen);
  EXPECT_EQ(allocations.value(), 0);
  EXPECT_EQ(status, Status::kOk);
}

}  // namespace
}  // namespace ventosa::hal::broadcast_robot_test
