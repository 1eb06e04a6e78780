#include "hal/link/gap_trace.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "hal/link/impairment.h"
#include "hal/link/link_counters.h"

namespace ventosa::hal::gap_trace_test {
namespace {

constexpr std::int64_t kMs = 1'000'000;

/// Gaps of 10, 30 and 20 ms; the link starts where the trace does.
GapTrace three_gaps(GapKind kind) { return gap_trace(kind, 0.005, {0.01, 0.03, 0.02}); }

std::optional<std::int64_t> arrival_ms(const GapTrace& trace, std::int64_t due_ms) {
  const auto delay_ns = delay_through_gaps(trace, 1, due_ms * kMs, 0);
  if (!delay_ns) return std::nullopt;
  return due_ms + *delay_ns / kMs;
}

TEST(GapTrace, HoldsWhatIsDueInAGapUntilItsEnd) {
  const GapTrace trace = three_gaps(GapKind::kHold);
  for (const auto& [due_ms, expected_ms] :
       {std::pair{1, 10}, {9, 10}, {10, 10}, {11, 40}, {40, 40}, {41, 60}, {60, 60}})
    EXPECT_EQ(arrival_ms(trace, due_ms), expected_ms) << due_ms;
}

TEST(GapTrace, BeginsAnewAfterItsLastGap) {
  const GapTrace trace = three_gaps(GapKind::kHold);
  EXPECT_EQ(arrival_ms(trace, 61), 70);
  EXPECT_EQ(arrival_ms(trace, 60'000 + 11), 60'000 + 40);
}

TEST(GapTrace, DropsWhatIsDueBeforeTheLastPeriodOfAGap) {
  const GapTrace trace = three_gaps(GapKind::kDrop);  // 5 ms
  for (const auto& [due_ms, arrives] : {std::pair{1, false},
                                        {5, false},
                                        {6, true},
                                        {10, true},
                                        {11, false},
                                        {35, false},
                                        {36, true},
                                        {40, true}})
    EXPECT_EQ(arrival_ms(trace, due_ms),
              arrives ? std::optional<std::int64_t>(due_ms) : std::nullopt);
}

TEST(GapTrace, StartsAtItsPhase) {
  const GapTrace trace = three_gaps(GapKind::kHold);
  const double phase = 15.0 / 60;
  EXPECT_EQ(delay_through_gaps(trace, phase, 5 * kMs, 2 * kMs), (2 + 18) * kMs)
      << "due at 22 of 40";
}

TEST(GapTrace, LinksStartAtPlacesOfTheirOwn) {
  const GapTrace trace = three_gaps(GapKind::kHold);
  const Impairment none;
  std::vector<std::int64_t> delays;
  for (std::uint64_t channel = 0; channel < 20; ++channel)
    delays.push_back(passage({none, trace, 1, channel}, 0, 0).delay_ns);
  std::sort(delays.begin(), delays.end());
  EXPECT_EQ(std::unique(delays.begin(), delays.end()), delays.end());
  EXPECT_LE(delays.back(), 30 * kMs);
  EXPECT_GT(delays.back(), 15 * kMs);
}

// sent every 2 ms: arrivals follow the gaps of the trace, and nothing is lost
TEST(GapTrace, MakesTheGapsThatWereRecorded) {
  const GapTrace trace = gap_trace(GapKind::kHold, 0, {0.05, 0.2, 0.077, 0.34});
  const Impairment none;
  std::vector<std::int64_t> gaps;
  std::int64_t last_ns = 0;
  for (std::uint64_t k = 0; k < 5000; ++k) {
    const auto sent_ns = static_cast<std::int64_t>(2 * kMs * k);
    const Passage p = passage({none, trace, 1, 2}, k, sent_ns);
    ASSERT_FALSE(p.lost());
    const std::int64_t at_ns = sent_ns + p.delay_ns;
    if (at_ns != last_ns) gaps.push_back(at_ns - last_ns);
    last_ns = at_ns;
  }
  gaps.erase(gaps.begin());  // the rest of the first gap
  std::sort(gaps.begin(), gaps.end());
  gaps.erase(std::unique(gaps.begin(), gaps.end()), gaps.end());
  EXPECT_EQ(gaps, (std::vector<std::int64_t>{50 * kMs, 77 * kMs, 200 * kMs, 340 * kMs}));
}

// of two messages 5 ms apart one is in a window of 5 ms: also a copy of a dropped one
TEST(GapTrace, CountsWhatItDropsAndTakesTheCopyThatComesThrough) {
  const GapTrace trace = gap_trace(GapKind::kDrop, 0.005, {0.01});
  const Impairment link{.jitter_s = 0.02, .duplicate = 1};
  LinkCounters n;
  for (std::uint64_t k = 0; k < 10'000; ++k)
    count(passage({link, trace, 1, 2}, k, static_cast<std::int64_t>(7 * kMs * k)), n);
  EXPECT_EQ(n.sent, 10'000u);
  EXPECT_NEAR(static_cast<double>(n.lost_in_gap), 2500, 250);
  EXPECT_NEAR(static_cast<double>(n.duplicated), 2500, 250);
}

}  // namespace
}  // namespace ventosa::hal::gap_trace_test
