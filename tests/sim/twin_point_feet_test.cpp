#include <gtest/gtest.h>

#include <numbers>

#include "tests/sim/feet/walking_robot.h"

/// The hexapod with point feet in the twin.
namespace ventosa::sim::twin_point_feet_test {
namespace {

using controller::Vector3d;
using test::foot_pose_W;
using test::ground_force_W;
using test::hexapod;
using test::hold;
using test::standing_on;

constexpr double kSlope_rad = 15 * std::numbers::pi / 180;
constexpr double kGravity_m_s2 = 9.81;

double total_slip_m(const Truth& truth) {
  double sum_m = 0;
  for (const LegTruth& leg : truth.leg) sum_m += leg.point.slip_m;
  return sum_m;
}

TEST(PointFeetInTheTwin, BearTheWeight) {
  const models::Robot robot = hexapod();
  const TwinConfig config = standing_on(robot, 0);
  Twin twin(robot, config);
  run(twin, hold(config), 5);
  const double weight_N = robot.nominal.total_mass_kg() * kGravity_m_s2;
  double normal_N = 0;
  for (const LegTruth& leg : twin.truth().leg) normal_N += leg.point.normal_N;
  EXPECT_NEAR(normal_N, weight_N, 1e-6);
  EXPECT_LT((ground_force_W(twin.truth()) - Vector3d(0, 0, weight_N)).norm(), 1e-6);
  for (std::size_t i = 0; i < 6; ++i) {
    const LegTruth& leg = twin.truth().leg[i];
    EXPECT_TRUE(leg.point.touches);
    EXPECT_GT(leg.point.normal_N, 2);
    EXPECT_LT((twin.truth().X_WB.linear() * leg.f_W_B - leg.point.f_W).norm(), 1e-12);
    EXPECT_EQ(leg.contact_N, 0);
  }
  EXPECT_EQ(twin.truth().contact_N, 0);
}

TEST(PointFeetInTheTwin, StickOnASlopeBelowTheAngleOfFrictionAndSlideAboveIt) {
  const models::Robot robot = hexapod();
  const double weight_N = robot.nominal.total_mass_kg() * kGravity_m_s2;
  for (const double friction : {0.7, 0.2}) {  // tan 15 deg is 0.27
    const TwinConfig config = standing_on(robot, kSlope_rad, friction);
    Twin twin(robot, config);
    run(twin, hold(config), 3);
    const Vector3d p_WB = twin.truth().X_WB.translation();
    const double slip_m = total_slip_m(twin.truth());
    if (friction < 0.27) {
      EXPECT_GT(slip_m, 0.1);
      continue;
    }
    run(twin, hold(config), 10);
    EXPECT_LT((twin.truth().X_WB.translation() - p_WB).norm(), 1e-9);
    EXPECT_EQ(total_slip_m(twin.truth()), slip_m);
    EXPECT_LT((ground_force_W(twin.truth()) - Vector3d(0, 0, weight_N)).norm(), 1e-6);
  }
}

/// Each reading is the mean force since the last, along the foot's own axes.
TEST(PointFeetInTheTwin, FeelTheForceInTheFrameOfTheFootWithTheNoiseOfTheirSensor) {
  const models::Robot robot = hexapod();
  const TwinConfig config = standing_on(robot, kSlope_rad);
  Twin twin(robot, config);
  run(twin, hold(config), 3);
  constexpr int kReadings = 500;
  controller::PerLeg<Vector3d> mean = controller::zero_vectors(), square = mean;
  controller::Observation seen;
  for (int n = 0; n < kReadings; ++n) {
    ASSERT_EQ(twin.exchange(hold(config), seen), hal::Status::kOk);
    for (int i = 0; i < 6; ++i) {
      const auto leg = static_cast<std::size_t>(i);
      const controller::FootForceReading& read = seen.leg[leg].foot;
      ASSERT_EQ(read.sampled_ns, seen.now_ns);
      const Vector3d f_F = foot_pose_W(robot, twin.truth(), i).linear().transpose() *
                           twin.truth().leg[leg].point.f_W;
      const Vector3d error = Vector3d::Map(read.f_F_N.data()) - f_F;
      mean[leg] += error / kReadings;
      square[leg] += error.cwiseAbs2() / kReadings;
    }
  }
  const double noise_N = robot.point->sensor->noise_N;
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_LT(mean[i].cwiseAbs().maxCoeff(), 4 * noise_N / std::sqrt(kReadings)) << i;
    EXPECT_NEAR(std::sqrt(square[i].mean()), noise_N, 0.1 * noise_N) << i;
    EXPECT_LT(seen.leg[i].foot.f_F_N[2], -2);  // the ground pushes into the foot
  }
}

TEST(PointFeetInTheTwin, FeelNothingWithoutASensor) {
  models::Robot robot = hexapod();
  robot.point->sensor.reset();
  const TwinConfig config = standing_on(robot, 0);
  Twin twin(robot, config);
  run(twin, hold(config), 0.5);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_FALSE(observed(twin).leg[i].foot.is_known());
}

TEST(PointFeetInTheTwin, HaveNoGroundBeyondTheEdge) {
  const models::Robot robot = hexapod();
  TwinConfig config = standing_on(robot, 0);
  config.X_WB = Eigen::Translation3d(0, 0, -robot.nominal.leg[0].p_BW_nominal.z() - 5e-4);
  config.clamped = true;
  config.patches.patch[0].half_extent_m = {0.3, 2};
  config.patches.patch[0].X_WS.translation().x() = -0.15;  // up to x = 0.15
  Twin twin(robot, config);
  run(twin, hold(config), 1);
  for (int i = 0; i < 6; ++i) {
    const PointFootTruth& foot = twin.truth().leg[static_cast<std::size_t>(i)].point;
    const bool is_over = foot_pose_W(robot, twin.truth(), i).translation().x() < 0.15;
    EXPECT_EQ(is_over, i >= 2);
    EXPECT_EQ(foot.touches, is_over);
    EXPECT_EQ(foot.normal_N > 0, is_over);
  }
}

TwinConfig on_a_relief(const models::Robot& robot) {
  TwinConfig config = standing_on(robot, 0);
  config.patches.patch[0].uneven_m = 0.02;
  config.relief[0] = {.seed = 5, .height_m = 0.02, .correlation_m = 0.2};
  config.X_WB.translation().z() += 0.02;
  return config;
}

/// Spring and relief in closed form: the depth of each foot is its force over the stiffness.
TEST(PointFeetInTheTwin, StandOnTheReliefUnderThem) {
  const models::Robot robot = hexapod();
  const TwinConfig config = on_a_relief(robot);
  Twin twin(robot, config);
  run(twin, hold(config), 6);
  const Ground ground(config.patches, config.relief, config.seed);
  int standing = 0;
  double steepest_rad = 0;
  for (int i = 0; i < 6; ++i) {
    const PointFootTruth& foot = twin.truth().leg[static_cast<std::size_t>(i)].point;
    const GroundPoint under = ground.at(foot_pose_W(robot, twin.truth(), i).translation());
    const double depth_m = -under.height_m * under.normal_W.z();
    EXPECT_EQ(foot.touches, depth_m > 0) << i;
    EXPECT_NEAR(foot.normal_N, robot.point->stiffness_N_m * std::max(0.0, depth_m), 1e-4) << i;
    EXPECT_NEAR(under.normal_W.dot(foot.f_W), foot.normal_N, 1e-4) << i;
    standing += foot.touches;
    steepest_rad = std::max(steepest_rad, std::acos(under.normal_W.z()));
  }
  EXPECT_GE(standing, 3);
  EXPECT_GT(steepest_rad, 0.05);
  const double weight_N = robot.nominal.total_mass_kg() * kGravity_m_s2;
  EXPECT_LT((ground_force_W(twin.truth()) - Vector3d(0, 0, weight_N)).norm(), 1e-4);
}

TEST(PointFeetInTheTwin, GoOnFromASnapshotBitForBit) {
  const models::Robot robot = hexapod();
  const TwinConfig config = on_a_relief(robot);
  const controller::Shape shape(robot.nominal, {controller::Equipment::kForceSensor});
  const auto values = [&](Twin& twin) {
    std::vector<double> all = controller::numbers_of(shape, observed(twin));
    const std::vector<double> truth = controller::numbers_of(shape, twin.truth());
    all.insert(all.end(), truth.begin(), truth.end());
    for (double& x : all) x = controller::is_known(x) ? x : -1;
    return all;
  };
  controller::Command shift = hold(config);
  for (controller::LegCommand& leg : shift.leg) leg.joint[0].q_rad += 0.2;
  Twin twin(robot, config), fresh(robot, config);
  run(twin, hold(config), 0.1);  // on its way down
  run(twin, shift, 0.1);
  Snapshot snapshot;
  twin.save(snapshot);
  fresh.restore(snapshot);
  EXPECT_EQ(values(fresh), values(twin));
  for (Twin* const each : {&twin, &fresh}) run(*each, shift, 0.5);
  EXPECT_GT(total_slip_m(twin.truth()), 0);
  EXPECT_EQ(values(fresh), values(twin));
}

TEST(PointFeetInTheTwin, RunInFullFidelityWithoutPacks) {
  const models::Robot robot = hexapod();
  TwinConfig config = standing_on(robot, 0);
  config.drive = {.model = MotorModel::kElectric,
                  .friction = FrictionModel::kLoad,
                  .backlash = true,
                  .quantisation = true,
                  .thermal = true};
  config.step_s = 0.0005;
  Twin twin(robot, config);
  run(twin, hold(config), 2);
  EXPECT_NEAR(ground_force_W(twin.truth()).z(), robot.nominal.total_mass_kg() * kGravity_m_s2, 0.1);
  EXPECT_EQ(twin.truth().leg[0].voltage_V[0], 12);
  EXPECT_FALSE(twin.capabilities().joint_modes[0][0].contains(controller::JointMode::kVelocity));
}

}  // namespace
}  // namespace ventosa::sim::twin_point_feet_test
