#include "view/signals/signal_store.h"

#include <gtest/gtest.h>

#include <array>

namespace ventosa::view::signal_store_test {
namespace {

/// Two signals: the tick, and its negative.
SignalStore filled(std::int64_t n_ticks, std::size_t n_rows) {
  SignalStore store(2, n_rows);
  for (std::int64_t tick = 0; tick < n_ticks; ++tick)
    store.add(tick, std::array{static_cast<float>(tick), static_cast<float>(-tick)});
  return store;
}

TEST(SignalStore, GivesASignalBetweenTwoTicks) {
  const SignalStore store = filled(50, 100);
  std::vector<Sample> samples;
  store.read(1, 10, 14, samples);
  ASSERT_EQ(samples.size(), 5u);
  EXPECT_EQ(samples.front().tick, 10);
  EXPECT_EQ(samples.back().value, -14);
}

TEST(SignalStore, KeepsEveryTenthRowOfWhatIsLongAgo) {
  const SignalStore store = filled(900, 100);
  std::vector<Sample> samples;
  store.read(0, 850, 899, samples);
  EXPECT_EQ(samples.size(), 50u);  // the last hundred rows are all there
  store.read(0, 0, 899, samples);
  ASSERT_EQ(samples.size(), 90u);
  for (std::size_t k = 0; k < samples.size(); ++k)
    EXPECT_EQ(samples[k].value, static_cast<float>(10 * k));
}

TEST(SignalStore, ForgetsWhatIsTooLongAgo) {
  const SignalStore store = filled(3000, 100);
  std::vector<Sample> samples;
  store.read(0, 0, 2999, samples);
  ASSERT_EQ(samples.size(), 100u);
  EXPECT_EQ(samples.front().tick, 2000);
}

TEST(SignalStore, TakesATickThatComesAgain) {
  SignalStore store = filled(20, 100);
  store.add(7, std::array{700.f, 0.f});
  std::vector<Sample> samples;
  store.read(0, 6, 8, samples);
  ASSERT_EQ(samples.size(), 3u);
  EXPECT_EQ(samples[1].value, 700);
}

TEST(SignalStore, HasNothingBeforeTheStart) {
  const SignalStore store = filled(5, 100);
  std::vector<Sample> samples;
  store.read(0, -20, 2, samples);
  EXPECT_EQ(samples.size(), 3u);
}

}  // namespace
}  // namespace ventosa::view::signal_store_test
