#include "hal/legacy/encode.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/hal/legacy/golden_frames.h"

namespace ventosa::hal::legacy::encode_test {
namespace {

Reject reject_of(const Frame& frame) {
  std::array<std::byte, kMaxFrame> buffer{};
  return encode(frame, buffer).reject;
}

TEST(Encode, RefusesWhatDecodeWould) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInf = std::numeric_limits<float>::infinity();
  const std::string too_long(100, 'x');
  const std::vector<std::pair<Frame, Reject>> cases{
      {{GoalAngle{6, 0}}, Reject::kOutOfRange},
      {{GoalAngle{200, 0}}, Reject::kOutOfRange},
      {{GoalAngle{0, kNan}}, Reject::kNotFinite},
      {{GoalAngle{0, kNan}, 3}, Reject::kNotFinite},
      {{GoalCurrent{0, -kInf}}, Reject::kNotFinite},
      {{VelocityProfile{0, -1.0f}}, Reject::kOutOfRange},
      {{VelocityProfile{0, kInf}}, Reject::kNotFinite},
      {{ControlMode{0, ServoMode{2}}}, Reject::kOutOfRange},
      {{SetMotorZero{6, 0}}, Reject::kOutOfRange},
      {{SuctionCup{101}}, Reject::kOutOfRange},
      {{Text{{"a\0b", 3}}}, Reject::kOutOfRange},
      {{Config{.name = too_long}}, Reject::kOutOfRange},
      {{Config{.ssid = {too_long.data(), 50}}}, Reject::kOutOfRange},
      {{Config{.key = {too_long.data(), 50}}}, Reject::kOutOfRange},
  };
  for (const auto& [frame, reject] : cases)
    EXPECT_EQ(reject_of(frame), reject) << frame.message.index();
}

TEST(Encode, FillsAFrameAndNoMore) {
  const std::string text(300, 'x');
  const auto of = [&](std::size_t n) { return Text{std::string_view(text).substr(0, n)}; };
  EXPECT_EQ(encoded({of(250)}).size(), kMaxFrame);
  EXPECT_EQ(reject_of(Frame{of(251)}), Reject::kOutOfRange);
  EXPECT_EQ(encoded({of(247), 1}).size(), kMaxFrame) << "the inner size is then 249";
  EXPECT_EQ(reject_of(Frame{of(248), 1}), Reject::kBadSize);
}

TEST(Encode, RefusesWhatTheBufferHasNoRoomFor) {
  for (const Golden& golden : golden_frames()) {
    const ByteList frame = bytes(golden.hex);
    for (std::size_t n = 0; n < frame.size(); ++n) {
      ByteList buffer(n);
      EXPECT_EQ(encode(golden.frame, buffer).reject, Reject::kNoRoom) << golden.hex << ", " << n;
    }
  }
}

TEST(Datagram, CollectsFrames) {
  std::array<std::byte, 64> buffer{};
  Datagram datagram(buffer);
  EXPECT_TRUE(datagram.bytes().empty());
  EXPECT_EQ(datagram.append({GoalAngle{2, 90.0f}}), Reject::kNone);
  EXPECT_EQ(datagram.append({SetMasterIp{}, 255}), Reject::kNone);
  const ByteList expected = bytes("AA AA 06 07 02 00 00 B4 42 AA AA 04 F0 FF 01 23");
  EXPECT_EQ(ByteList(datagram.bytes().begin(), datagram.bytes().end()), expected);
  datagram.clear();
  EXPECT_TRUE(datagram.bytes().empty());
}

TEST(Datagram, StaysAsItIsWhenAFrameIsRejected) {
  std::array<std::byte, 12> buffer{};
  Datagram datagram(buffer);
  EXPECT_EQ(datagram.append({GoalAngle{2, 90.0f}}), Reject::kNone);
  EXPECT_EQ(datagram.append({GoalAngle{9, 90.0f}}), Reject::kOutOfRange);
  EXPECT_EQ(datagram.append({SetMasterIp{}}), Reject::kNoRoom);
  const ByteList expected = bytes("AA AA 06 07 02 00 00 B4 42");
  EXPECT_EQ(ByteList(datagram.bytes().begin(), datagram.bytes().end()), expected);
}

}  // namespace
}  // namespace ventosa::hal::legacy::encode_test
