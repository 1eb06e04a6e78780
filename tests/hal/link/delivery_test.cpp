#include "hal/link/delivery.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace ventosa::hal::delivery_test {
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
  send(1, {.loss = Loss::kSingle}, 0, flight);
  EXPECT_FALSE(receive(1000, flight, got));
  EXPECT_EQ(flight.count.sent, 1u);
  EXPECT_EQ(flight.count.lost, 1u);
}

TEST(Flight, RefusesMoreThanItHolds) {
  Flight<int> flight;
  int got = 0;
  for (int k = 0; k < kMaxInFlight + 3; ++k) send(k, {.delay_ns = 100}, k, flight);
  EXPECT_EQ(flight.count.no_room, 3u);
  EXPECT_FALSE(receive(99, flight, got));
  EXPECT_TRUE(receive(1000, flight, got));
  EXPECT_EQ(got, kMaxInFlight - 1) << "those that found no room are gone, not the older ones";
}

// the definition, message by message: of all that have arrived, the one with the highest number
TEST(Flight, ShowsTheNewestOfAllThatHaveArrivedWhateverTheirOrder) {
  std::mt19937 random(1);
  std::uniform_int_distribution<int> delay_ns(0, 40'000), percent(0, 99);
  Flight<int> flight;
  std::multimap<std::int64_t, int> arrivals;
  int seen = -1, newest = -1, overtaken = 0;
  for (int k = 0; k < 20'000; ++k) {
    const std::int64_t now_ns = 1000 * k;
    if (k % 10 == 0) {
      const bool lost = percent(random) < 10;
      const Passage p{.loss = lost ? Loss::kBurst : Loss::kNone, .delay_ns = delay_ns(random)};
      if (!p.lost()) arrivals.emplace(now_ns + p.delay_ns, k);
      send(k, p, now_ns, flight);
    }
    receive(now_ns, flight, seen);
    for (; !arrivals.empty() && arrivals.begin()->first <= now_ns;
         arrivals.erase(arrivals.begin())) {
      overtaken += arrivals.begin()->second < newest;
      newest = std::max(newest, arrivals.begin()->second);
    }
    ASSERT_EQ(seen, newest) << k;
  }
  EXPECT_GT(overtaken, 100);
  EXPECT_EQ(flight.count.late, static_cast<std::uint64_t>(overtaken));
  EXPECT_EQ(flight.count.no_room, 0u);
}

TEST(Flight, ACopyCountsIfItArrivesFirst) {
  Flight<int> flight;
  int got = 0;
  send(1, {.delay_ns = 100, .copy_delay_ns = 20}, 0, flight);
  EXPECT_EQ(flight.n, 1);
  EXPECT_EQ(flight.count.duplicated, 1u);
  EXPECT_FALSE(receive(19, flight, got));
  EXPECT_TRUE(receive(20, flight, got));
  EXPECT_FALSE(receive(100, flight, got)) << "the other one brings nothing new";
}

TEST(Flight, RefusesWhatIsDamagedAndSaysHow) {
  Flight<int> flight;
  int got = 0;
  send(1, {.damage = Damage::kCut}, 0, flight);
  send(1, {.damage = Damage::kCut}, 0, flight);
  send(2, {.damage = Damage::kChanged}, 0, flight);
  EXPECT_FALSE(receive(1000, flight, got));
  EXPECT_EQ(flight.count.truncated, 2u);
  EXPECT_EQ(flight.count.corrupted, 1u);
  EXPECT_EQ(flight.count.lost, 0u);
}

// at 100 Hz, all messages as late as the slowest one in a hundred of a real link; 5 % are delayed
// by as much again, one in a hundred arrives twice
TEST(Flight, HasRoomForABadWirelessLink) {
  const Impairment link{.latency_s = 0.114,
                        .jitter_s = 0.02,
                        .loss = 0.1,
                        .duplicate = 0.01,
                        .reorder = 0.05,
                        .reorder_s = 0.114};
  Flight<std::uint64_t> flight;
  std::uint64_t got = 0;
  int most = 0;
  for (std::uint64_t k = 0; k < 360'000; ++k) {  // an hour
    const auto now_ns = static_cast<std::int64_t>(10'000'000 * k);
    send(k, passage(link, 1, 2, k), now_ns, flight);
    most = std::max(most, flight.n);
    receive(now_ns, flight, got);
  }
  EXPECT_EQ(flight.count.no_room, 0u);
  EXPECT_GT(flight.count.late, 10'000u);
  EXPECT_LT(most, kMaxInFlight / 2);
  EXPECT_GT(most, 8) << "which is what there was room for once";
}

}  // namespace
}  // namespace ventosa::hal::delivery_test
