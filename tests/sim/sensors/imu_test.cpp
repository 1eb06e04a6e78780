#include "sim/sensors/imu.h"

#include <gtest/gtest.h>

#include <cmath>

#include "models/input_error.h"
#include "tests/sim/stands.h"

namespace ventosa::sim::imu_test {
namespace {

using controller::Matrix3d;
using controller::Observation;
using controller::Vector3d;
using hal::Status;

/// A free block, its centre of mass beside its origin: a push makes it spin.
struct Spinning {
  explicit Spinning(const ImuOptions& imu, const CameraOptions& camera = {}) {
    const Block block{.p_BC = {0, 0.1, 0}};
    robot = one_cup(block);
    config = stuck(block, 0, 0);
    config.X_WB.translation().z() = 5;
    config.leg[0].attached = false;
    config.control_period_s = config.step_s;
    config.imu = imu;
    config.camera = camera;
  }
  models::Robot robot;
  TwinConfig config;
};

Vector3d velocity_at(const Truth& truth, const Vector3d& p_BI) {
  return truth.v_WB + (truth.X_WB.linear() * truth.w_WB_B).cross(truth.X_WB.linear() * p_BI);
}

// the oracle works in W, from the truth before and after a step
TEST(Imu, FeelsHowItsOwnPlaceIsAccelerated) {
  Spinning spin({.place = ImuPlace::kCamera}, {.pan_rad = 0.7, .tilt_rad = 0.4});
  const models::BodySensors& sensors = *spin.robot.sensors;
  const Vector3d p_BI = models::camera_pose(sensors.mount, 0.7, 0.4) * sensors.imu.p_EI;
  Twin twin(spin.robot, spin.config);
  Observation seen;
  double fastest = 0;
  for (int n = 0; n < 200; ++n) {
    twin.apply(push_on_body(n < 100 ? Vector3d(20, 5, 3) : Vector3d::Zero()));
    const Vector3d v_before = velocity_at(twin.truth(), p_BI);
    ASSERT_EQ(twin.exchange({}, seen), Status::kOk);
    const Truth& truth = twin.truth();
    const Vector3d a_W = (velocity_at(truth, p_BI) - v_before) / spin.config.step_s;
    const Vector3d f_B = truth.X_WB.linear().transpose() * (a_W - spin.config.gravity_W);
    EXPECT_LT((seen.body.specific_force_B - f_B).norm(), 1e-9);
    EXPECT_LT((seen.body.w_WB_B - truth.w_WB_B).norm(), 1e-12);
    fastest = std::max(fastest, truth.w_WB_B.norm());
  }
  EXPECT_GT(fastest, 5);
}

// far from any force the centre of mass is in free fall: f = w x (w x r) + a x r, from there to the
// IMU
TEST(Imu, FeelsTheCentripetalForceOfItsLeverArm) {
  Spinning spin({.place = ImuPlace::kCamera});
  const models::BodySensors& sensors = *spin.robot.sensors;
  Twin twin(spin.robot, spin.config);
  Observation seen;
  for (int n = 0; n < 100; ++n) {
    twin.apply(push_on_body({20, 0, 0}));
    ASSERT_EQ(twin.exchange({}, seen), Status::kOk);
  }
  twin.apply({});
  ASSERT_EQ(twin.exchange({}, seen), Status::kOk);
  ASSERT_EQ(twin.exchange({}, seen), Status::kOk);
  const Vector3d p_BI =
      models::camera_pose(sensors.mount, 0, spin.config.camera.tilt_rad) * sensors.imu.p_EI;
  const Vector3d w = seen.body.w_WB_B;
  const Vector3d r = p_BI - Vector3d(0, 0.1, 0);  // the light leg hardly moves the centre
  const Vector3d expected = w.cross(w.cross(r));
  EXPECT_GT(expected.norm(), 1);
  const Vector3d& f = seen.body.specific_force_B;
  EXPECT_NEAR(f.norm(), expected.norm(), 0.02 * expected.norm());
  // the mean over a step is delayed by half of it
  EXPECT_NEAR(f.cross(expected).norm() / f.norm() / expected.norm(),
              std::sin(w.norm() * spin.config.step_s / 2), 0.02);
}

TEST(Imu, TellsInTheBodysAxesWhatItFeelsInItsOwn) {
  const models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0.5);
  config.imu.place = ImuPlace::kCamera;
  config.camera.pan_rad = 1;
  Observation seen;
  seen = observed(Twin(robot, config));
  const Vector3d g_B = config.X_WB.linear().transpose() * config.gravity_W;
  EXPECT_LT((seen.body.specific_force_B + g_B).norm(), 1e-9);

