#include "sim/model/sample_clock.h"

#include <gtest/gtest.h>

namespace ventosa::sim::sample_clock_test {
namespace {

TEST(SampleClock, WithoutAPeriodIsDueInEveryStep) {
  for (std::int64_t t = 0; t < 10; ++t) EXPECT_TRUE(SampleClock{}.due(t - 1, t));
}

// about 30 Hz with a step of 2 ms: 32 or 34 ms apart, no instant lost or added in an hour
TEST(SampleClock, KeepsItsMeanRateIfThePeriodIsNoWholeNumberOfSteps) {
  constexpr std::int64_t kStep = 2'000'000, kHour = 3'600'000'000'000;
  const SampleClock clock{.period_ns = 33'312'345, .phase_ns = 5'000'001};
  std::int64_t n = 0, last = 0;
  for (std::int64_t t = kStep; t <= kHour; t += kStep) {
    if (!clock.due(t - kStep, t)) continue;
    const std::int64_t instant = clock.phase_ns + n * clock.period_ns;
    ASSERT_GE(t, instant);
    ASSERT_LT(t - instant, kStep);
    ASSERT_TRUE(n == 0 || t - last == 32'000'000 || t - last == 34'000'000);
    last = t;
    ++n;
  }
  EXPECT_EQ(n, (kHour - clock.phase_ns) / clock.period_ns + 1);
}

// e.g. at 30 Hz every third instant is a multiple of 100 ms, the end of a step: the count up to
// there is t * rate
TEST(SampleClock, IsDueInTheStepThatEndsAtItsInstant) {
  constexpr std::int64_t kStep = 2'000'000, kHour = 3'600'000'000'000;
  for (const double rate_hz : {25.0, 30.0, 60.0, 100.0, 400.0}) {
    const SampleClock clock = SampleClock::with_period(1 / rate_hz);
    std::int64_t n = 0;
    for (std::int64_t t = kStep; t <= kHour / 60; t += kStep) {
      n += clock.due(t - kStep, t);
      const auto wanted = static_cast<std::int64_t>(1e-9 * static_cast<double>(t) * rate_hz + 1e-9);
      ASSERT_EQ(n, wanted) << rate_hz << " Hz at " << t << " ns";
    }
  }
}

TEST(SampleClock, WithAPeriodBelowTheStepIsDueInEachStep) {
  const SampleClock clock{.period_ns = 300, .phase_ns = 7};
  for (std::int64_t t = 1000; t < 20'000; t += 1000) EXPECT_TRUE(clock.due(t - 1000, t));
}

}  // namespace
}  // namespace ventosa::sim::sample_clock_test
