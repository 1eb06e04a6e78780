#include "tests/hal/legacy/golden_frames.h"

#include <gtest/gtest.h>

#include <set>

#include "hal/legacy/table.h"

namespace ventosa::hal::legacy::golden_frames_test {
namespace {

TEST(GoldenFrames, HaveEveryMessage) {
  std::set<std::size_t> kinds;
  for (const Golden& golden : golden_frames()) kinds.insert(golden.frame.message.index());
  EXPECT_EQ(kinds.size(), std::variant_size_v<Message>);
}

TEST(GoldenFrames, AreDecodedToTheirMessages) {
  for (const Golden& golden : golden_frames()) {
    SCOPED_TRACE(golden.hex);
    const ByteList frame = bytes(golden.hex);
    const std::vector<Decoded> decoded = decode_all(frame);
    ASSERT_EQ(decoded.size(), 1u);
    EXPECT_EQ(reject_of(decoded[0]), Reject::kNone);
    EXPECT_EQ(decoded[0], Decoded(golden.frame));
  }
}

TEST(GoldenFrames, AreWhatTheirMessagesAreEncodedTo) {
  for (const Golden& golden : golden_frames())
    EXPECT_EQ(encoded(golden.frame), bytes(golden.hex)) << golden.hex;
}

TEST(GoldenFrames, AreFoundSideBySideInOneDatagram) {
  std::vector<ByteList> frames;
  for (const Golden& golden : golden_frames()) frames.push_back(bytes(golden.hex));
  const ByteList datagram = join(frames);
  const std::vector<Decoded> decoded = decode_all(datagram);
  ASSERT_EQ(decoded.size(), frames.size());
  for (std::size_t k = 0; k < frames.size(); ++k)
    EXPECT_EQ(decoded[k], Decoded(golden_frames()[k].frame)) << golden_frames()[k].hex;
}

TEST(CompactRobotData, IsScaledToUnits) {
  const CompactRobotData robot = golden_compact();
  EXPECT_DOUBLE_EQ(robot.motor[0].angle_deg(), 123.4);
  EXPECT_DOUBLE_EQ(robot.motor[1].angle_deg(), -0.5);
  EXPECT_DOUBLE_EQ(robot.motor[0].reported_mA(), 100);
  EXPECT_DOUBLE_EQ(robot.motor[0].voltage_V(), 12);
  EXPECT_DOUBLE_EQ(robot.vacuum_Pa(), 2360);
}

TEST(Wire, HasTheLimitsOfTheFirmware) {
  EXPECT_EQ(kModulePort, 12000);
  EXPECT_EQ(kMasterPort, 12001);
  EXPECT_EQ(kMaxSize, 252u);
  EXPECT_EQ(kMaxInfo, 251u);
  EXPECT_EQ(kMaxFrame, 255u);
}

TEST(Table, GivesEveryIdOnceAndSimulationNone) {
  std::set<int> ids{kSimulationId};
  std::apply([&](const auto&... row) { (ids.insert(row.id), ...); }, kTable);
  EXPECT_EQ(ids.size(), 1 + std::variant_size_v<Message>);
}

TEST(Table, NamesIds) {
  EXPECT_EQ(name_of(0x23), "SET_MASTER_IP");
  EXPECT_EQ(name_of(0xF0), "SIMULATION");
  EXPECT_EQ(name_of(23), "CONFIG") << "decimal 23 is 0x17";
  EXPECT_EQ(name_of(0xFF), "unknown");
}

}  // namespace
}  // namespace ventosa::hal::legacy::golden_frames_test
