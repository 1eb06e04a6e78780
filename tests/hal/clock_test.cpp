#include "hal/clock.h"

#include <gtest/gtest.h>

namespace ventosa::hal {
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

TEST(VirtualClock, StandsStillButForSleep) {
  VirtualClock clock;
  EXPECT_EQ(clock.now_ns(), 0);
  clock.sleep_until(7'000'000'000'000);
  EXPECT_EQ(clock.now_ns(), 7'000'000'000'000);
  clock.sleep_until(5);
  EXPECT_EQ(clock.now_ns(), 7'000'000'000'000);
}

}  // namespace
}  // namespace ventosa::hal
