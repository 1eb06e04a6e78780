#include "record/run_log.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "bench/allocations.h"

namespace ventosa::record::run_log_test {
namespace {

const std::vector<Column> kColumns{{"a", "m"}, {"b", "rad"}, {"c", "1"}};

TEST(RunLog, KeepsEveryValueOverManyChunks) {
  RunLog log(kColumns);
  for (int i = 0; i < 1000; ++i) {
    const std::span<double> row = log.append();
    for (std::size_t k = 0; k < row.size(); ++k) row[k] = i + 0.25 * static_cast<double>(k);
  }
  ASSERT_EQ(log.n_rows(), 1000u);
  for (std::size_t i = 0; i < 1000; ++i)
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_EQ(log.at(i, k), static_cast<double>(i) + 0.25 * static_cast<double>(k));
}

TEST(RunLog, FindsColumnsByTheirWholeName) {
  const RunLog log(kColumns);
  EXPECT_EQ(log.find("b"), 1u);
  EXPECT_EQ(log.find("B"), std::nullopt);
}

TEST(RunLog, StartsAgainAfterClear) {
  RunLog log(kColumns);
  log.append()[0] = 7;
  log.clear();
  EXPECT_EQ(log.n_rows(), 0u);
  log.append()[0] = 8;
  EXPECT_EQ(log.at(0, 0), 8);
}

TEST(RowWriter, KnowsWhetherARowIsComplete) {
  std::vector<double> row(2);
  RowWriter writer{row};
  writer.number("a", {}, 1.5);
  EXPECT_FALSE(writer.complete());
  writer.number("b", {}, 2.5);
  EXPECT_TRUE(writer.complete());
  writer.number("c", {}, 3.5);  // one row too many is not written
  EXPECT_FALSE(writer.complete());
  EXPECT_EQ(row, (std::vector<double>{1.5, 2.5}));
}

TEST(RunLog, AllocatesNothingInsideWhatWasReserved) {
  RunLog log(kColumns);
  log.reserve(2000);
  const bench::AllocationCount allocations;
  for (int i = 0; i < 2000; ++i) log.append()[0] = i;
  if (allocations.value() < 0) GTEST_SKIP() << "a sanitizer replaces malloc: nothing is counted";
  EXPECT_EQ(allocations.value(), 0);
}

TEST(RunLog, AllocatesOnlyByTheChunkBeyondIt) {
  RunLog log(kColumns);
  const bench::AllocationCount allocations;
  for (int i = 0; i < 1000; ++i) log.append()[0] = i;
  if (allocations.value() < 0) GTEST_SKIP() << "a sanitizer replaces malloc: nothing is counted";
  EXPECT_GT(allocations.value(), 0);
  EXPECT_LT(allocations.value(), 20);
}

}  // namespace
}  // namespace ventosa::record::run_log_test
