#include "hal/link/impairment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace ventosa::hal {
namespace {

constexpr std::uint64_t kMessages = 200'000;

/// Delays of the messages that are not lost [s]
std::vector<double> delays_s(const Impairment& link, std::uint64_t seed, std::uint64_t channel) {
  std::vector<double> delays;
  for (std::uint64_t k = 0; k < kMessages; ++k)
    if (const Passage p = passage(link, seed, channel, k); !p.lost)
      delays.push_back(1e-9 * static_cast<double>(p.delay_ns));
  return delays;
}

TEST(Impairment, OfNoneDeliversAtOnce) {
  for (std::uint64_t k = 0; k < 100; ++k) {
    EXPECT_FALSE(passage({}, 1, 2, k).lost);
    EXPECT_EQ(passage({}, 1, 2, k).delay_ns, 0);
  }
}

TEST(Impairment, OfLatencyAloneDelaysAllAlike) {
  for (const double delay_s : delays_s({.latency_s = 0.0123}, 1, 2)) ASSERT_EQ(delay_s, 0.0123);
}

// P(delay > latency + t) = exp(-t / jitter); bounds of five standard errors
TEST(Impairment, OfJitterIsExponentialBeyondTheLatency) {
  const Impairment link{.latency_s = 0.01, .jitter_s = 0.002};
  const std::vector<double> delays = delays_s(link, 3, 4);
  EXPECT_GE(*std::min_element(delays.begin(), delays.end()), link.latency_s);
  for (const double t_s : {0.0005, 0.002, 0.006, 0.01}) {
    const double expected = std::exp(-t_s / link.jitter_s);
    const auto later = std::count_if(delays.begin(), delays.end(),
                                     [&](double d_s) { return d_s > link.latency_s + t_s; });
    const double error = 5 * std::sqrt(expected * (1 - expected) / kMessages);
    EXPECT_NEAR(static_cast<double>(later) / kMessages, expected, error) << t_s;
  }
}

TEST(Impairment, LosesItsShareOfMessagesWithoutMemory) {
  for (const double loss : {0.01, 0.1, 0.5}) {
    const Impairment link{.loss = loss};
    std::uint64_t lost = 0, in_a_row = 0;
    for (std::uint64_t k = 0; k < kMessages; ++k) {
      const bool now = passage(link, 5, 6, k).lost;
      lost += now;
      in_a_row += now && passage(link, 5, 6, k + 1).lost;
    }
    const auto bound = [](double p) { return 5 * std::sqrt(p * (1 - p) / kMessages); };
    EXPECT_NEAR(static_cast<double>(lost) / kMessages, loss, bound(loss));
    EXPECT_NEAR(static_cast<double>(in_a_row) / kMessages, loss * loss, 2 * bound(loss * loss));
  }
}

TEST(Impairment, OfTotalLossDeliversNothing) {
  EXPECT_TRUE(delays_s({.latency_s = 0.01, .loss = 1}, 1, 2).empty());
}

TEST(Impairment, HasNoMemoryAndKnowsItsLinkAndSeed) {
  const Impairment link{.latency_s = 0.01, .jitter_s = 0.002, .loss = 0.1};
  const Passage first = passage(link, 1, 2, 3);
  passage(link, 1, 2, 4);
  EXPECT_EQ(passage(link, 1, 2, 3).delay_ns, first.delay_ns);
  EXPECT_NE(delays_s(link, 1, 2), delays_s(link, 1, 2 + kChannelsPerLink));
  EXPECT_NE(delays_s(link, 1, 2), delays_s(link, 2, 2));
}

// what is lost does not say how late the rest is
TEST(Impairment, DrawsLossAndDelayApart) {
  const Impairment jitter{.jitter_s = 0.002};
  const Impairment both{.jitter_s = 0.002, .loss = 0.3};
  for (std::uint64_t k = 0; k < 1000; ++k) {
    const Passage p = passage(both, 1, 2, k);
    EXPECT_TRUE(p.lost || p.delay_ns == passage(jitter, 1, 2, k).delay_ns);
  }
  const std::vector<double> delays = delays_s(both, 1, 2);
  double sum_s = 0;
  for (const double delay_s : delays) sum_s += delay_s;
  EXPECT_NEAR(sum_s / static_cast<double>(delays.size()), 0.002, 5 * 0.002 / std::sqrt(1.4e5));
}

}  // namespace
}  // namespace ventosa::hal
