#include "controller/execution/force_watch.h"

#include <gtest/gtest.h>

#include <limits>

namespace ventosa::controller::force_watch_test {
namespace {

using Force = std::array<double, 3>;

constexpr ForceSensing kSensor{.rate_hz = 500, .noise_N = 0.1, .range_N = 50};
constexpr double kSilence_s = 0.2;
constexpr std::int64_t kTick_ns = 2'000'000;

struct Watched {
  ForceSensing sensor = kSensor;
  ForceWatch watch;
  FootForceReading reading;
  std::int64_t now_ns = 0;

  void pass() {
    now_ns += kTick_ns;
    watch_force(sensor, reading, {now_ns, kSilence_s}, watch);
  }
  void read(const Force& f_F_N) {
    reading = {.sampled_ns = now_ns + kTick_ns, .f_F_N = f_F_N};
    pass();
  }
  /// Readings that change a little, as those of a sensor with noise.
  void read_noise(int n) {
    for (; n > 0; --n) read({0, 0.001 * n, -5});
  }
};

TEST(ForceWatch, LeavesOutAndCountsWhatIsNoForceOfItsSensor) {
  const double nan = kUnknown, inf = std::numeric_limits<double>::infinity();
  Watched w;
  w.read_noise(3);
  const Force before = w.watch.f_F_N;
  std::int32_t n = 0;
  for (const Force& wild : {Force{nan, 0, 0}, {0, inf, 0}, {0, 0, -50.1}, {1e200, 0, 0}}) {
    w.read(wild);
    EXPECT_EQ(w.watch.left_out, ++n);
    EXPECT_EQ(w.watch.f_F_N, before);
    EXPECT_FALSE(w.watch.failed);
  }
  w.read({0, 0, -50});
  EXPECT_EQ(w.watch.left_out, n);
  EXPECT_EQ(w.watch.f_F_N, (Force{0, 0, -50}));
}

TEST(ForceWatch, LeavesOutReadingsFromThePastAndTheFuture) {
  Watched w;
  w.read_noise(5);
  const Force before = w.watch.f_F_N;
  for (const std::int64_t off_ns : {-2 * kTick_ns, 2 * kTick_ns}) {
    w.reading = {.sampled_ns = w.now_ns + off_ns, .f_F_N = {1, 2, 3}};
    w.pass();
    EXPECT_EQ(w.watch.f_F_N, before);
  }
  EXPECT_EQ(w.watch.left_out, 2);
}

TEST(ForceWatch, KeepsARepeatedMessageForWhatItIs) {
  Watched w;
  w.read({0, 0, -5});
  for (int k = 0; k < 3 * kStuckForces; ++k) w.pass();
  EXPECT_EQ(w.watch.left_out, 0);
  EXPECT_FALSE(w.watch.failed);
}

TEST(ForceWatch, FailsAStuckSensorUntilItMovesAgain) {
  Watched w;
  w.read_noise(5);
  for (int k = 0; k <= kStuckForces; ++k) {
    EXPECT_FALSE(w.watch.failed) << k;
    w.read({0, 0, -5});
  }
  EXPECT_TRUE(w.watch.failed);
  w.read_noise(1);
  EXPECT_FALSE(w.watch.failed);
}

/// A sensor without noise repeats itself as long as its foot is in the air.
TEST(ForceWatch, TrustsASensorWithoutNoise) {
  Watched w;
  w.sensor.noise_N = 0;
  for (int k = 0; k < 10 * kStuckForces; ++k) w.read({0, 0, 0});
  EXPECT_FALSE(w.watch.failed);
}

TEST(ForceWatch, FailsASensorThatGivesNoUsableReading) {
  const int ticks = static_cast<int>(1e9 * kSilence_s / kTick_ns);
  Watched silent, broken, mute_from_the_start;
  silent.read_noise(5);
  broken.read_noise(5);
  for (int k = 0; k < ticks; ++k) {
    silent.pass();
    broken.read({kUnknown, 0, 0});
    mute_from_the_start.pass();
  }
  for (const Watched* w : {&silent, &broken, &mute_from_the_start}) EXPECT_FALSE(w->watch.failed);
  for (int k = 0; k < 3; ++k) {
    silent.pass();
    broken.read({kUnknown, 0, 0});
    mute_from_the_start.pass();
  }
  for (const Watched* w : {&silent, &broken, &mute_from_the_start}) EXPECT_TRUE(w->watch.failed);
  broken.read({0, 0, 0});
  EXPECT_FALSE(broken.watch.failed);
}

/// A slow sensor is not silent between its readings.
TEST(ForceWatch, WaitsForTheNextReadingOfASlowSensor) {
  Watched w;
  w.sensor.rate_hz = 2;
  for (int k = 0; k < 1000; ++k) {
    if (k % 250 == 0) w.reading = {.sampled_ns = w.now_ns, .f_F_N = {0, 1e-3 * k, 0}};
    w.pass();
    ASSERT_FALSE(w.watch.failed) << k;
  }
}

}  // namespace
}  // namespace ventosa::controller::force_watch_test
