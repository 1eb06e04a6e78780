#include "controller/estimation/filter_contacts.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <vector>

#include "tests/controller/filter_world.h"

/// The filter with real feet: play and lips, delayed telemetry, knocks, a constant bias of the IMU.
namespace ventosa::controller::filter_contacts_test {
namespace {

FilterConfig real_config() {
  FilterConfig config;
  config.accel_bias_m_s2 = 0.03;
  config.foot_creep_m = 1e-5;
  config.foot_offset_m = 1e-3;
  config.foot_offset_s = 0.3;
  config.surface_m = 1e-3;
  return config;
}

/// Four feet on the plane z = 0, which is surveyed, under a body whose IMU is biased and noisy.
struct BiasedStand {
  explicit BiasedStand(const FilterConfig& c) : config(c) {}

  OdometryInput sense() {
    OdometryInput in = at_rest_on_four(X_WB, feet);
    in.w_WB_B += Vector3d(0.004, -0.003, 0.005) + normal.vector(0.0024);
    in.specific_force_B += accel_bias + normal.vector(0.015);
    for (std::size_t i = 0; i < 4; ++i) {
      in.p_BW[i] += offset[i] + normal.vector(0.0005);
      in.plane[i] = {Vector3d::UnitZ(), 0};
    }
    return in;
  }

  Vector3d error_m() const { return filter.X_WB.translation() - X_WB.translation(); }
  Vector3d error_rad() const {
    return rotation_log(filter.X_WB.linear() * X_WB.linear().transpose());
  }

