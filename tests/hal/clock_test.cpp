#include "hal/clock.h"

#include <gtest/gtest.h>

#include <ctime>

namespace ventosa::hal::clock_test {
namespace {

TEST(SteadyClock, SleepsUntilTheTimeHasCome) {
  SteadyClock clock;
  const std::int64_t start_ns = clock.now_ns();
  clock.sleep_until(start_ns + 20'000'000);
  EXPECT_GE(clock.now_ns(), start_ns + 20'000'000);
  EXPECT_LT(clock.now_ns(), start_ns + 2'000'000'000);
}

TEST(SteadyClock, DoesNotSleepForATimeThatHasPassed) {
  SteadyClock clock;
  const std::int64_t start_ns = clock.now_ns();
  clock.sleep_until(start_ns - 1'000'000'000);
  EXPECT_LT(clock.now_ns(), start_ns + 1'000'000'000);
}

std::int64_t monotonic_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * std::int64_t{1'000'000'000} + now.tv_nsec;
}

TEST(SteadyClock, IsTheClockThatNobodyCanSet) {
  const SteadyClock clock;
  for (int k = 0; k < 1000; ++k) {
    const std::int64_t before_ns = monotonic_ns();
    const std::int64_t now_ns = clock.now_ns();
    ASSERT_GE(now_ns, before_ns);
    ASSERT_LE(now_ns, monotonic_ns());
  }
}

TEST(VirtualClock, StandsStillButForSleep) {
  VirtualClock clock;
  EXPECT_EQ(clock.now_ns(), 0);
  clock.sleep_until(7'000'000'000'000);
  EXPECT_EQ(clock.now_ns(), 7'000'000'000'000);
  clock.sleep_until(5);
  EXPECT_EQ(clock.now_ns(), 7'000'000'000'000);
}

}  // namespace
}  // namespace ventosa::hal::clock_test
