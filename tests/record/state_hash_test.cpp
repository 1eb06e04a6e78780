#include "record/state_hash.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <random>
#include <vector>

namespace ventosa::record::state_hash_test {
namespace {

std::vector<double> some_values(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<double> values(100);
  for (double& value : values) value = std::normal_distribution<double>(0, 1)(random);
  return values;
}

TEST(StateHash, ChangesWithAnySingleBit) {
  const std::vector<double> values = some_values(1);
  const std::uint64_t hash = chain(kEmptyHash, values);
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (int bit = 0; bit < 64; ++bit) {
      std::vector<double> other = values;
      other[i] = std::bit_cast<double>(std::bit_cast<std::uint64_t>(other[i]) ^ (1ull << bit));
      EXPECT_NE(chain(kEmptyHash, other), hash) << "value " << i << ", bit " << bit;
    }
  }
}

TEST(StateHash, ChangesWithOrder) {
  const std::vector<double> forward{1, 2, 3};
  const std::vector<double> swapped{2, 1, 3};
  EXPECT_NE(chain(kEmptyHash, forward), chain(kEmptyHash, swapped));
}

TEST(StateHash, TellsZeroFromNoValue) {
  const std::vector<double> one_zero{0};
  EXPECT_NE(chain(kEmptyHash, one_zero), kEmptyHash);
}

TEST(StateHash, ChangesWithWhatCameBefore) {
  const std::vector<double> row = some_values(2);
  const std::uint64_t hash = chain(kEmptyHash, row);
  for (int bit = 0; bit < 64; ++bit) EXPECT_NE(chain(kEmptyHash ^ (1ull << bit), row), hash);
}

TEST(StateHash, TellsRowsApart) {
  const std::vector<double> values = some_values(3);
  const std::span<const double> all(values);
  EXPECT_NE(chain(chain(kEmptyHash, all.first(37)), all.subspan(37)), chain(kEmptyHash, all));
}

// a value that every machine and compiler must reproduce; calculated in Python
TEST(StateHash, IsPortable) {
  const std::vector<double> row{0.0, 1.0, -2.5, 0.1, 7.0, -0.0};
  EXPECT_EQ(chain(kEmptyHash, row), 0xbef491462a4a7bu);
}

}  // namespace
}  // namespace ventosa::record::state_hash_test
