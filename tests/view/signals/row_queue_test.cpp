#include "view/signals/row_queue.h"

#include <gtest/gtest.h>

#include <array>
#include <thread>

namespace ventosa::view::row_queue_test {
namespace {

TEST(RowQueue, GivesTheRowsInOrderOnce) {
  RowQueue queue(2, 8);
  for (int tick = 1; tick <= 3; ++tick) EXPECT_TRUE(queue.take(tick, std::array{1.0 * tick, 0.5}));
  std::vector<float> seen;
  const auto see = [&](std::int64_t tick, std::span<const float> row) {
    EXPECT_EQ(row.size(), 2u);
    EXPECT_EQ(row[0], static_cast<float>(tick));
    seen.push_back(row[0]);
  };
  queue.drain(see);
  EXPECT_EQ(seen, (std::vector<float>{1, 2, 3}));
  queue.drain(see);
  EXPECT_EQ(seen.size(), 3u);
}

TEST(RowQueue, LeavesOutWhatDoesNotFitAndCountsIt) {
  RowQueue queue(1, 4);
  for (int tick = 0; tick < 10; ++tick) EXPECT_TRUE(queue.take(tick, std::array{1.0}));
  EXPECT_EQ(queue.n_left_out(), 6);
  int n = 0;
  queue.drain([&](std::int64_t tick, std::span<const float>) { EXPECT_EQ(tick, n++); });
  EXPECT_EQ(n, 4);
  EXPECT_TRUE(queue.take(0, std::array{1.0, 2.0}));  // of another width
  EXPECT_EQ(queue.n_left_out(), 7);
}

TEST(RowQueue, PassesWholeRowsBetweenTwoThreads) {
  constexpr std::int64_t kLast = 50'000;
  RowQueue queue(16, 64);
  std::thread writer([&] {
    std::array<double, 16> row{};
    for (std::int64_t tick = 1; tick <= kLast; ++tick) {
      row.fill(static_cast<double>(tick));
      (void)queue.take(tick, row);
    }
  });
  std::int64_t last = 0, n = 0;
  const auto drain = [&] {
    queue.drain([&](std::int64_t tick, std::span<const float> row) {
      ASSERT_GT(tick, last);
      last = tick;
      ++n;
      for (const float x : row) ASSERT_EQ(x, static_cast<float>(tick));
    });
  };
  while (n + queue.n_left_out() < kLast) drain();
  writer.join();
  drain();
  EXPECT_EQ(n + queue.n_left_out(), kLast);
}

}  // namespace
}  // namespace ventosa::view::row_queue_test
