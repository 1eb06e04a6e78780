#include "hal/link/impairment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace ventosa::hal::impairment_test {
namespace {

constexpr std::uint64_t kMessages = 200'000;

/// Delays of the messages that are not lost [s]
std::vector<double> delays_s(const Impairment& link, std::uint64_t seed, std::uint64_t channel) {
  std::vector<double> delays;
  for (std::uint64_t k = 0; k < kMessages; ++k)
    if (const Passage p = passage(link, seed, channel, k); !p.lost())
      delays.push_back(1e-9 * static_cast<double>(p.delay_ns));
  return delays;
}

TEST(Impairment, OfNoneDeliversAtOnce) {
  for (std::uint64_t k = 0; k < 100; ++k) {
    EXPECT_FALSE(passage(Impairment{}, 1, 2, k).lost());
    EXPECT_EQ(passage(Impairment{}, 1, 2, k).delay_ns, 0);
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
      const bool now = passage(link, 5, 6, k).lost();
      lost += now;
      in_a_row += now && passage(link, 5, 6, k + 1).lost();
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

// whether a message is lost is independent of the delay of the others
TEST(Impairment, DrawsLossAndDelayApart) {
  const Impairment jitter{.jitter_s = 0.002};
  const Impairment both{.jitter_s = 0.002, .loss = 0.3};
  for (std::uint64_t k = 0; k < 1000; ++k) {
    const Passage p = passage(both, 1, 2, k);
    EXPECT_TRUE(p.lost() || p.delay_ns == passage(jitter, 1, 2, k).delay_ns);
  }
  const std::vector<double> delays = delays_s(both, 1, 2);
  double sum_s = 0;
  for (const double delay_s : delays) sum_s += delay_s;
  EXPECT_NEAR(sum_s / static_cast<double>(delays.size()), 0.002, 5 * 0.002 / std::sqrt(1.4e5));
}

// results from before duplicates, bursts and damage were added: the scenarios' hashes depend on
// them
TEST(Impairment, DrawsLossAndDelayFromTheSameNoiseWhateverElseIsOn) {
  const Impairment plain{.latency_s = 0.01, .jitter_s = 0.002, .loss = 0.1};
  Impairment all = plain;
  all.duplicate = all.truncate = all.corrupt = all.burst_share = 0.3;
  for (std::uint64_t k = 0; k < 5000; ++k) {
    const Passage expected = passage(plain, 1, 4000, k), p = passage(all, 1, 4000, k);
    ASSERT_EQ(p.loss == Loss::kSingle, expected.lost());
    ASSERT_TRUE(p.lost() || p.delay_ns == expected.delay_ns);
  }
  const std::int64_t by_hand_ns[] = {10'054'423, 10'092'532, 13'159'208};
  for (std::uint64_t k = 0; k < 3; ++k)
    EXPECT_EQ(passage(plain, 1, 4000, k).delay_ns, by_hand_ns[k]);
}

/// Share of the messages that arrive for which the condition is true.
template <class Holds>
double share(const Impairment& link, Holds holds) {
  double n = 0, n_holding = 0;
  for (std::uint64_t k = 0; k < kMessages; ++k) {
    const Passage p = passage(link, 7, 8, k);
    n += !p.lost();
    n_holding += !p.lost() && holds(p);
  }
  return n_holding / n;
}
constexpr double kFiveErrors = 5 * 0.5 / 447.0;  // sqrt(kMessages) at most

TEST(Impairment, EachEffectHasItsShareAndLeavesTheOthersAlone) {
  const auto copied = [](const Passage& p) { return p.copy_delay_ns.has_value(); };
  const auto held = [](const Passage& p) { return p.held_back; };
  const auto cut = [](const Passage& p) { return p.damage == Damage::kCut; };
  const auto changed = [](const Passage& p) { return p.damage == Damage::kChanged; };
  const Impairment link{
      .loss = 0.2, .duplicate = 0.1, .reorder = 0.25, .truncate = 0.4, .corrupt = 0.5};
  EXPECT_NEAR(share(link, copied), 0.1, kFiveErrors);
  EXPECT_NEAR(share(link, held), 0.25, kFiveErrors);
  EXPECT_NEAR(share(link, cut), 0.4, kFiveErrors);
  EXPECT_NEAR(share(link, changed), 0.6 * 0.5, kFiveErrors);
  EXPECT_NEAR(share(link, [&](const Passage& p) { return copied(p) && held(p); }), 0.025,
              kFiveErrors);
  EXPECT_EQ(share({.loss = 0.2}, [&](const Passage& p) { return copied(p) || held(p); }), 0);
}

/// Effects on each message.
std::vector<std::array<bool, 5>> effects_of(std::uint64_t seed, std::uint64_t channel) {
  const Impairment link{.duplicate = 0.5,
                        .reorder = 0.5,
                        .burst_share = 0.5,
                        .burst_length = 2,
                        .truncate = 0.5,
                        .corrupt = 0.5};
  std::vector<std::array<bool, 5>> effects;
  for (std::uint64_t k = 0; k < 1000; ++k) {
    const Passage p = passage(link, seed, channel, k);
    effects.push_back({p.lost(), p.copy_delay_ns.has_value(), p.held_back, p.damage == Damage::kCut,
                       p.damage == Damage::kChanged});
  }
  return effects;
}

// by chance 500 to 781 of 1000 agree, with a standard deviation of 16 at most
TEST(Impairment, NoTwoLinksOrSeedsHaveTheirEffectsInCommon) {
  const auto one = effects_of(1, 2);
  EXPECT_EQ(effects_of(1, 2), one);
  for (const auto& other : {effects_of(1, 2 + kChannelsPerLink), effects_of(2, 2)})
    for (std::size_t effect = 0; effect < 5; ++effect) {
      int n_same = 0;
      for (std::size_t k = 0; k < one.size(); ++k) n_same += one[k][effect] == other[k][effect];
      EXPECT_LT(n_same, 850) << effect;
    }
}

TEST(Impairment, HoldsBackByAFixedTime) {
  const Impairment link{.latency_s = 0.01, .reorder = 0.5, .reorder_s = 0.03};
  for (std::uint64_t k = 0; k < 100; ++k) {
    const Passage p = passage(link, 1, 2, k);
    ASSERT_EQ(p.delay_ns, p.held_back ? 40'000'000 : 10'000'000);
  }
}

TEST(Impairment, GivesACopyAJitterOfItsOwn) {
  const Impairment link{.latency_s = 0.01, .jitter_s = 0.002, .duplicate = 1};
  double sum_s = 0, product = 0;
  for (std::uint64_t k = 0; k < kMessages; ++k) {
    const Passage p = passage(link, 1, 2, k);
    const double first_s = 1e-9 * static_cast<double>(p.delay_ns) - 0.012;
    const double copy_s = 1e-9 * static_cast<double>(p.copy_delay_ns.value()) - 0.012;
    sum_s += copy_s;
    product += first_s * copy_s;
  }
  EXPECT_NEAR(sum_s / kMessages, 0, 5 * 0.002 / std::sqrt(kMessages));
  EXPECT_NEAR(product / kMessages / (0.002 * 0.002), 0, 5 / std::sqrt(kMessages)) << "uncorrelated";
}

/// Lengths of runs of messages lost in a burst, and their number.
struct Bursts {
  std::uint64_t lost = 0, n = 0, longer_than_ten = 0;
};
Bursts bursts_of(const Impairment& link) {
  Bursts bursts;
  std::uint64_t length = 0;
  for (std::uint64_t k = 0; k < kMessages; ++k) {
    const bool now = passage(link, 9, 10, k).loss == Loss::kBurst;
    bursts.lost += now;
    bursts.n += now && length == 0;
    length = now ? length + 1 : 0;
    bursts.longer_than_ten += length == 11;
  }
  return bursts;
}

// Gilbert: with probability 1 / length the bad state ends at each message, so the number of bursts
// is share / length, and of them (1 - 1 / length)^10 are longer than ten. The standard error of the
// share is that of independent messages times sqrt(2 length (1 - share))
TEST(Impairment, LosesInBurstsOfGeometricLength) {
  for (const auto& [share, length] : {std::pair{0.1, 8.0}, {0.3, 20.0}, {0.02, 3.0}}) {
    const Impairment link{.burst_share = share, .burst_length = length};
    const Bursts bursts = bursts_of(link);
    const double error = std::sqrt(2 * length * (1 - share) * share * (1 - share) / kMessages);
    EXPECT_NEAR(static_cast<double>(bursts.lost) / kMessages, share, 5 * error);
    const auto n = static_cast<double>(bursts.n);
    EXPECT_NEAR(static_cast<double>(bursts.lost) / n, length, 5 * length / std::sqrt(n));
    const double longer = std::pow(1 - 1 / length, 10);
    EXPECT_NEAR(static_cast<double>(bursts.longer_than_ten) / n, longer,
                5 * std::sqrt(longer * (1 - longer) / n));
  }
}

// the shortest possible length: every message is drawn independently
TEST(Impairment, OfTheShortestBurstsLosesEachMessageOnItsOwn) {
  const Impairment link{.burst_share = 0.5, .burst_length = 2};
  std::uint64_t lost = 0, in_a_row = 0;
  for (std::uint64_t k = 0; k < kMessages; ++k) {
    lost += passage(link, 5, 6, k).lost();
    in_a_row += passage(link, 5, 6, k).lost() && passage(link, 5, 6, k + 1).lost();
  }
  EXPECT_NEAR(static_cast<double>(lost) / kMessages, 0.5, kFiveErrors);
  EXPECT_NEAR(static_cast<double>(in_a_row) / kMessages, 0.25, 2 * kFiveErrors);
}

TEST(Impairment, DamagesADatagramInOnePlaceOrCutsIt) {
  const Impairment link{.truncate = 0.5, .corrupt = 1};
  std::vector<std::byte> sent(40);
  for (std::size_t i = 0; i < sent.size(); ++i) sent[i] = static_cast<std::byte>(i);
  std::vector<int> changed_at(sent.size()), cut_to(sent.size());
  for (std::uint64_t k = 0; k < 20'000; ++k) {
    const Passage p = passage(link, 1, 2, k);
    std::vector<std::byte> bytes = sent;
    const auto arrived = damage(p, bytes);
    int n_changed = 0;
    for (std::size_t i = 0; i < arrived.size(); ++i) {
      n_changed += arrived[i] != sent[i];
      changed_at[i] += arrived[i] != sent[i];
    }
    ASSERT_EQ(n_changed, p.damage == Damage::kChanged);
    if (p.damage == Damage::kCut) ++cut_to.at(arrived.size());
  }
  // each place about 250 times, five standard errors
  for (const std::vector<int>& places : {changed_at, cut_to})
    for (const int n : places) EXPECT_NEAR(n, 250, 5 * std::sqrt(250));
  EXPECT_TRUE(damage(passage({.corrupt = 1}, 1, 2, 3), {}).empty());
}

}  // namespace
}  // namespace ventosa::hal::impairment_test
