#include "sim/feet/force_sensor.h"

#include <gtest/gtest.h>

#include <cmath>
#include <type_traits>

#include "sim/model/sample_clock.h"

namespace ventosa::sim::force_sensor_test {
namespace {

using controller::Vector3d;

static_assert(std::is_trivially_copyable_v<ForceSensorState>);

constexpr models::ForceSensor kExact{.rate_hz = 500, .noise_N = 0, .range_N = 50, .cutoff_hz = 20};
constexpr models::ForceSensor kNoisy{
    .rate_hz = 500, .noise_N = 0.1, .range_N = 50, .cutoff_hz = 20};

Vector3d reading(const models::ForceSensor& sensor, const Vector3d& f_N,
                 const ForceSample& sample = {}) {
  ForceSensorState state;
  feel_force(f_N, state);
  sample_force(sensor, sample, state);
  return as_vector(state.reading_N);
}

TEST(ForceSensor, ReadsTheMeanForceSinceTheLastReading) {
  ForceSensorState state;
  for (int k = 0; k < 2; ++k) {
    for (const double f_N : {1.0, 2.0, 6.0}) feel_force(f_N * Vector3d(1, -1, 2), state);
    sample_force(kExact, {.now_ns = 6000000}, state);
    EXPECT_LT((as_vector(state.reading_N) - 3 * Vector3d(1, -1, 2)).norm(), 1e-12);
    EXPECT_EQ(state.sampled_ns, 6000000);
  }
}

TEST(ForceSensor, StopsAtTheEndOfItsRangeAndSaysSo) {
  ForceSensorState state;
  feel_force({60, -70, 20}, state);
  sample_force(kExact, {}, state);
  EXPECT_EQ(state.reading_N, (Bytes3{50, -50, 20}));
  EXPECT_TRUE(state.saturated);
  feel_force({49, 0, 0}, state);
  sample_force(kExact, {}, state);
  EXPECT_FALSE(state.saturated);
}

TEST(ForceSensor, IsNoisyByItsSeedLegAndTick) {
  const Vector3d f(1, 2, 3);
  const ForceSample sample{.now_ns = 1, .seed = 7, .tick = 9, .leg = 2};
  const Vector3d once = reading(kNoisy, f, sample);
  EXPECT_EQ(once, reading(kNoisy, f, sample));
  EXPECT_NE(once, reading(kNoisy, f, {.now_ns = 1, .seed = 8, .tick = 9, .leg = 2}));
  EXPECT_NE(once, reading(kNoisy, f, {.now_ns = 1, .seed = 7, .tick = 10, .leg = 2}));
  EXPECT_NE(once, reading(kNoisy, f, {.now_ns = 1, .seed = 7, .tick = 9, .leg = 3}));
}

TEST(ForceSensor, HasWhiteNoiseOfItsDeviationOnEachAxis) {
  constexpr int kN = 20000;
  Vector3d sum = Vector3d::Zero(), squares = Vector3d::Zero();
  double product = 0;
  for (int n = 0; n < kN; ++n) {
    const Vector3d e = reading(kNoisy, Vector3d::Zero(), {.tick = static_cast<std::uint64_t>(n)});
    sum += e;
    squares += e.cwiseAbs2();
    product += e.x() * e.y();
  }
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(sum[i] / kN, 0, 4 * 0.1 / std::sqrt(kN));
    EXPECT_NEAR(std::sqrt(squares[i] / kN), 0.1, 0.002);
  }
  EXPECT_NEAR(product / kN, 0, 4 * 0.01 / std::sqrt(kN));
}

TEST(ForceSensor, KeepsItsValueWhileItIsStuckAndReadsNoneOfThatTimeAfterwards) {
  ForceSensorState state;
  feel_force({1, 2, 3}, state);
  sample_force(kExact, {.now_ns = 1}, state);
  feel_force({9, 9, 9}, state);
  repeat_reading(2, state);
  EXPECT_EQ(state.reading_N, (Bytes3{1, 2, 3}));
  EXPECT_EQ(state.sampled_ns, 2);
  feel_force({4, 5, 6}, state);
  sample_force(kExact, {.now_ns = 3}, state);
  EXPECT_EQ(state.reading_N, (Bytes3{4, 5, 6}));
}

// 300 Hz is no whole number of steps of 2 ms: 1.67
TEST(ForceSensor, AtAnOddRateTakesNoStepTwiceAndLeavesNoneOut) {
  const SampleClock clock = SampleClock::with_period(1.0 / 300);
  ForceSensorState state;
  double sum_Ns = 0;
  int n_readings = 0;
  for (std::int64_t n = 0; n < 1500; ++n) {
    feel_force({std::sin(0.1 * static_cast<double>(n)), 0, 0}, state);
    if (!clock.due(2000000 * n, 2000000 * (n + 1))) continue;
    const double steps = static_cast<double>(state.n_steps);
    sample_force(kExact, {}, state);
    sum_Ns += steps * state.reading_N[0];
    ++n_readings;
  }
  double truth_Ns = 0;
  for (int n = 0; n < 1500; ++n) truth_Ns += std::sin(0.1 * n);
  truth_Ns -= static_cast<double>(state.n_steps) * state.mean_N[0];
  EXPECT_EQ(n_readings, 900);
  EXPECT_NEAR(sum_Ns, truth_Ns, 1e-9);
}

}  // namespace
}  // namespace ventosa::sim::force_sensor_test
