#include "hal/guard/freshness.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <vector>

#include "controller/model/observation.h"

namespace ventosa::hal::freshness_test {
namespace {

constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

constexpr std::int64_t ms(std::int64_t t) { return t * 1'000'000; }

/// The last ns before the limit, and the first and second ns after it.
void expect_onset(const FreshnessPolicy& policy, std::int64_t period_ns, std::int64_t onset_ns,
                  Freshness before, Freshness from) {
  EXPECT_EQ(freshness(onset_ns - 1, period_ns, policy), before) << period_ns;
  EXPECT_EQ(freshness(onset_ns, period_ns, policy), from) << period_ns;
  EXPECT_EQ(freshness(onset_ns + 1, period_ns, policy), from) << period_ns;
}

TEST(NativeFreshness, AgesAboveTwoPeriods) {
  for (const std::int64_t period_ns : {ms(1), ms(10), ms(33) + 1})
    expect_onset(kNativeFreshness, period_ns, 2 * period_ns + 1, Freshness::kFresh,
                 Freshness::kAgeing);
}

TEST(NativeFreshness, IsStaleFromThreeHundredMilliseconds) {
  for (const std::int64_t period_ns : {ms(1), ms(10), ms(33) + 1, ms(149)})
    expect_onset(kNativeFreshness, period_ns, ms(300), Freshness::kAgeing, Freshness::kStale);
}

TEST(LegacyFreshness, AgesAtEightMeasuredPeriods) {
  for (const std::int64_t period_ns : {ms(20), ms(33) + 1, ms(60), ms(120)})
    expect_onset(kLegacyFreshness, period_ns, 8 * period_ns, Freshness::kFresh, Freshness::kAgeing);
}

TEST(LegacyFreshness, IsStaleAtFifteenMeasuredPeriodsBetweenOneSecondAndOneAndAHalf) {
  const auto expect_stale_from = [](std::int64_t period_ns, std::int64_t onset_ns) {
    expect_onset(kLegacyFreshness, period_ns, onset_ns, Freshness::kAgeing, Freshness::kStale);
  };
  expect_stale_from(ms(33), ms(1000));
  expect_stale_from(ms(66), ms(1000));
  expect_stale_from(ms(67), ms(1005));
  expect_stale_from(ms(80) + 1, ms(1200) + 15);
  expect_stale_from(ms(100), ms(1500));
  expect_stale_from(ms(101), ms(1500));
}

TEST(Freshness, OfWhatWasNeverToldOrComesFromTheFutureIsStale) {
  for (const std::int64_t reported_ns : {controller::kNeverReceived, ms(5) + 1, kMax}) {
    EXPECT_EQ(age_of(reported_ns, ms(5)), kUnknownAge_ns) << reported_ns;
    for (const FreshnessPolicy& policy : {kNativeFreshness, kLegacyFreshness})
      EXPECT_EQ(freshness(age_of(reported_ns, ms(5)), ms(10), policy), Freshness::kStale);
  }
  EXPECT_EQ(freshness(kMin, ms(10), kNativeFreshness), Freshness::kStale);
}

TEST(Freshness, CountsFromWhenAReadingWasTold) {
  EXPECT_EQ(age_of(ms(3), ms(3)), 0);
  EXPECT_EQ(age_of(ms(3), ms(3) + 1), 1);
  EXPECT_EQ(age_of(-ms(3), ms(4)), ms(7));
  EXPECT_EQ(age_of(kMin, kMax), kMax);
  EXPECT_EQ(age_of(-2, kMax), kMax);
}

// a bad clock measurement must not excuse old readings: they become stale as the policy says, and
// never fresh
TEST(Freshness, TrustsNoReadingWhereThePeriodCannotBeOne) {
  const auto expect_strictest = [](const FreshnessPolicy& policy, std::int64_t period_ns) {
    EXPECT_EQ(freshness(0, period_ns, policy), Freshness::kAgeing) << period_ns;
    expect_onset(policy, period_ns, policy.stale_min_ns, Freshness::kAgeing, Freshness::kStale);
  };
  for (const std::int64_t period_ns :
       {std::int64_t{0}, std::int64_t{-1}, kMin, ms(3'600'000), kMax})
    for (const FreshnessPolicy& policy : {kNativeFreshness, kLegacyFreshness})
      expect_strictest(policy, period_ns);
  expect_strictest(kNativeFreshness, ms(150));              // 2 T + 1 ns is after 300 ms
  expect_strictest(kLegacyFreshness, ms(187) + ms(1) / 2);  // 8 T = 1.5 s
}

std::int64_t random_ns(std::mt19937_64& random) {
  const auto bits = static_cast<int>(random() % 64);
  const auto magnitude = static_cast<std::int64_t>(random() >> 1 >> bits);
  return random() % 4 == 0 ? -magnitude : magnitude;
}

TEST(Freshness, NeverImprovesWithAge) {
  std::mt19937_64 random(1);
  int n_of[3] = {};
  for (int i = 0; i < 200'000; ++i) {
    const FreshnessPolicy& policy = i % 2 == 0 ? kNativeFreshness : kLegacyFreshness;
    const std::int64_t period_ns = random_ns(random);
    const std::int64_t age_ns = std::max<std::int64_t>(random_ns(random), 0);
    const auto younger_ns = std::uniform_int_distribution<std::int64_t>(0, age_ns)(random);
    const Freshness older = freshness(age_ns, period_ns, policy);
    ++n_of[static_cast<int>(older)];
    ASSERT_LE(freshness(younger_ns, period_ns, policy), older);
  }
  for (const int n : n_of) EXPECT_GT(n, 1000);
}

TEST(Freshness, IsStaleAtTheLatestLimitWhateverThePeriod) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 100'000; ++i)
    for (const FreshnessPolicy& policy : {kNativeFreshness, kLegacyFreshness})
      ASSERT_EQ(freshness(policy.stale_max_ns, random_ns(random), policy), Freshness::kStale);
}

}  // namespace
}  // namespace ventosa::hal::freshness_test
