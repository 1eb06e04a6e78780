#include "hal/link/delivery.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace ventosa::hal {
namespace {

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

}  // namespace
}  // namespace ventosa::hal