  // a wrong mounting turns the reading about the camera's axes
  config.camera.mounting_error_rad = {0, 0, 0.01};  // about the direction of view
  seen = observed(Twin(robot, config));
  const Matrix3d R_BE =
      models::camera_pose(robot.sensors->mount, 1, config.camera.tilt_rad).linear();
  const Vector3d ahead = R_BE.col(2);
  const Vector3d turned = Eigen::AngleAxisd(-0.01, ahead) * Vector3d(-g_B);
  EXPECT_LT((seen.body.specific_force_B - turned).norm(), 1e-6);
}

TEST(Imu, HasItsBiasAlongItsOwnAxes) {
  const models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0);
  config.imu = {.place = ImuPlace::kCamera, .accel_bias_m_s2 = {0, 0, 0.5}};
  config.camera.tilt_rad = 0.3;
  Observation seen;
  seen = observed(Twin(robot, config));
  const Vector3d ahead(std::cos(0.3), 0, -std::sin(0.3));  // where the camera looks
  EXPECT_LT((seen.body.specific_force_B - Vector3d(0, 0, 9.81) - 0.5 * ahead).norm(), 1e-9);
  config.imu = {.place = ImuPlace::kCamera, .gyro_bias_rad_s = {0, 0, 0.2}};
  seen = observed(Twin(robot, config));
  EXPECT_LT((seen.body.w_WB_B - 0.2 * ahead).norm(), 1e-9);
}

TEST(Imu, RoundsToItsResolution) {
  const models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0.3);
  config.imu = {.gyro_noise_rad_s = 0.05,
                .accel_noise_m_s2 = 0.3,
                .gyro_step_rad_s = 0.02,
                .accel_step_m_s2 = 0.1};
  Twin twin(robot, config);
  Observation seen;
  for (int n = 0; n < 50; ++n) {
    ASSERT_EQ(twin.exchange({}, seen), Status::kOk);
    for (int k = 0; k < 3; ++k) {
      EXPECT_NEAR(std::remainder(seen.body.specific_force_B[k], 0.1), 0, 1e-9);
      EXPECT_NEAR(std::remainder(seen.body.w_WB_B[k], 0.02), 0, 1e-9);
    }
  }
}

TEST(Imu, ReadsAtItsRate) {
  const models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0);
  config.control_period_s = 0.002;
  config.imu = {.rate_hz = 30, .accel_noise_m_s2 = 0.1};
  Twin twin(robot, config);
  Observation seen, last;
  last = observed(twin);
  int n = 0;
  for (int k = 0; k < 500; ++k) {
    ASSERT_EQ(twin.exchange({}, seen), Status::kOk);
    const bool fresh = seen.body.sampled_ns != last.body.sampled_ns;
    EXPECT_EQ(fresh, seen.body.specific_force_B != last.body.specific_force_B);
    if (fresh) {
      EXPECT_EQ(seen.body.sampled_ns, seen.now_ns);
    }
    n += fresh;
    last = seen;
  }
  EXPECT_EQ(n, 30);
}

// a sum of n steps of deviation s sqrt(T/n) has deviation s sqrt(T)
TEST(Imu, LetsItsBiasWalk) {
  constexpr int kWalks = 2000, kSteps = 200;
  double sum2 = 0;
  for (std::uint64_t seed = 0; seed < kWalks; ++seed) {
    ImuState state;
    for (std::uint64_t k = 1; k <= kSteps; ++k)
      walk_bias({.gyro_walk_rad_s = 0.01}, seed, k, 0.02, state);
    sum2 += as_vector(state.gyro_walk).squaredNorm() / 3;
    EXPECT_EQ(as_vector(state.accel_walk).norm(), 0);
  }
  // over 4 s; 6000 samples: their deviation is known to 1 / sqrt(12000), here 4 of that
  EXPECT_NEAR(std::sqrt(sum2 / kWalks), 0.02, 0.02 * 0.037);
}

TEST(Imu, WalksInTheTwin) {
  const models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0);
  config.imu = {.rate_hz = 100, .gyro_walk_rad_s = 0.1, .accel_walk_m_s2 = 0.1};
  double sum2 = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    config.seed = seed;
    Twin twin(robot, config);
    Observation seen;
    run(twin, {}, 1);
    seen = observed(twin);
    sum2 += (seen.body.w_WB_B - twin.truth().w_WB_B).squaredNorm() / 3;
  }
  EXPECT_NEAR(std::sqrt(sum2 / 40), 0.1, 0.1 * 0.26);  // 4 deviations of 120 samples
}

