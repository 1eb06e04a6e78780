#include <gtest/gtest.h>

#include <random>

#include "tests/hal/legacy/decode_property.h"
#include "tests/hal/legacy/golden_frames.h"

/// Random bytes: each is part of a message or rejected with a reason, whatever precedes it.
namespace ventosa::hal::legacy::decode_totality_test {
namespace {

constexpr int kDatagrams = 1'000'000;

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_(seed) {}

  std::size_t below(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_);
  }
  std::byte byte() { return static_cast<std::byte>(random_()); }

 private:
  std::mt19937_64 random_;
};

ByteList noise(Dice& dice) {
  ByteList all(dice.below(64));
  for (std::byte& byte : all) byte = dice.byte();
  return all;
}

/// A frame of any id and length, its bytes at random.
ByteList noise_in_a_frame(Dice& dice) {
  const ByteList info = noise(dice);
  ByteList frame = bytes("AA AA 00 00");
  frame[2] = static_cast<std::byte>(info.size() + 1);
  frame[3] = static_cast<std::byte>(dice.below(0x42));
  return join({frame, info});
}

void mutate(ByteList& frame, Dice& dice) {
  const std::size_t place = dice.below(frame.size());
  const auto at = frame.begin() + static_cast<std::ptrdiff_t>(place);
  switch (dice.below(5)) {
    case 0:
      *at ^= static_cast<std::byte>(1 << dice.below(8));
      break;
    case 1:
      *at = dice.byte();
      break;
    case 2:
      frame.insert(at, dice.byte());
      break;
    case 3:
      frame.erase(at);
      break;
    default:
      frame.resize(place + 1);
      break;
  }
}

ByteList mutated(const std::vector<ByteList>& good, Dice& dice) {
  ByteList all;
  for (std::size_t n = 1 + dice.below(4); n > 0; --n) {
    const ByteList& frame = good[dice.below(good.size())];
    all.insert(all.end(), frame.begin(), frame.end());
  }
  for (std::size_t n = dice.below(4); n > 0 && !all.empty(); --n) mutate(all, dice);
  return all;
}

ByteList nonsense(const std::vector<ByteList>& good, Dice& dice) {
  switch (dice.below(4)) {
    case 0:
      return noise(dice);
    case 1:
      return noise_in_a_frame(dice);
    default:
      return mutated(good, dice);
  }
}

TEST(DecodeTotality, TakesOrRefusesWhateverComes) {
  std::vector<ByteList> good;
  for (const Golden& golden : golden_frames()) good.push_back(bytes(golden.hex));
  Dice dice(20260701);
  int n_taken = 0, n_refused = 0;
  for (int k = 0; k < kDatagrams; ++k) {
    const ByteList datagram = nonsense(good, dice);
    const Outcome outcome = decode_anything(datagram);
    ASSERT_TRUE(outcome.holds) << "datagram " << k << ": " << testing::PrintToString(datagram);
    n_taken += outcome.n_taken;
    n_refused += outcome.n_refused;
  }
  EXPECT_GT(n_taken, kDatagrams / 10);
  EXPECT_GT(n_refused, kDatagrams / 10);
}

}  // namespace
}  // namespace ventosa::hal::legacy::decode_totality_test
