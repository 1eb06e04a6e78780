#include "hal/noise.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ventosa::hal::noise_test {
namespace {

/// mean of f(x) over many ticks of one channel
template <class F>
double mean_of(F f) {
  constexpr int n = 200000;
  double sum = 0;
  for (std::uint64_t tick = 0; tick < n; ++tick) sum += f(tick);
  return sum / n;
}

// tolerances: five standard errors of the mean over 2e5 samples
TEST(Noise, IsStandardNormal) {
  const auto x = [](std::uint64_t tick) { return gaussian(7, 3, tick); };
  EXPECT_NEAR(mean_of(x), 0, 0.0112);
  EXPECT_NEAR(mean_of([&](auto k) { return std::pow(x(k), 2); }), 1, 0.0158);
  EXPECT_NEAR(mean_of([&](auto k) { return std::pow(x(k), 4); }), 3, 0.11);
}

TEST(Noise, IsWhiteAndChannelsAndSeedsAreIndependent) {
  const auto x = [](std::uint64_t tick) { return gaussian(7, 3, tick); };
  EXPECT_NEAR(mean_of([&](auto k) { return x(k) * x(k + 1); }), 0, 0.0112);
  EXPECT_NEAR(mean_of([&](auto k) { return x(k) * gaussian(7, 4, k); }), 0, 0.0112);
  EXPECT_NEAR(mean_of([&](auto k) { return x(k) * gaussian(8, 3, k); }), 0, 0.0112);
}

// tolerances: five standard errors again
TEST(Noise, IsUniformOnTheUnitInterval) {
  const auto u = [](std::uint64_t tick) { return uniform(7, 3, tick); };
  EXPECT_NEAR(mean_of(u), 0.5, 0.0033);
  EXPECT_NEAR(mean_of([&](auto k) { return std::pow(u(k), 2); }), 1. / 3, 0.0034);
  EXPECT_NEAR(mean_of([&](auto k) { return u(k) <= 0.01 ? 1. : 0.; }), 0.01, 0.0012);
  EXPECT_NEAR(mean_of([&](auto k) { return u(k) * uniform(7, 4, k); }), 0.25, 0.0025);
}

TEST(Noise, HasNoMemory) {
  const double first = gaussian(1, 2, 3);
  gaussian(1, 2, 4);
  EXPECT_EQ(gaussian(1, 2, 3), first);
}

}  // namespace
}  // namespace ventosa::hal::noise_test
