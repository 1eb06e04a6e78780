#include <gtest/gtest.h>

#include "tests/hal/legacy/random_messages.h"

namespace ventosa::hal::legacy::round_trip_test {
namespace {

constexpr int kDraws = 2000;  // of every message

TEST(RoundTrip, GivesEveryMessageBack) {
  RandomMessages random(1);
  for (int draw = 0; draw < kDraws; ++draw)
    for (const Message& message : random.one_of_each()) {
      const Frame frame{message};
      const ByteList datagram = encoded(frame);
      const std::vector<Decoded> decoded = decode_all(datagram);
      ASSERT_EQ(decoded, std::vector<Decoded>{frame}) << "kind " << message.index();
      ASSERT_EQ(encoded(std::get<Frame>(decoded[0])), datagram) << "kind " << message.index();
    }
}

TEST(RoundTrip, GivesEveryMessageOfAVirtualModuleBack) {
  RandomMessages random(2);
  int n_too_long = 0;
  for (int draw = 0; draw < kDraws; ++draw)
    for (const Message& message : random.one_of_each()) {
      const Frame frame{message, static_cast<std::uint8_t>(random.below(256))};
      const ByteList datagram = encoded(frame);
      n_too_long += datagram.empty();
      if (datagram.empty()) continue;
      ASSERT_EQ(decode_all(datagram), std::vector<Decoded>{frame}) << "kind " << message.index();
    }
  EXPECT_LT(n_too_long, kDraws / 10) << "texts of 248 to 250 characters alone";
}

TEST(RoundTrip, GivesADatagramOfManyBack) {
  RandomMessages random(3);
  for (int draw = 0; draw < kDraws; ++draw) {
    std::array<std::byte, 1472> buffer{};
    Datagram datagram(buffer);
    std::vector<Decoded> sent;
    for (const Message& message : random.one_of_each())
      if (datagram.append({message}) == Reject::kNone) sent.emplace_back(Frame{message});
    ASSERT_GT(sent.size(), 20u);
    ASSERT_EQ(decode_all(datagram.bytes()), sent) << "draw " << draw;
  }
}

}  // namespace
}  // namespace ventosa::hal::legacy::round_trip_test
