#include "hal/broadcast/slave.h"

#include <gtest/gtest.h>

#include "tests/hal/broadcast/datagrams.h"

namespace ventosa::hal::broadcast::slave_test {
namespace {

using controller::JointMode;
using Heard = Slave::Heard;

constexpr std::int64_t kPeriod_ns = 10'000'000;
constexpr Source kMaster = 7, kOther = 8;

/// A slave of leg 2 with its motors at 0.3 rad, and its clock.
struct Bench {
  Slave slave{{.leg = 2, .n_joints = 3}};
  controller::PerJoint<double> q_rad{0.3, 0.3, 0.3};
  std::int64_t now_ns = 0;

  Heard hear(const test::Bytes& datagram, Source from = kMaster) {
    now_ns += kPeriod_ns;
    return slave.hear({datagram, from}, now_ns, q_rad);
  }
  Heard hear(std::uint32_t number, Order order, double reference_rad, Source from = kMaster) {
    return hear(test::bytes_of(test::references(number, order, reference_rad)), from);
  }
  std::uint64_t n(Reject reject) const { return slave.rejects()[static_cast<std::size_t>(reject)]; }
  controller::JointSetpoint joint() const { return slave.command().joint[2]; }
};

TEST(Slave, HasNoTorqueBeforeReferencesEqualItsPositions) {
  Bench bench;
  EXPECT_EQ(bench.joint().mode, JointMode::kPassive);
  EXPECT_EQ(bench.hear(1, Order::kFollow, 0.3), Heard::kTaken);
  EXPECT_EQ(bench.hear(2, Order::kEngage, 0.3 + 1.01 * kEqual_rad), Heard::kTaken);
  EXPECT_FALSE(bench.slave.has_torque());
  EXPECT_EQ(bench.joint().mode, JointMode::kPassive);
  bench.hear(3, Order::kEngage, 0.3 + 0.99 * kEqual_rad);
  EXPECT_TRUE(bench.slave.has_torque());
  EXPECT_EQ(bench.joint().mode, JointMode::kPosition);
  EXPECT_EQ(bench.joint().q_rad, 0.3 + 0.99 * kEqual_rad);
}

TEST(Slave, NeedsEveryJointToBeEqual) {
  Bench bench;
  bench.q_rad[1] = 0.5;
  bench.hear(1, Order::kEngage, 0.3);
  EXPECT_FALSE(bench.slave.has_torque());
}

TEST(Slave, HoldsItsLastReferencesWhenTheMasterIsSilent) {
  Bench bench;
  bench.hear(1, Order::kEngage, 0.3);
  bench.hear(2, Order::kFollow, 0.7);
  bench.now_ns += 3'600'000'000'000;
  EXPECT_EQ(bench.joint().mode, JointMode::kPosition);
  EXPECT_EQ(bench.joint().q_rad, 0.7);
  EXPECT_EQ(bench.hear(3, Order::kStay, 0.1), Heard::kTaken);
  EXPECT_EQ(bench.joint().q_rad, 0.7);
}

TEST(Slave, SwitchesItsTorqueOffByOrder) {
  Bench bench;
  bench.hear(1, Order::kEngage, 0.3);
  bench.hear(2, Order::kOff, 0.3);
  EXPECT_EQ(bench.joint().mode, JointMode::kPassive);
}

TEST(Slave, IgnoresAndCountsWhatIsNotForIt) {
  Bench bench;
  bench.hear(5, Order::kEngage, 0.3);
  EXPECT_EQ(bench.hear(4, Order::kFollow, 1), Heard::kIgnored);
  EXPECT_EQ(bench.n(Reject::kNumber), 1u);
  EXPECT_EQ(bench.hear(6, Order::kFollow, 1, kOther), Heard::kIgnored);
  EXPECT_EQ(bench.n(Reject::kStranger), 1u);
  EXPECT_EQ(bench.hear(test::bytes_of(test::references(6, Order::kFollow, 1, 2))), Heard::kIgnored);
  EXPECT_EQ(bench.n(Reject::kLeg), 1u);
  References fewer = test::references(6, Order::kFollow, 1);
  fewer.leg[2].n_joints = 2;
  EXPECT_EQ(bench.hear(test::bytes_of(fewer)), Heard::kIgnored);
  EXPECT_EQ(bench.n(Reject::kSize), 1u);
  EXPECT_EQ(bench.hear(test::bytes_of(test::reply(2, 6))), Heard::kIgnored);
  EXPECT_EQ(bench.n(Reject::kForeign), 1u);
  EXPECT_EQ(bench.joint().q_rad, 0.3);
}

TEST(Slave, TakesANumberOnceAndAnswersItAgain) {
  Bench bench;
  bench.hear(1, Order::kEngage, 0.3);
  EXPECT_EQ(bench.hear(2, Order::kFollow, 0.4), Heard::kTaken);
  EXPECT_EQ(bench.hear(2, Order::kFollow, 0.5), Heard::kRepeated);
  EXPECT_EQ(bench.joint().q_rad, 0.4);
}

TEST(Slave, TakesNumbersBeyondTheirWrap) {
  Bench bench;
  bench.hear(0xffffffff, Order::kEngage, 0.3);
  EXPECT_EQ(bench.hear(0, Order::kFollow, 0.4), Heard::kTaken);
}

TEST(Slave, TakesAnotherMasterWhenItsOwnIsGone) {
  Bench bench;
  bench.hear(100, Order::kEngage, 0.3);
  bench.now_ns += kLeftAlone_ns;
  EXPECT_EQ(bench.hear(1, Order::kFollow, 0.4, kOther), Heard::kTaken);
  EXPECT_EQ(bench.slave.master(), kOther);
}

TEST(Slave, HasNoTorqueAfterABoot) {
  Bench bench;
  bench.hear(1, Order::kEngage, 0.3);
  bench.slave.boot();
  EXPECT_EQ(bench.joint().mode, JointMode::kPassive);
  EXPECT_EQ(bench.hear(2, Order::kFollow, 0.4), Heard::kTaken);
  EXPECT_FALSE(bench.slave.has_torque());
}

TEST(Slave, RepliesWithNumberAndReadings) {
  Bench bench;
  bench.hear(41, Order::kEngage, 0.3);
  controller::LegReading reading;
  for (controller::JointReading& joint : reading.joint)
    joint = {.q_rad = 0.31, .current_A = 0.5, .voltage_V = 23.5};
  std::array<std::byte, kMaxReply> buffer;
  Reply reply;
  EXPECT_EQ(decode(bench.slave.reply(reading, 123, buffer), reply), Reject::kNone);
  EXPECT_EQ(reply.leg, 2);
  EXPECT_EQ(reply.number, 41u);
  EXPECT_EQ(reply.read_ns, 123);
  EXPECT_TRUE(reply.has_torque);
  EXPECT_EQ(reply.n_joints, 3);
  EXPECT_EQ(reply.motor[1].q_rad, 0.31);
  EXPECT_EQ(reply.motor[1].current_A, 0.5);
  EXPECT_EQ(reply.motor[1].voltage_V, 23.5);
}

}  // namespace
}  // namespace ventosa::hal::broadcast::slave_test
