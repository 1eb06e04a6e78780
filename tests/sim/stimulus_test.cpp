#include "sim/stimulus.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace ventosa::sim::stimulus_test {
namespace {

TEST(Span, CoversItsLengthOverAllStepsOfAPeriod) {
  std::mt19937_64 random(1);
  std::uniform_int_distribution<std::int64_t> time_ns(0, 50'000'000);
  for (int k = 0; k < 1000; ++k) {
    const std::int64_t a = time_ns(random), b = time_ns(random);
    const Span span{std::min(a, b), std::max(a, b)};
    for (const std::int64_t step_ns : {1'000'000, 2'000'000, 5'000'000}) {
      double sum_ns = 0;
      for (std::int64_t start = 0; start < 50'000'000; start += step_ns)
        sum_ns += span.share_of(start, step_ns) * static_cast<double>(step_ns);
      EXPECT_NEAR(sum_ns, static_cast<double>(std::abs(b - a)), 1e-6);
    }
  }
}

TEST(Span, WithoutAnEndCoversAllThatFollows) {
  const Span span{.from_ns = 3'000'000};
  EXPECT_EQ(span.share_of(0, 2'000'000), 0);
  EXPECT_EQ(span.share_of(2'000'000, 2'000'000), 0.5);
  EXPECT_EQ(span.share_of(4'000'000, 2'000'000), 1);
}

TEST(Span, LiesWithinAPeriodOrGoesOnAfterIt) {
  constexpr std::int64_t kPeriod_ns = 10'000'000;
  EXPECT_TRUE((Span{}.is_within(kPeriod_ns)));
  EXPECT_TRUE((Span{0, kPeriod_ns}.is_within(kPeriod_ns)));
  EXPECT_TRUE((Span{.from_ns = kPeriod_ns - 1}.is_within(kPeriod_ns)));
  EXPECT_FALSE((Span{.from_ns = kPeriod_ns}.is_within(kPeriod_ns)));
  EXPECT_FALSE((Span{.from_ns = -1}.is_within(kPeriod_ns)));
  EXPECT_FALSE((Span{5, 5}.is_within(kPeriod_ns)));
  EXPECT_FALSE((Span{5, kPeriod_ns + 1}.is_within(kPeriod_ns)));
}

TEST(Stimulus, IsSoundWithFiniteForcesPossibleAmountsAndTimesOfThePeriod) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const auto pushed = [](double force_N, const Span& when = {}) {
    Stimulus stimulus;
    stimulus.push.add({.f_W = {0, force_N, 0}, .when = when});
    return is_sound(stimulus, 10'000'000);
  };
  const auto broken = [](FaultKind kind, double amount, const Span& when = {}) {
    Stimulus stimulus;
    stimulus.fault.add({{.kind = kind, .leg = 0, .amount = amount}, when});
    return is_sound(stimulus, 10'000'000);
  };
  EXPECT_TRUE(is_sound({}, 10'000'000));
  EXPECT_TRUE(pushed(5));
  EXPECT_FALSE(pushed(kNan));
  EXPECT_FALSE(pushed(5, {.from_ns = 10'000'000}));
  EXPECT_TRUE(broken(FaultKind::kLeak, 0.01));
  EXPECT_FALSE(broken(FaultKind::kLeak, 0.01, {5, 5}));
  for (const double amount : {0.0, -0.01, 0.2, kNan})
    EXPECT_FALSE(broken(FaultKind::kLeak, amount)) << amount;
  EXPECT_TRUE(broken(FaultKind::kRelayStuck, 3));
  for (const double amount : {-1.0, 0.5, 4.0, kNan})
    EXPECT_FALSE(broken(FaultKind::kRelayStuck, amount)) << amount;
  EXPECT_TRUE(broken(FaultKind::kImuBiased, -0.1));
  EXPECT_FALSE(broken(FaultKind::kImuBiased, 0));
  EXPECT_FALSE(broken(FaultKind::kDeaf, 1));
}

TEST(Stimulus, GoesOnWithWhatHasNoEnd) {
  Stimulus stimulus;
  stimulus.push.add({.f_W = {1, 0, 0}, .when = {.from_ns = 5}});
  stimulus.push.add({.f_W = {2, 0, 0}, .when = {.from_ns = 5, .to_ns = 6}});
  stimulus.fault.add({{.kind = FaultKind::kLeak, .leg = 1, .amount = 0.001}});
  const Stimulus next = going_on(stimulus);
  ASSERT_EQ(next.push.n, 1);
  EXPECT_EQ(next.push.begin()->f_W[0], 1);
  EXPECT_EQ(next.push.begin()->when.from_ns, 0);
  EXPECT_EQ(next.fault.n, 1);
}

TEST(FixedList, TakesWhatItHasRoomFor) {
  FixedList<int, 2> list;
  EXPECT_TRUE(list.add(1));
  EXPECT_TRUE(list.add(2));
  EXPECT_FALSE(list.add(3));
  EXPECT_EQ(list.n, 2);
}

}  // namespace
}  // namespace ventosa::sim::stimulus_test
