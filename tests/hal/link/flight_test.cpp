#include "hal/link/flight.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "sim/beat.h"

namespace ventosa::hal {
namespace {

using sim::Beat;
using sim::every;

TEST(Flight, DeliversWhatIsDueAndNothingElse) {
  Flight<int> flight;
  int got = 0;
  send(1, {.delay_ns = 3}, 10, flight);
  EXPECT_FALSE(receive(12, flight, got));
  EXPECT_EQ(got, 0);
  EXPECT_TRUE(receive(13, flight, got));
  EXPECT_EQ(got, 1);
  EXPECT_FALSE(receive(14, flight, got));
}

TEST(Flight, OfSeveralDueTheNewestCounts) {
  Flight<int> flight;
  int got = 0;
  send(1, {.delay_ns = 0}, 0, flight);
  send(2, {.delay_ns = 1}, 0, flight);
  EXPECT_TRUE(receive(5, flight, got));
  EXPECT_EQ(got, 2);
  EXPECT_FALSE(receive(6, flight, got));
}

TEST(Flight, ForgetsWhatANewerOneOvertook) {
  Flight<int> flight;
  int got = 0;
  send(1, {.delay_ns = 100}, 0, flight);
  send(2, {.delay_ns = 10}, 1, flight);
  EXPECT_TRUE(receive(50, flight, got));
  EXPECT_EQ(got, 2);
  EXPECT_FALSE(receive(200, flight, got)) << "the older one came after the newer one";
  EXPECT_EQ(got, 2);
}

TEST(Flight, LosesWhatIsLost) {
  Flight<int> flight;
  int got = 0;
  send(1, {.lost = true}, 0, flight);
  EXPECT_FALSE(receive(1000, flight, got));
  EXPECT_EQ(flight.next, 1u);
}

TEST(Flight, RefusesMoreThanItHolds) {
  Flight<int> flight;
  int got = 0;
  for (int k = 0; k < kMaxInFlight + 3; ++k) send(k, {.delay_ns = 100}, k, flight);
  EXPECT_FALSE(receive(99, flight, got));
  EXPECT_TRUE(receive(1000, flight, got));
  EXPECT_EQ(got, kMaxInFlight - 1) << "those that found no room are gone, not the older ones";
}

// the definition, message by message: of all that have arrived, the one with the highest number
TEST(Flight, ShowsTheNewestOfAllThatHaveArrivedWhateverTheirOrder) {
  std::mt19937 random(1);
  std::uniform_int_distribution<int> delay(0, 40), percent(0, 99);
  Flight<int> flight;
  std::multimap<std::int64_t, int> arrivals;
  int seen = -1, newest = -1, overtaken = 0;
  for (int now = 0; now < 20'000; ++now) {
    if (now % 10 == 0) {
      const Passage p{.lost = percent(random) < 10, .delay_ns = delay(random)};
      if (!p.lost) arrivals.emplace(now + p.delay_ns, now);
      send(now, p, now, flight);
    }
    receive(now, flight, seen);
    for (; !arrivals.empty() && arrivals.begin()->first <= now; arrivals.erase(arrivals.begin())) {
      overtaken += arrivals.begin()->second < newest;
      newest = std::max(newest, arrivals.begin()->second);
    }
    ASSERT_EQ(seen, newest) << now;
  }
  EXPECT_GT(overtaken, 100);
}

TEST(Beat, WithoutAPeriodFiresEveryStep) {
  for (std::int64_t t = 0; t < 10; ++t) EXPECT_TRUE(Beat{}.due(t - 1, t));
}

// about 30 Hz and a step of 2 ms: 32 or 34 ms apart, and not one instant lost or gained in an hour
TEST(Beat, ThatIsNoWholeNumberOfStepsDoesNotDrift) {
  constexpr std::int64_t kStep = 2'000'000, kHour = 3'600'000'000'000;
  const Beat beat{.period_ns = 33'312'345, .phase_ns = 5'000'001};
  std::int64_t n = 0, last = 0;
  for (std::int64_t t = kStep; t <= kHour; t += kStep) {
    if (!beat.due(t - kStep, t)) continue;
    const std::int64_t instant = beat.phase_ns + n * beat.period_ns;
    ASSERT_GE(t, instant);
    ASSERT_LT(t - instant, kStep);
    ASSERT_TRUE(n == 0 || t - last == 32'000'000 || t - last == 34'000'000);
    last = t;
    ++n;
  }
  EXPECT_EQ(n, (kHour - beat.phase_ns) / beat.period_ns + 1);
}

// 3 frames are 100 ms: at 30 Hz as at 60 Hz a frame falls to every step that a multiple lies on
TEST(Beat, OfAnyRateMeetsTheStepsThatItsInstantsLieOn) {
  constexpr std::int64_t kStep = 2'000'000, kHour = 3'600'000'000'000;
  for (const double rate_hz : {25.0, 30.0, 60.0, 100.0, 400.0}) {
    const Beat beat = every(1 / rate_hz);
    std::int64_t n = 0;
    for (std::int64_t t = kStep; t <= kHour / 60; t += kStep) {
      n += beat.due(t - kStep, t);
      const auto wanted = static_cast<std::int64_t>(1e-9 * static_cast<double>(t) * rate_hz + 1e-9);
      ASSERT_EQ(n, wanted) << rate_hz << " Hz at " << t << " ns";
    }
  }
}

TEST(Beat, FasterThanTheStepsFiresInEachOnce) {
  const Beat beat{.period_ns = 300, .phase_ns = 7};
  for (std::int64_t t = 1000; t < 20'000; t += 1000) EXPECT_TRUE(beat.due(t - 1000, t));
}

}  // namespace
}  // namespace ventosa::hal