  FilterConfig config;
  Normal normal{5};
  PerLeg<Vector3d> feet = square_of_feet();
  PerLeg<Vector3d> offset = zero_vectors();
  Vector3d accel_bias{0.05, -0.04, 0.03};
  Isometry3d X_WB{Eigen::Translation3d(0, 0, 0.2)};
  InvariantFilter filter = start_filter(config, X_WB);
};

TEST(FilterFeet, KnowsTheirPlaceNoBetterThanPlayAndLipsLetThem) {
  BiasedStand stand(real_config());
  const OdometryInput in = stand.sense();
  attach_foot(stand.config, in, 0, stand.filter);
  const double encoders2 = std::pow(stand.config.encoder_noise_rad, 2);
  const Matrix3d of_body = stand.filter.P.block<3, 3>(kErrorP, kErrorP);
  const Matrix3d of_foot =
      stand.filter.P.block<3, 3>(foot_row(stand.filter, 0), foot_row(stand.filter, 0));
  const Matrix3d play = 1e-6 * Matrix3d::Identity();
  EXPECT_TRUE((of_foot - of_body).isApprox(play + encoders2 * in.spread_m2[0], 1e-9));
}

TEST(FilterFeet, StandsForTenMinutesOnABiasedImuWithoutDrift) {
  BiasedStand stand(real_config());
  Normal play(9);
  constexpr int kMinute = 6000;
  Vector3d second_m = Vector3d::Zero(), second_rad = second_m, last_m = second_m, last_rad = last_m;
  for (int n = 0; n < 10 * kMinute; ++n) {
    // every five seconds the play of a joint changes sides
    if (n % 500 == 0) stand.offset[static_cast<std::size_t>(n / 500 % 4)] = play.vector(0.0003);
    ASSERT_EQ(advance(stand.config, stand.sense(), stand.filter), FilterStatus::kOk);
    const int minute = n / kMinute;
    if (minute == 1)
      second_m += stand.error_m() / kMinute, second_rad += stand.error_rad() / kMinute;
    if (minute == 9) last_m += stand.error_m() / kMinute, last_rad += stand.error_rad() / kMinute;
    for (const SlipWatch& watch : stand.filter.watch) ASSERT_EQ(watch.alarm, FootAlarm::kNone);
  }
  // the mean play of twelve reversals of four feet changes by 0.12 mm per axis from minute to
  // minute; the offset of the first readings of the feet remains
  EXPECT_LT((last_m - second_m).norm(), 4e-4);
  EXPECT_LT((last_rad - second_rad).norm(), 2e-3);
  EXPECT_LT(last_m.norm(), 1e-3);
}

TEST(FilterFeet, TellsTheBiasOfTheAccelerometerFromATiltByTheSurfaceItStandsOn) {
  FilterConfig config = real_config();
  config.accel_bias_m_s2 = 0.1;
  config.foot_offset_m = 1e-4;
  config.surface_m = 1e-4;
  config.start_angle_rad = 0.01;
  BiasedStand stand(config);
  stand.X_WB.linear() = rotation_exp({0.008, -0.006, 0});  // the start pose had the same error
  for (std::size_t i = 0; i < 4; ++i) stand.feet[i].z() = 0;
  for (int n = 0; n < 4000; ++n)
    ASSERT_EQ(advance(config, stand.sense(), stand.filter), FilterStatus::kOk);
  EXPECT_LT((stand.filter.accel_bias_B - stand.accel_bias).norm(), 0.008);
  EXPECT_LT(stand.error_rad().head<2>().norm(), 8e-4);
  const Matrix3d P = stand.filter.P.block<3, 3>(kErrorAccel, kErrorAccel);
  EXPECT_LT(P.trace(), 3 * 0.01 * 0.01) << "and knows it";
}

/// Telemetry at 20 Hz, three ticks late, of a body that sways.
double rms_error_m(bool tell_age) {
  constexpr int kTicks = 3000;
  BiasedStand stand({});
  double sum = 0;
  std::vector<PerLeg<Vector3d>> reported;  // in every tick
  for (int n = 0; n < kTicks; ++n) {
    const double t = 0.01 * n, r = 0.03, w = 1.2;
    stand.X_WB.translation() = Vector3d(r * std::sin(w * t), r * (1 - std::cos(w * t)), 0.2);
    const Vector3d a_W(-r * w * w * std::sin(w * t), r * w * w * std::cos(w * t), 0);
    OdometryInput in = stand.sense();
    in.specific_force_B += a_W - stand.accel_bias;
    reported.push_back(in.p_BW);
    const int sampled = std::max(0, (n - 3) / 5 * 5);
    in.p_BW = reported[static_cast<std::size_t>(sampled)];
    if (tell_age) in.age_s.fill(0.01 * (n - sampled));
    if (n == 0) stand.filter.v_WB.x() = r * w;
    EXPECT_EQ(advance(stand.config, in, stand.filter), FilterStatus::kOk);
    if (n >= 500) sum += stand.error_m().squaredNorm() / (kTicks - 500);
  }
  return std::sqrt(sum);
}

TEST(FilterFeet, SaysWhereTheBodyIsNowByReadingsOfThen) {
  const double late_m = rms_error_m(false);
  EXPECT_GT(late_m, 0.0015);  // 36 mm/s for 30 to 70 ms
  EXPECT_LT(rms_error_m(true), late_m / 3);
}

TEST(FilterFeet, TakesAReadingThatHasOnlyGrownOlderForNoNews) {
  BiasedStand once(real_config()), again(real_config());
  const OdometryInput first = once.sense();
  OdometryInput second = once.sense();
  for (BiasedStand* stand : {&once, &again})
    ASSERT_EQ(advance(stand->config, first, stand->filter), FilterStatus::kOk);
  second.p_BW = first.p_BW;
  second.age_s.fill(0.01);
  ASSERT_EQ(advance(once.config, second, once.filter), FilterStatus::kOk);
  predict(again.config, second, again.filter);
  EXPECT_LT((once.filter.X_WB.matrix() - again.filter.X_WB.matrix()).norm(), 1e-14);
  EXPECT_LT((once.filter.P - again.filter.P).norm(), 1e-14);
}

TEST(FilterFeet, KnowsHowLongAReadingStands) {
  Sampling sampling;
  int n_news = 0;
  for (int n = 0; n < 50; ++n) {  // a different foot in every fifth tick
    const bool news = is_news(0.002 * (n % 5), 0.002, sampling);
    EXPECT_EQ(news, n % 5 == 0);
    if (news && n > 0) {
      EXPECT_NEAR(sampling.interval_s, 0.01, 1e-12);
    }
    n_news += news;
  }
  EXPECT_EQ(n_news, 10);
}

/// Telemetry and IMU at 100 Hz, every foot with its own phase; the filter at 500 Hz.
TEST(FilterFeet, AreBelievedAlikeAtAFasterTick) {
  const auto deviation_m = [](int ticks_a_reading) {
    BiasedStand stand(real_config());
    OdometryInput held = stand.sense();
    for (int n = 0; n < 400 * ticks_a_reading; ++n) {
      const OdometryInput now = stand.sense();
      OdometryInput in = now;
      in.period_s = 0.01 / ticks_a_reading;
      for (std::size_t i = 0; i < 4; ++i) {
        const int age = (n + static_cast<int>(i)) % ticks_a_reading;
        in.p_BW[i] = age == 0 ? now.p_BW[i] : held.p_BW[i];
        in.age_s[i] = age * in.period_s;
      }
      const int imu_age = n % ticks_a_reading;
      in.imu_age_s = imu_age * in.period_s;
      if (imu_age > 0) {
        in.specific_force_B = held.specific_force_B;
        in.w_WB_B = held.w_WB_B;
      }
      held = in;
      EXPECT_EQ(advance(stand.config, in, stand.filter), FilterStatus::kOk);
    }
    return std::sqrt(pose_covariance(stand.filter).bottomRightCorner<3, 3>().trace());
  };
  const double once_m = deviation_m(1);
  EXPECT_NEAR(deviation_m(5), once_m, 0.15 * once_m);
  EXPECT_NEAR(deviation_m(2), once_m, 0.15 * once_m);
}

TEST(FilterFeet, BelievesAFootThatOnlyOneOtherCanContradict) {
  BiasedStand stand({});
  const auto tick = [&](double step_m) {
    OdometryInput in = stand.sense();
    in.n_feet = 2;
    in.p_BW[1].x() += step_m;
    ASSERT_EQ(advance(stand.config, in, stand.filter), FilterStatus::kOk);
  };
  for (int n = 0; n < 200; ++n) tick(0);
  for (int n = 0; n < 100; ++n) tick(0.01);
  // if it were ignored for ever, only the gyroscope would give the yaw
  EXPECT_LT(stand.filter.nis[1], kImprobable);
}

TEST(FilterFeet, IsNotCarriedAwayByAKnock) {
  BiasedStand stand(real_config());
  for (int n = 0; n < 180; ++n) {
    OdometryInput in = stand.sense();
    // the tick in which it is read has the largest error of the period
    if (n >= 150 && n < 154) in.specific_force_B.x() += n % 2 == 0 ? 30 : -10;
    ASSERT_EQ(advance(stand.config, in, stand.filter), FilterStatus::kOk);
  }
  EXPECT_LT(stand.error_m().norm(), 0.0015);
}

}  // namespace
}  // namespace ventosa::controller::filter_contacts_test
