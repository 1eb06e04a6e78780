#include "record/background_sink.h"

#include <gtest/gtest.h>

#include <chrono>
#include <mutex>

namespace ventosa::record::background_sink_test {
namespace {

/// Stores its rows; waits while it is locked, refuses rows from a tick on.
class KeepingSink final : public RowSink {
 public:
  [[nodiscard]] bool take(std::int64_t tick, std::span<const double> row) noexcept override {
    const std::scoped_lock wait(slow);
    if (tick >= refuses_from) return false;
    ticks.push_back(tick);
    rows.emplace_back(row.begin(), row.end());
    return true;
  }

  std::mutex slow;
  std::int64_t refuses_from = std::numeric_limits<std::int64_t>::max();
  std::vector<std::int64_t> ticks;
  std::vector<std::vector<double>> rows;
};

std::vector<double> row_of(std::int64_t tick) {
  return {static_cast<double>(tick), 0.5 * static_cast<double>(tick)};
}

/// Waits for room: nothing is dropped.
void give(std::int64_t tick, BackgroundSink& sink) {
  while (!sink.take(tick, row_of(tick))) std::this_thread::yield();
}

TEST(BackgroundSink, HandsOverEveryRowInOrder) {
  constexpr std::int64_t kTicks = 2000;  // many times round the ring of 16
  KeepingSink kept;
  BackgroundSink sink(kept, 2, 16);
  for (std::int64_t tick = 0; tick < kTicks; ++tick) {
    if (tick % 16 == 0) std::this_thread::sleep_for(std::chrono::microseconds(tick % 64));
    give(tick, sink);
  }
  sink.finish();
  ASSERT_EQ(kept.ticks.size(), static_cast<std::size_t>(kTicks));
  for (std::int64_t tick = 0; tick < kTicks; ++tick) {
    ASSERT_EQ(kept.ticks[static_cast<std::size_t>(tick)], tick);
    ASSERT_EQ(kept.rows[static_cast<std::size_t>(tick)], row_of(tick));
  }
}

TEST(BackgroundSink, DropsAndCountsWhatASlowSinkHasNoRoomForAndDoesNotWait) {
  constexpr int kRoom = 8, kTicks = 100;
  KeepingSink kept;
  BackgroundSink sink(kept, 2, kRoom);
  int n_taken = 0;
  {
    const std::scoped_lock stuck(kept.slow);  // would wait for the sink for ever
    for (std::int64_t tick = 0; tick < kTicks; ++tick) n_taken += sink.take(tick, row_of(tick));
    EXPECT_EQ(n_taken, kRoom);  // the row that the sink is about to store still occupies its place
    EXPECT_EQ(sink.n_dropped(), kTicks - kRoom);
  }
  sink.finish();
  EXPECT_EQ(kept.ticks, (std::vector<std::int64_t>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_FALSE(sink.has_refused());
}

TEST(BackgroundSink, GivesNothingMoreToASinkThatHasRefused) {
  KeepingSink kept;
  kept.refuses_from = 3;
  BackgroundSink sink(kept, 2, 64);
  std::int64_t tick = 0;
  while (!sink.has_refused()) {
    if (tick < 60) static_cast<void>(sink.take(tick, row_of(tick)));
    ++tick;
    std::this_thread::yield();
  }
  kept.refuses_from = std::numeric_limits<std::int64_t>::max();  // the sink would accept rows again
  EXPECT_FALSE(sink.take(60, row_of(60)));
  sink.finish();
  EXPECT_EQ(kept.ticks, (std::vector<std::int64_t>{0, 1, 2}));
  EXPECT_EQ(sink.n_dropped(), 0);
}

TEST(BackgroundSink, HandsOverWhatWaitsWhenItFinishes) {
  KeepingSink kept;
  BackgroundSink sink(kept, 2, 64);
  for (std::int64_t tick = 0; tick < 50; ++tick) EXPECT_TRUE(sink.take(tick, row_of(tick)));
  sink.finish();
  EXPECT_EQ(kept.ticks.size(), 50u);
  sink.finish();  // nothing more to wait for
}

TEST(BackgroundSink, TakesNoRowOfAnotherLength) {
  KeepingSink kept;
  BackgroundSink sink(kept, 2, 8);
  EXPECT_FALSE(sink.take(0, std::vector<double>{1, 2, 3}));
  sink.finish();
  EXPECT_TRUE(kept.ticks.empty());
  EXPECT_EQ(sink.n_dropped(), 1);
}

}  // namespace
}  // namespace ventosa::record::background_sink_test
