#include "controller/estimation/imu_watch.h"

#include <gtest/gtest.h>

namespace ventosa::controller::imu_watch_test {
namespace {

constexpr double kPeriod_s = 0.01;

Observation standing() {
  Observation seen;
  seen.body.specific_force_B = {0, 0, 9.81};
  return seen;
}

/// A body at rest with an IMU that has a range.
struct Watched {
  Watched() {
    config.period_s = kPeriod_s;
    config.filter = {.gyro_range_rad_s = 10, .accel_range_m_s2 = 40};
  }

  ControllerConfig config;
  Observation seen = standing();
  ImuWatch watch{};
  int n_attached = 4;

  /// The last reading is repeated, with increasing age.
  UsableImu tick(double turned_rad = 0) {
    seen.now_ns += std::llround(1e9 * kPeriod_s);
    return watch_imu(config, seen, {n_attached, turned_rad}, watch);
  }
  UsableImu fresh_tick(double turned_rad = 0) {
    seen.body.sampled_ns = seen.now_ns + std::llround(1e9 * kPeriod_s);
    return tick(turned_rad);
  }
  /// A second of contradiction that begins with a rotation and grows.
  bool is_convicted(double from_rad, double rate_rad_s) {
    bool convicted = false;
    for (int n = 0; n < 100; ++n)
      convicted |= fresh_tick(from_rad + rate_rad_s * n * kPeriod_s).health == ImuHealth::kWrong;
    return convicted;
  }
  /// Steps until the IMU is no longer good.
  double good_for_s(bool fresh) {
    double time_s = 0;
    while (time_s < 10 && (fresh ? fresh_tick() : tick()).health == ImuHealth::kGood)
      time_s += kPeriod_s;
    return time_s;
  }
};

TEST(ImuWatch, UsesAReadingUntilItIsStaleWhateverItsRate) {
  Watched imu;
  EXPECT_TRUE(imu.fresh_tick().reading.is_known());
  EXPECT_NEAR(imu.good_for_s(false), kImuStale_s, 1.5 * kPeriod_s);
  EXPECT_EQ(imu.tick().health, ImuHealth::kSilent);
  EXPECT_FALSE(imu.tick().reading.is_known());
  EXPECT_EQ(imu.fresh_tick().health, ImuHealth::kGood);
}

TEST(ImuWatch, MissesAnImuThatTellsNothingNumberOrNot) {
  Watched imu;
  (void)imu.fresh_tick();
  imu.seen.body = no_imu();
  EXPECT_FALSE(imu.fresh_tick().reading.is_known());
  EXPECT_NEAR(imu.good_for_s(true), kImuStale_s, 3 * kPeriod_s);
  EXPECT_EQ(imu.fresh_tick().health, ImuHealth::kSilent);
}

TEST(ImuWatch, UsesNoReadingAtTheEndOfTheRange) {
  for (const double gyro : {10.0, -10.0}) {
    Watched imu;
    (void)imu.fresh_tick();
    imu.seen.body.w_WB_B = {0, gyro, 0};
    const UsableImu first = imu.fresh_tick();
    EXPECT_EQ(first.health, ImuHealth::kGood);  // a knock is over soon
    EXPECT_FALSE(first.reading.is_known());
    EXPECT_NEAR(imu.good_for_s(true), kImuStale_s, 3 * kPeriod_s);
    EXPECT_EQ(imu.fresh_tick().health, ImuHealth::kWrong);
  }
  Watched imu;
  imu.n_attached = 2;
  imu.seen.body.specific_force_B = {-40, 0, 0};
  EXPECT_FALSE(imu.fresh_tick().reading.is_known());
  imu.config.filter = {};  // without a known range every finite number is accepted
  EXPECT_TRUE(imu.fresh_tick().reading.is_known());
}

/// A robot that falls or swings on two feet may turn at any rate.
TEST(ImuWatch, UsesNoRateThatABodyOnThreeFeetCannotHave) {
  for (const double rate : {2.1, -5.0}) {
    Watched imu;
    (void)imu.fresh_tick();
    imu.seen.body.w_WB_B = {0, 0, rate};
    EXPECT_FALSE(imu.fresh_tick().reading.is_known());
    EXPECT_NEAR(imu.good_for_s(true), kImuStale_s, 3 * kPeriod_s);
    EXPECT_EQ(imu.fresh_tick().health, ImuHealth::kWrong);
    imu.n_attached = 2;
    EXPECT_TRUE(imu.fresh_tick().reading.is_known());
  }
  Watched imu;
  imu.n_attached = 3;
  imu.seen.body.w_WB_B = {1.2, 0, 1.5};
  EXPECT_TRUE(imu.fresh_tick().reading.is_known());
  imu.seen.body.w_WB_B = {1.2, 1, 1.5};
  EXPECT_FALSE(imu.fresh_tick().reading.is_known());
}

/// An IMU that reads zeros measures no gravity.
TEST(ImuWatch, UsesNoForceForLongThatABodyOnThreeFeetCannotFeel) {
  for (const double force : {0.0, 4.0, 16.0}) {
    Watched imu;
    imu.seen.body.specific_force_B = {0, force, 0};
    EXPECT_TRUE(imu.fresh_tick().reading.is_known()) << force;  // a blow
    EXPECT_NEAR(imu.good_for_s(true), kImuStale_s, 3 * kPeriod_s);
    const UsableImu after = imu.fresh_tick();
    EXPECT_EQ(after.health, ImuHealth::kWrong);
    EXPECT_FALSE(after.reading.is_known());
    imu.n_attached = 2;  // it may fall
    EXPECT_TRUE(imu.fresh_tick().reading.is_known());
  }
  Watched imu;
  imu.seen.body.specific_force_B = {0, 5, 10};
  EXPECT_TRUE(imu.fresh_tick().reading.is_known());
}

TEST(ImuWatch, LeavesOutOneThatContradictsTheFeetAndTriesItAgain) {
  Watched imu;
  (void)imu.fresh_tick();
  int n = 0;
  while (imu.fresh_tick(0.02).health == ImuHealth::kGood && n < 100) ++n;
  EXPECT_NEAR(n * kPeriod_s, kImuDoubt_s, 2 * kPeriod_s);
  EXPECT_FALSE(imu.fresh_tick().reading.is_known());
  n = 0;
  UsableImu now = imu.fresh_tick();
  for (; now.health != ImuHealth::kGood && n < 1000; ++n) now = imu.fresh_tick();
  EXPECT_NEAR(n * kPeriod_s, kImuLeftOut_s, 4 * kPeriod_s);
  EXPECT_TRUE(now.tried_again);
  EXPECT_TRUE(now.reading.is_known());
  EXPECT_FALSE(imu.fresh_tick().tried_again);
}

/// Play and lips cause a small constant rotation; a wrong gyroscope one that grows or is large.
TEST(ImuWatch, ForgivesASmallTurnThatDoesNotGrow) {
  EXPECT_FALSE(Watched().is_convicted(0.006, 0));
  EXPECT_FALSE(Watched().is_convicted(0.006, 0.003));
  EXPECT_TRUE(Watched().is_convicted(0.006, 0.02));
  EXPECT_TRUE(Watched().is_convicted(0.011, 0));
}

TEST(ImuWatch, ForgivesAContradictionThatIsShort) {
  Watched imu;
  for (int n = 0; n < 100; ++n)
    EXPECT_EQ(imu.fresh_tick(n % 5 != 0 ? 0.02 : 0).health, ImuHealth::kGood);
}

}  // namespace
}  // namespace ventosa::controller::imu_watch_test
