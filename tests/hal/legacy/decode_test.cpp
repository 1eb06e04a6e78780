#include "hal/legacy/decode.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/hal/legacy/golden_frames.h"

namespace ventosa::hal::legacy::decode_test {
namespace {

using Rejects = std::vector<Reject>;

const ByteList kGoal = bytes("AA AA 06 07 02 00 00 B4 42");

bool is_text(const Frame& frame) {
  return std::holds_alternative<Text>(frame.message) ||
         std::holds_alternative<Name>(frame.message) ||
         std::holds_alternative<Config>(frame.message);
}

/// The frame's size byte corrected by `change`.
ByteList resized(ByteList frame, int change) {
  frame[2] = static_cast<std::byte>(std::to_integer<int>(frame[2]) + change);
  return frame;
}

ByteList without_last(ByteList frame) {
  frame.pop_back();
  return frame;
}

ByteList with(ByteList frame, int byte) {
  frame.push_back(static_cast<std::byte>(byte));
  return frame;
}

void expect_costs_only_itself(const ByteList& frame, Reject reject) {
  const Rejects expected{Reject::kNone, reject, Reject::kNone};
  EXPECT_EQ(rejects_of(join({kGoal, frame, kGoal})), expected);
}

TEST(Decode, RefusesWhatIsCutOffAnywhere) {
  for (const Golden& golden : golden_frames()) {
    const ByteList frame = bytes(golden.hex);
    for (std::size_t n = 0; n < frame.size(); ++n) {
      const Reject reject = n < 2 ? Reject::kNoHeader : Reject::kTruncated;
      const ByteList cut(frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(n));
      EXPECT_EQ(rejects_of(cut), Rejects{reject}) << golden.hex << ", " << n;
      if (n == 0) continue;
      EXPECT_EQ(rejects_of(join({kGoal, cut})), Rejects{reject}) << "the whole one before it too";
    }
  }
}

// without the check the angle would be 0xAAB40000, the next header's first byte its last
TEST(Decode, RefusesTheWholeDatagramWhereAFrameLacksAByte) {
  for (const Golden& golden : golden_frames())
    EXPECT_EQ(rejects_of(join({kGoal, without_last(bytes(golden.hex)), kGoal})),
              Rejects{Reject::kNoHeader})
        << golden.hex;
}

TEST(Decode, RefusesTheWholeDatagramWhereAByteIsTooMany) {
  for (const Golden& golden : golden_frames())
    for (const int byte : {0x00, 0x55, 0xAA}) {
      const ByteList frame = with(bytes(golden.hex), byte);
      EXPECT_EQ(rejects_of(frame), Rejects{Reject::kNoHeader}) << golden.hex;
      const Rejects rejects = rejects_of(join({kGoal, frame, kGoal}));
      ASSERT_EQ(rejects.size(), 1u) << golden.hex;
      EXPECT_TRUE(rejects[0] == Reject::kNoHeader || rejects[0] == Reject::kTruncated);
    }
}

TEST(Decode, RefusesInfoThatIsTooShort) {
  for (const Golden& golden : golden_frames()) {
    SCOPED_TRACE(golden.hex);
    const ByteList frame = resized(without_last(bytes(golden.hex)), -1);
    if (frame[2] == std::byte{0})
      EXPECT_EQ(rejects_of(frame), Rejects{Reject::kBadSize});
    else if (is_text(golden.frame) && !golden.frame.virtual_id && frame.size() > 4)
      expect_costs_only_itself(frame, Reject::kUnterminated);
    else
      expect_costs_only_itself(frame, Reject::kWrongLength);
  }
}

TEST(Decode, RefusesInfoThatIsTooLong) {
  for (const Golden& golden : golden_frames())
    for (const int byte : {0x00, 0xAA}) {
      SCOPED_TRACE(golden.hex);
      expect_costs_only_itself(resized(with(bytes(golden.hex), byte), 1), Reject::kWrongLength);
    }
}

TEST(Decode, RefusesTheWholeDatagramWhereAHeaderIsAnother) {
  for (const char* hex : {"55 AA 01 23", "AA 55 01 23", "01 23 AA AA", "00"}) {
    EXPECT_EQ(rejects_of(bytes(hex)), Rejects{Reject::kNoHeader}) << hex;
    EXPECT_EQ(rejects_of(join({kGoal, bytes(hex), kGoal})), Rejects{Reject::kNoHeader}) << hex;
  }
}

TEST(Decode, RefusesSizesThatNoModuleReads) {
  for (const int size : {0, 253, 254, 255}) {
    ByteList frame = bytes("AA AA 00 05");
    frame.resize(300, std::byte{'x'});
    frame[2] = static_cast<std::byte>(size);
    EXPECT_EQ(rejects_of(frame), Rejects{Reject::kBadSize}) << size;
  }
}

TEST(Decode, TakesTheGreatestFrame) {
  ByteList frame = bytes("AA AA FC 05");
  frame.resize(kMaxFrame - 1, std::byte{'x'});
  frame.push_back(std::byte{0});
  const std::vector<Decoded> decoded = decode_all(frame);
  EXPECT_EQ(std::get<Text>(std::get<Frame>(decoded.at(0)).message).text, std::string(250, 'x'));
}

TEST(Decode, RefusesIdsThatAreNone) {
  int n_unknown = 0;
  for (int id = 0; id < 256; ++id) {
    ByteList frame = bytes("AA AA 01 00");
    frame[3] = static_cast<std::byte>(id);
    const std::vector<Decoded> decoded = decode_all(frame);
    if (reject_of(decoded.at(0)) != Reject::kUnknownId) continue;
    ++n_unknown;
    EXPECT_EQ(std::get<Refusal>(decoded[0]).id, id);
    expect_costs_only_itself(frame, Reject::kUnknownId);
  }
  EXPECT_EQ(n_unknown, 256 - 31 - 1);
}

TEST(Decode, RefusesMotorsThatAreNone) {
  const std::set<int> of_a_motor{0x01, 0x03, 0x04, 0x07, 0x08, 0x09, 0x10, 0x15, 0x22, 0x24, 0x25};
  for (const Golden& golden : golden_frames()) {
    ByteList frame = bytes(golden.hex);
    if (!of_a_motor.contains(std::to_integer<int>(frame[3]))) continue;
    for (const int motor : {6, 7, 127, 128, 200, 255}) {
      SCOPED_TRACE(golden.hex);
      frame[4] = static_cast<std::byte>(motor);
      expect_costs_only_itself(frame, Reject::kOutOfRange);
    }
  }
  expect_costs_only_itself(bytes("AA AA 05 32 06 B4 00 45"), Reject::kOutOfRange);
  expect_costs_only_itself(bytes("AA AA 05 32 80 B4 00 CB"), Reject::kOutOfRange);
}

/// Every float of a good frame in turn replaced by a value that is not finite.
void expect_finite(const std::string& hex, const std::vector<std::ptrdiff_t>& places) {
  for (const char* number : {"00 00 80 7F", "00 00 80 FF", "00 00 C0 7F", "01 00 80 FF"})
    for (const std::ptrdiff_t place : places) {
      SCOPED_TRACE(hex);
      ByteList frame = bytes(hex);
      const ByteList replacement = bytes(number);
      std::copy(replacement.begin(), replacement.end(), frame.begin() + place);
      expect_costs_only_itself(frame, Reject::kNotFinite);
    }
}

TEST(Decode, RefusesNumbersThatAreNotFinite) {
  for (const char* id : {"07", "22", "24"})
    expect_finite("AA AA 06 " + std::string(id) + " 02 00 00 B4 42", {5});
  expect_finite(golden_frames()[0].hex, {7, 11, 15, 20});
  expect_finite("AA AA 11 02 00 00 80 41 00 00 00 3F 00 00 00 00 00 00 C0 3F", {4, 8, 12, 16});
  expect_finite("AA AA 0A 10 01 00 00 34 43 00 00 36 C2", {5, 9});
  expect_finite("AA AA 10 19 00 40 9C 45 00 00 FE 42 00 00 C0 41 0C 0D FF", {4, 8, 12});
  expect_finite("AA AA 09 F0 07 06 07 02 00 00 B4 42", {8});
}

TEST(Decode, RefusesNumbersOutOfRange) {
  for (const char* hex : {
           "AA AA 02 06 65",              // 101 %
           "AA AA 02 06 FF",              // 255 %
           "AA AA 06 22 00 00 00 E0 C0",  // -7 deg/s
           "AA AA 04 25 00 02 00",        // no mode of a servo
           "AA AA 04 25 00 00 01",        // 256, whose low byte is one
       })
    expect_costs_only_itself(bytes(hex), Reject::kOutOfRange);
}

TEST(Decode, RefusesTextsThatTheModuleHasNoRoomFor) {
  const ByteList addresses = bytes("01 02 03 04 05 06 07 08 09 0A 0B 0C");
  const auto config = [&](std::size_t name, std::size_t ssid, std::size_t key) {
    ByteList info = addresses;
    for (const std::size_t n : {name, ssid, key}) {
      info.resize(info.size() + n, std::byte{'x'});
      info.push_back(std::byte{0});
    }
    return resized(join({bytes("AA AA 01 17"), info}), static_cast<int>(info.size()));
  };
  expect_costs_only_itself(config(99, 49, 49), Reject::kNone);
  expect_costs_only_itself(config(100, 0, 0), Reject::kOutOfRange);
  expect_costs_only_itself(config(0, 50, 0), Reject::kOutOfRange);
  expect_costs_only_itself(config(0, 0, 50), Reject::kOutOfRange);
  expect_costs_only_itself(config(99, 49, 50), Reject::kWrongLength);
}

TEST(Decode, RefusesWrongCheckBytes) {
  for (const char* hex : {"AA AA 05 32 02 B4 00 49", golden_frames()[32].hex}) {
    const ByteList good = bytes(hex);
    for (std::size_t place = 4; place < good.size(); ++place)
      for (int bit = 0; bit < 8; ++bit) {
        ByteList frame = good;
        frame[place] ^= static_cast<std::byte>(1 << bit);
        // the checksum of SET_MOTOR_ZERO has eight bits: it does not detect a wrong high byte of
        // the angle
        const bool unseen = good[3] == std::byte{0x32} && place == 6;
        expect_costs_only_itself(frame, unseen ? Reject::kNone : Reject::kBadChecksum);
      }
  }
}

TEST(Decode, RefusesSimulationsOfNothing) {
  for (const char* hex : {"AA AA 01 F0", "AA AA 02 F0 07", "AA AA 03 F0 07 00"})
    expect_costs_only_itself(bytes(hex), Reject::kWrongLength);
}

TEST(Decode, RefusesSimulationsWhoseInnerSizeIsAnother) {
  for (const char* size : {"00", "05", "07", "FF"})
    expect_costs_only_itself(bytes("AA AA 09 F0 07 " + std::string(size) + " 07 02 00 00 B4 42"),
                             Reject::kWrongLength);
}

TEST(Decode, RefusesSimulationsInSimulations) {
  expect_costs_only_itself(bytes("AA AA 07 F0 01 04 F0 02 01 23"), Reject::kNested);
}

TEST(Decode, JudgesWhatSimulationsWrap) {
  expect_costs_only_itself(bytes("AA AA 05 F0 01 02 06 65"), Reject::kOutOfRange);
  const std::vector<Decoded> decoded = decode_all(bytes("AA AA 04 F0 01 01 99"));
  EXPECT_EQ(reject_of(decoded.at(0)), Reject::kUnknownId);
  EXPECT_EQ(std::get<Refusal>(decoded[0]).id, 0x99);
}

TEST(Decode, LeavesAFrameAsItWasWhereBytesAreRefused) {
  const Frame before{GoalAngle{2, 90.0f}, 7};
  Frame frame = before;
  for (const char* hex : {"AA AA 06 07 06 00 00 B4 42", "AA AA 04 F0 01 01 99", "AA AA 01 F0"}) {
    EXPECT_NE(decode_frame(bytes(hex), frame).reject, Reject::kNone);
    EXPECT_EQ(frame, before) << hex;
  }
  EXPECT_EQ(decode_frame(bytes("AA AA 01 23"), frame).reject, Reject::kNone);
  EXPECT_EQ(frame, Frame{SetMasterIp{}}) << "no virtual module either";
}

}  // namespace
}  // namespace ventosa::hal::legacy::decode_test
