#include "controller/estimation/low_pass.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <type_traits>

namespace ventosa::controller::low_pass_test {
namespace {

static_assert(std::is_trivially_copyable_v<LowPassState>);

constexpr double kPi = std::numbers::pi;
constexpr double kCutoff_hz = 20;
constexpr double kOddPeriods_s[] = {0.001, 0.002, 0.0037, 0.01, 0.0173};

Vector3d along(double x) { return {x, -2 * x, 0.5 * x}; }

/// amplitude of the steady output for a sine of amplitude 1, by correlation over whole periods
double gain(double f_hz, double period_s) {
  const LowPass low_pass = butterworth(kCutoff_hz, period_s);
  LowPassState state;
  std::complex<double> sum = 0;
  const int settled = static_cast<int>(2 / period_s), n = 200000;
  double weights = 0;
  for (int k = 0; k < settled + n; ++k) {
    const double angle = 2 * kPi * f_hz * period_s * k;
    const double y = filter(low_pass, along(std::cos(angle)), state).x();
    if (k < settled) continue;
    // a Hann window: the periods are no whole number of samples
    const double window = 1 - std::cos(2 * kPi * (k - settled) / n);
    sum += window * y * std::polar(1.0, -angle);
    weights += window / 2;
  }
  return std::abs(sum) / weights;
}

TEST(LowPass, PassesWhatAButterworthFilterPasses) {
  for (const double period_s : kOddPeriods_s)
    for (const double f_hz : {3.0, 10.0, 17.0, 20.0, 24.0}) {
      const double ratio = std::tan(kPi * f_hz * period_s) / std::tan(kPi * kCutoff_hz * period_s);
      EXPECT_NEAR(gain(f_hz, period_s), 1 / std::sqrt(1 + std::pow(ratio, 12)), 1e-5)
          << f_hz << " Hz, " << period_s << " s";
    }
}

TEST(LowPass, HalvesThePowerAtItsCutoff) {
  EXPECT_NEAR(gain(kCutoff_hz, 0.002), std::sqrt(0.5), 1e-5);
}

TEST(LowPass, StartsAtItsFirstInputAndKeepsAConstant) {
  for (const double period_s : kOddPeriods_s) {
    LowPassState state;
    for (int n = 0; n < 1000; ++n)
      EXPECT_LT((filter(butterworth(kCutoff_hz, period_s), along(7), state) - along(7)).norm(),
                1e-9);
  }
}

// the lag behind a ramp is the group delay at low frequencies; poles at 15, 45, 75 deg: their sum
// 2 (cos 15 + cos 45 + cos 75) over 2 pi fc, less what the bilinear transform warps
TEST(LowPass, LagsBehindARampBy31Milliseconds) {
  const double period_s = 0.002;
  const LowPass low_pass = butterworth(kCutoff_hz, period_s);
  LowPassState state;
  double lag_s = 0;
  for (int n = 0; n < 2000; ++n) {
    const double t_s = period_s * n;
    lag_s = t_s - filter(low_pass, along(t_s), state).x();
  }
  const double K = std::tan(kPi * kCutoff_hz * period_s);
  const double poles = 2 * (std::cos(kPi / 12) + std::cos(kPi / 4) + std::cos(5 * kPi / 12));
  EXPECT_NEAR(lag_s, poles * period_s / 2 / K, 1e-9);
  EXPECT_NEAR(lag_s, 0.031, 5e-4);
}

TEST(LowPass, OvershootsAStepLikeTheAnalogFilter) {
  const LowPass low_pass = butterworth(kCutoff_hz, 0.0005);
  LowPassState state;
  filter(low_pass, Vector3d::Zero(), state);
  double largest = 0;
  for (int n = 0; n < 2000; ++n) largest = std::max(largest, filter(low_pass, along(1), state).x());
  EXPECT_NEAR(largest, 1.143, 0.002);
  EXPECT_NEAR(state.output[0], 1, 1e-9);
}

TEST(LowPass, FiltersEachAxisByItself) {
  const LowPass low_pass = butterworth(kCutoff_hz, 0.002);
  LowPassState state;
  filter(low_pass, {1, 2, 3}, state);
  Vector3d y = Vector3d::Zero();
  for (int n = 0; n < 5; ++n) y = filter(low_pass, {1, 2.0 + n, 3}, state);
  EXPECT_NEAR(y.x(), 1, 1e-12);
  EXPECT_GT(y.y(), 2);
  EXPECT_NEAR(y.z(), 3, 1e-12);
}

TEST(LowPass, IgnoresAndCountsWhatIsNoForce) {
  const LowPass low_pass = butterworth(kCutoff_hz, 0.002);
  LowPassState state, clean;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(filter(low_pass, {nan, 1, 1}, state), Vector3d::Zero());
  for (int n = 0; n < 100; ++n) {
    const Vector3d expected = filter(low_pass, along(n), clean);
    EXPECT_EQ(filter(low_pass, along(n), state), expected);
    for (const double wild : {nan, infinite, -infinite, std::numeric_limits<double>::max()})
      EXPECT_EQ(filter(low_pass, {0, wild, 0}, state), expected);
  }
  EXPECT_EQ(state.n_ignored, 401);
}

}  // namespace
}  // namespace ventosa::controller::low_pass_test