// noise of gyroscope and accelerometer, and of their axes, is independent
TEST(Imu, HasNoiseOfItsOwnOnEveryAxis) {
  const ImuOptions options{.gyro_noise_rad_s = 1,
                           .accel_noise_m_s2 = 1,
                           .gyro_bias_sd_rad_s = 1,
                           .accel_bias_sd_m_s2 = 1};
  constexpr int kReadings = 4000;
  Eigen::Matrix<double, 6, 6> sum = Eigen::Matrix<double, 6, 6>::Zero();
  for (std::uint64_t seed = 0; seed < kReadings; ++seed) {
    ImuState state;
    read_imu(options, {}, seed, seed % 7, Vector3d::Zero(), Vector3d::Zero(), state);
    Eigen::Matrix<double, 6, 1> x;
    x << as_vector(state.specific_force_B), as_vector(state.w_WB_B);
    sum += x * x.transpose() / kReadings;
  }
  // noise and bias, each of variance 1
  EXPECT_LT((sum - 2 * Eigen::Matrix<double, 6, 6>::Identity()).cwiseAbs().maxCoeff(), 0.18);
}

TEST(Imu, DrawsItsBiasOnceForEachSeed) {
  double sum2 = 0;
  constexpr int kSeeds = 2000;
  const ImuOptions options{.accel_bias_sd_m_s2 = 0.3};
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    ImuState first, later;
    read_imu(options, {}, seed, 1, Vector3d::Zero(), Vector3d::Zero(), first);
    read_imu(options, {}, seed, 77, Vector3d::Zero(), Vector3d::Zero(), later);
    EXPECT_EQ(first.specific_force_B, later.specific_force_B);
    sum2 += as_vector(first.specific_force_B).squaredNorm() / 3;
  }
  EXPECT_NEAR(std::sqrt(sum2 / kSeeds), 0.3, 0.3 * 0.037);
}

TEST(Imu, IsRefusedWhereItCannotBe) {
  const auto refused = [](const models::Robot& robot, const ImuOptions& imu) {
    TwinConfig config = standing(romerin4(), 0);
    config.imu = imu;
    try {
      Twin twin(robot, config);
    } catch (const models::InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  models::Robot blind = romerin4();
  blind.sensors.reset();
  EXPECT_EQ(refused(blind, {}), "");
  EXPECT_NE(refused(blind, {.place = ImuPlace::kCamera}).find("imu.place"), std::string::npos);
  for (const ImuOptions& imu : {ImuOptions{.rate_hz = -1}, ImuOptions{.rate_hz = 501}})
    EXPECT_NE(refused(romerin4(), imu).find("imu.rate_hz"), std::string::npos);
  EXPECT_NE(refused(romerin4(), {.gyro_walk_rad_s = -1}).find("imu.gyro_walk_rad_s"),
            std::string::npos);
  EXPECT_NE(refused(romerin4(), {.accel_step_m_s2 = -1}).find("imu.accel_step_m_s2"),
            std::string::npos);
}

// all effects on, a snapshot with readings and pictures on their way
TEST(Twin, GoesOnFromASnapshotWithAPictureOnItsWay) {
  const models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0.2);
  config.imu = imu_options(Fidelity::kFull, robot.sensors);
  config.camera = camera_options(Fidelity::kFull, robot.sensors);
  Twin twin(robot, config);
  run(twin, {}, 0.14);  // pictures of 0.10 and 0.134 s are not there yet
  Observation seen;
  seen = observed(twin);
  EXPECT_EQ(seen.detections.sampled_ns, 68'000'000);
  Snapshot snapshot;
  twin.save(snapshot);
  const auto later = [&](Twin& from) {
    std::vector<double> all;
    Observation now;
    for (int n = 0; n < 20; ++n) {
      run(from, {}, 0.01);
      now = observed(from);
      const std::vector<double> values = all_values(robot, from);
      all.insert(all.end(), values.begin(), values.end());
      all.push_back(static_cast<double>(now.detections.sampled_ns));
      for (int k = 0; k < now.detections.n; ++k)
        for (const controller::PlaneCorner& corner :
             now.detections.plane[static_cast<std::size_t>(k)].corner)
          all.insert(all.end(), {corner.p.x(), corner.p.y(), corner.p.z(), corner.sd_m});
    }
    return all;
  };
  const std::vector<double> straight_on = later(twin);
  Twin fresh(robot, config);
  fresh.restore(snapshot);
  EXPECT_EQ(later(fresh), straight_on);

  config.camera.latency_s = 0.04;
  EXPECT_THROW(Twin(robot, config).restore(snapshot), std::invalid_argument);
}

}  // namespace
}  // namespace ventosa::sim::imu_test
