#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <random>

#include "bench/allocations.h"
#include "tests/hal/broadcast/codec_property.h"
#include "tests/hal/broadcast/datagrams.h"

namespace ventosa::hal::broadcast::broadcast_codec_test {
namespace {

using test::Bytes;
using test::bytes_of;

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Bytes bytes(std::initializer_list<int> values) {
  Bytes all;
  for (const int value : values) all.push_back(static_cast<std::byte>(value));
  return all;
}

/// One leg of one joint, to follow 1.5 rad.
References small_references() {
  References references{.number = 0x01020304, .n_legs = 1};
  references.leg[0] = {.order = Order::kFollow, .n_joints = 1, .q_rad = {1.5}};
  return references;
}

Reply small_reply() {
  return {.leg = 4,
          .has_torque = true,
          .lock_step = true,
          .number = 7,
          .read_ns = 0x0102030405060708,
          .n_joints = 1,
          .motor = {MotorReading{1.5, -2, 24}}};
}

Reject reject_of_references(const Bytes& datagram) {
  References references;
  return decode(datagram, references);
}
Reject reject_of_reply(const Bytes& datagram) {
  Reply reply;
  return decode(datagram, reply);
}

TEST(BroadcastCodec, WritesTheBytesOfThePage) {
  EXPECT_EQ(bytes_of(small_references()),
            bytes({'V', 'T', 'S', 'B', 1, 0, 1, 0, 4,    3,   2, 1,  // header
                   2,   1,   0,   0,   0, 0, 0, 0, 0xf8, 0x3f}));    // order, joints, 1.5
  EXPECT_EQ(bytes_of(small_reply()),
            bytes({'V', 'T', 'S', 'B', 1, 1, 4,    3,    7, 0, 0, 0, 8, 7, 6, 5, 4, 3, 2, 1,  //
                   0,   0,   0,   0,   0, 0, 0xf8, 0x3f,                                      // 1.5
                   0,   0,   0,   0,   0, 0, 0x00, 0xc0,                                      // -2
                   0,   0,   0,   0,   0, 0, 0x38, 0x40}));                                   // 24
}

TEST(BroadcastCodec, HasTheSizesOfThePage) {
  EXPECT_EQ(bytes_of(test::references(1, Order::kFollow, 0)).size(), 12u + 6 * (2 + 3 * 8));
  EXPECT_EQ(bytes_of(test::reply(0, 1)).size(), 20u + 3 * 24);
}

TEST(BroadcastCodec, ReadsWhatItWrote) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> angle(-3, 3);
  for (int k = 0; k < 1000; ++k) {
    References sent{.number = static_cast<std::uint32_t>(random())};
    sent.n_legs = static_cast<int>(random() % (controller::kMaxLegs + 1));
    for (int i = 0; i < sent.n_legs; ++i) {
      LegReferences& leg = sent.leg[static_cast<std::size_t>(i)];
      leg.order = static_cast<Order>(random() % 4);
      leg.n_joints = static_cast<int>(random() % (controller::kMaxJoints + 1));
      for (int j = 0; j < leg.n_joints; ++j) leg.q_rad[static_cast<std::size_t>(j)] = angle(random);
    }
    References read;
    EXPECT_EQ(decode(bytes_of(sent), read), Reject::kNone);
    EXPECT_EQ(read, sent);
  }
}

TEST(BroadcastCodec, TakesAnUnmeasuredCurrentButNoOtherUnknown) {
  Reply reply = small_reply();
  reply.motor[0].current_A = kNaN;
  EXPECT_EQ(reject_of_reply(bytes_of(reply)), Reject::kNone);
  for (double MotorReading::*const value : {&MotorReading::q_rad, &MotorReading::voltage_V}) {
    reply = small_reply();
    reply.motor[0].*value = kNaN;
    EXPECT_EQ(reject_of_reply(bytes_of(reply)), Reject::kNotFinite);
  }
  reply = small_reply();
  reply.motor[0].current_A = kInfinite;
  EXPECT_EQ(reject_of_reply(bytes_of(reply)), Reject::kNotFinite);
  References references = small_references();
  references.leg[0].q_rad[0] = kNaN;
  EXPECT_EQ(reject_of_references(bytes_of(references)), Reject::kNotFinite);
}

TEST(BroadcastCodec, RefusesWrongSizes) {
  for (const Bytes& whole :
       {bytes_of(small_references()), bytes_of(test::references(1, Order::kStay, 0))})
    for (std::size_t n = 6; n < whole.size(); ++n)
      EXPECT_EQ(reject_of_references(Bytes(whole.begin(), whole.begin() + n)), Reject::kSize) << n;
  Bytes longer = bytes_of(small_references());
  longer.push_back({});
  EXPECT_EQ(reject_of_references(longer), Reject::kSize);
  Bytes whole = bytes_of(small_reply());
  for (std::size_t n = 6; n < whole.size(); ++n) {
    const bool has_no_motors = n == kReplyHeader;
    EXPECT_EQ(reject_of_reply(Bytes(whole.begin(), whole.begin() + n)),
              has_no_motors ? Reject::kNone : Reject::kSize)
        << n;
  }
  whole.resize(kMaxReply + 24);
  EXPECT_EQ(reject_of_reply(whole), Reject::kSize);
}

TEST(BroadcastCodec, RefusesMoreLegsAndJointsThanARobotMayHave) {
  Bytes datagram = bytes_of(small_references());
  datagram[6] = std::byte{controller::kMaxLegs + 1};
  EXPECT_EQ(reject_of_references(datagram), Reject::kSize);
  datagram = bytes_of(small_references());
  datagram[13] = std::byte{controller::kMaxJoints + 1};
  EXPECT_EQ(reject_of_references(datagram), Reject::kSize);
}

TEST(BroadcastCodec, RefusesOtherProtocolsVersionsAndDirections) {
  for (const std::size_t k : {0u, 3u, 4u, 5u}) {
    Bytes references = bytes_of(small_references()), reply = bytes_of(small_reply());
    references[k] ^= std::byte{1};
    reply[k] ^= std::byte{1};
    EXPECT_EQ(reject_of_references(references), Reject::kForeign) << k;
    EXPECT_EQ(reject_of_reply(reply), Reject::kForeign) << k;
  }
  EXPECT_EQ(reject_of_references({}), Reject::kForeign);
}

TEST(BroadcastCodec, RefusesUnknownOrdersAndFlags) {
  Bytes datagram = bytes_of(small_references());
  datagram[7] = std::byte{1};
  EXPECT_EQ(reject_of_references(datagram), Reject::kFlags);
  datagram = bytes_of(small_references());
  datagram[12] = std::byte{4};
  EXPECT_EQ(reject_of_references(datagram), Reject::kFlags);
  datagram = bytes_of(small_reply());
  datagram[7] = std::byte{4};
  EXPECT_EQ(reject_of_reply(datagram), Reject::kFlags);
}

TEST(BroadcastCodec, HoldsForAnyBytes) {
  std::mt19937_64 random(2);
  int n_taken = 0;
  for (int k = 0; k < 100'000; ++k) {
    Bytes datagram =
        k % 2 == 0 ? bytes_of(test::references(static_cast<std::uint32_t>(k), Order::kFollow, 1))
                   : bytes_of(test::reply(k % 6, static_cast<std::uint32_t>(k)));
    for (std::uint64_t n = random() % 4; n > 0; --n)
      datagram[random() % datagram.size()] = static_cast<std::byte>(random());
    if (random() % 4 == 0) datagram.resize(random() % (datagram.size() + 8));
    EXPECT_TRUE(holds_for(datagram, n_taken));
  }
  EXPECT_GT(n_taken, 20'000);
}

TEST(BroadcastCodec, HoldsForTheCorpus) {
  int n_files = 0, n_taken = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(VENTOSA_SOURCE_DIR "/tests/hal/broadcast/corpus")) {
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string content(std::istreambuf_iterator<char>(in), {});
    EXPECT_TRUE(holds_for(std::as_bytes(std::span(content)), n_taken)) << entry.path();
    ++n_files;
  }
  EXPECT_GT(n_files, 3);
  EXPECT_GT(n_taken, 1);
}

TEST(BroadcastCodec, AllocatesNothing) {
  if (bench::AllocationCount().value() < 0)
    GTEST_SKIP() << "the sanitizers bring a malloc of their own";
  std::array<std::byte, kMaxReferences> there;
  std::array<std::byte, kMaxReply> back;
  References references = small_references();
  Reply reply = small_reply();
  const bench::AllocationCount allocations;
  const Reject a = decode(encode(references, there), references);
  const Reject b = decode(encode(reply, back), reply);
  const Reject c = decode(std::span(back).first(9), reply);
  EXPECT_EQ(allocations.value(), 0);
  EXPECT_EQ(a, Reject::kNone);
  EXPECT_EQ(b, Reject::kNone);
  EXPECT_EQ(c, Reject::kSize);
}

}  // namespace
}  // namespace ventosa::hal::broadcast::broadcast_codec_test
