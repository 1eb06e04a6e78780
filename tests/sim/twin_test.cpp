#include "sim/twin.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/sim/stands.h"

namespace ventosa::sim::twin_test {
namespace {

using controller::Command;
using controller::CupMode;
using controller::JointMode;
using controller::Observation;
using controller::Vector3d;
using hal::Status;

TEST(Twin, KnowsItsStartBeforeTimePasses) {
  const models::Robot robot = romerin4();
  const TwinConfig config = standing(robot, 0);
  Twin twin(robot, config);
  const Observation seen = observed(twin);
  EXPECT_EQ(seen.now_ns, 0);
  controller::Start start;
  EXPECT_EQ(twin.start(start), hal::Status::kOk);
  EXPECT_EQ(start.patches.n, 1);
  EXPECT_LT((seen.body.specific_force_B - Vector3d(0, 0, 9.81)).norm(), 1e-12);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(seen.leg[i].joint[2].q_rad, config.leg[i].q_rad[2]);
    EXPECT_NEAR(seen.leg[i].cup.vacuum_Pa, 100 / robot.nominal.cup()->area_m2, 1e-9);
    EXPECT_EQ(twin.truth().leg[i].cup.phase, CupPhase::kAttached);
    for (const double distance_m : seen.leg[i].cup.distance_m) EXPECT_NEAR(distance_m, 0, 1e-9);
  }
}

TEST(Twin, ImuFeelsThePushThatItsVelocityShows) {
  const Block block;
  const models::Robot robot = one_cup(block);
  TwinConfig config = stuck(block, M_PI, 0);
  config.leg[0].attached = false;
  Twin twin(robot, config);
  twin.apply(push_on_body({10, 0, 0}));
  Observation seen;
  ASSERT_EQ(twin.exchange({}, seen), Status::kOk);
  // B is turned by pi about x; in free fall only the push is measured
  EXPECT_LT((seen.body.specific_force_B - Vector3d(2, 0, 0)).norm(), 0.01);
  EXPECT_NEAR(twin.truth().v_WB.x(), 10.0 / 5 * 0.01, 1e-4);
}

TEST(Twin, ImuIsOffByItsBiasAndScattersByItsNoise) {
  const models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0);
  Twin ideal(robot, config);
  config.imu = {.gyro_noise_rad_s = 0.01,
                .accel_noise_m_s2 = 0.2,
                .gyro_bias_rad_s = {0.1, 0.2, 0.3},
                .accel_bias_m_s2 = {1, 2, 3}};
  Twin twin(robot, config);
  Observation seen, expected;
  constexpr int kTicks = 400;
  Vector3d gyro = Vector3d::Zero(), accel = gyro, gyro2 = gyro, accel2 = gyro;
  for (int n = 0; n < kTicks; ++n) {
    ASSERT_EQ(twin.exchange({}, seen), Status::kOk);
    ASSERT_EQ(ideal.exchange({}, expected), Status::kOk);
    const Vector3d dw = seen.body.w_WB_B - expected.body.w_WB_B - config.imu.gyro_bias_rad_s;
    const Vector3d df =
        seen.body.specific_force_B - expected.body.specific_force_B - config.imu.accel_bias_m_s2;
    gyro += dw / kTicks;
    accel += df / kTicks;
    gyro2 += dw.cwiseAbs2() / kTicks;
    accel2 += df.cwiseAbs2() / kTicks;
  }
  // a mean scatters by 1 / sqrt(kTicks), a deviation by 0.7 of that
  EXPECT_LT(gyro.cwiseAbs().maxCoeff(), 0.01 * 4 / 20);
  EXPECT_LT(accel.cwiseAbs().maxCoeff(), 0.2 * 4 / 20);
  EXPECT_LT((gyro2.cwiseSqrt().array() - 0.01).abs().maxCoeff(), 0.01 * 0.15);
  EXPECT_LT((accel2.cwiseSqrt().array() - 0.2).abs().maxCoeff(), 0.2 * 0.15);
}

TEST(Twin, DistanceSensorsSeeTheNearestPatchWithinTheirRange) {
  const models::Robot robot = romerin4();
  const auto distances = [&](double lift_m, double half_extent_m, double tilt_rad = 0) {
    TwinConfig config = standing(robot, 0);
    for (std::size_t i = 0; i < 4; ++i)
      config.leg[i] = {.q_rad = stance(robot.nominal.leg[i]), .attached = false};
    config.X_WB.translation().z() += lift_m;
    config.patches.patch[0] = plane(tilt_rad);
    config.patches.patch[0].half_extent_m.setConstant(half_extent_m);
    config.patches.n = 2;  // a second cup below the first must not be detected
    config.patches.patch[1] = config.patches.patch[0];
    config.patches.patch[1].X_WS.translation().z() = -0.03;
    Observation seen;
    seen = observed(Twin(robot, config));
    return seen.leg[0].cup.distance_m;
  };
  for (const double d_m : distances(0.05, 2)) EXPECT_NEAR(d_m, 0.05, 1e-9);
  for (const double d_m : distances(0.199, 2)) EXPECT_NEAR(d_m, 0.199, 1e-9);
  for (const double d_m : distances(0.201, 2)) EXPECT_EQ(d_m, controller::kNoDistance_m);
  for (const double d_m : distances(0.05, 0.1)) EXPECT_EQ(d_m, controller::kNoDistance_m);
  for (const double d_m : distances(0.05, 2, M_PI)) EXPECT_EQ(d_m, controller::kNoDistance_m);
}

TEST(Twin, AttachesAndReleasesOnTheTimesOfItsVacuum) {
  const models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0);
  config.leg[0] = {.q_rad = stance(robot.nominal.leg[0], 0.001), .attached = false};
  Twin twin(robot, config);
  run(twin, {}, 0.5);  // comes to rest
  Command command;
  command.leg[0].cup = {CupMode::kGrip, 1};

  const auto time_until = [&](CupPhase phase) {
    const double start_s = twin.time_s();
    while (twin.truth().leg[0].cup.phase != phase && twin.time_s() < start_s + 5)
      run(twin, command, config.control_period_s);
    return twin.time_s() - start_s;
  };
  const double period_s = config.control_period_s;
  EXPECT_NEAR(time_until(CupPhase::kSealing), robot.cup->rise_time_s * -std::log(1 - 0.02),
              period_s);
  EXPECT_NEAR(time_until(CupPhase::kAttached),
              robot.cup->rise_time_s * -std::log(1 - robot.nominal.cup()->attached_ratio),
              1.5 * period_s);
  run(twin, command, 2);
  EXPECT_NEAR(twin.truth().leg[0].cup.vacuum_force_N, full_vacuum_N(robot), 1e-3);

  command.leg[0].cup = {CupMode::kRelease};
  EXPECT_NEAR(time_until(CupPhase::kReleasing), period_s, 1e-9);
  EXPECT_NEAR(time_until(CupPhase::kFree), robot.cup->fall_time_s * -std::log(0.02),
              1.5 * period_s);
}

TEST(Twin, HoldNeverLowersATurbineAndLeavesAPassiveWristWithoutTorque) {
  const models::Robot robot = romerin4();
  Twin twin(robot, standing(robot, M_PI / 2));
  Observation seen;
  for (int k = 0; k < 20; ++k) {
    ASSERT_EQ(twin.exchange({}, seen), Status::kOk);
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(seen.leg[i].cup.turbine, 1);
      for (std::size_t j = 3; j < 6; ++j) EXPECT_EQ(seen.leg[i].joint[j].tau_Nm, 0);
    }
  }
}

TEST(Twin, HoldsWhenSetpointsAreNotFinite) {
  const models::Robot robot = romerin4();
  Twin twin(robot, standing(robot, M_PI / 2)), holding(robot, standing(robot, M_PI / 2));
  Command bad;
  for (controller::LegCommand& leg : bad.leg) {
    leg.cup = {CupMode::kGrip, std::numeric_limits<double>::quiet_NaN()};
    for (controller::JointSetpoint& joint : leg.joint)
      joint = {JointMode::kImpedance, std::numeric_limits<double>::quiet_NaN(), 0, 0, 60, 4};
  }
  for (int i = 0; i < 4; ++i)  // the wrists are passive, and hold does not change that
    for (std::size_t j = 3; j < 6; ++j) bad.leg[static_cast<std::size_t>(i)].joint[j] = {};
  run(twin, bad, 0.5);
  run(holding, {}, 0.5);
  EXPECT_EQ(all_values(robot, twin), all_values(robot, holding));
}

TEST(Twin, LatencyShiftsACommandByItsWholeSteps) {
  const models::Robot robot = romerin4();
  Command command;
  command.leg[0].cup = {CupMode::kGrip, 0.5};
  for (const int steps : {0, 1, 4, 5, 7, 35}) {
    TwinConfig config = standing(robot, 0);
    config.link.command.latency_s = steps * config.step_s;
    Twin twin(robot, config);
    Observation seen;
    const int periods = steps / 5;  // the command takes effect in the period after these
    for (int k = 0; k < periods; ++k) {
      ASSERT_EQ(twin.exchange(command, seen), Status::kOk);
      EXPECT_NE(seen.leg[0].cup.turbine, 0.5);
    }
    const double before_Pa = seen.leg[0].cup.vacuum_Pa;
    ASSERT_EQ(twin.exchange(command, seen), Status::kOk);
    EXPECT_EQ(seen.leg[0].cup.turbine, 0.5);

    // the vacuum shows in which step of the period the command arrived
    if (periods == 0) continue;
    double expected_Pa = before_Pa;
    const double old_goal_Pa = 100 / robot.nominal.cup()->area_m2;
    for (int k = 0; k < 5; ++k) {
      const double goal_Pa = k < steps % 5 ? old_goal_Pa : robot.cup->max_vacuum_Pa * 0.25;
      const double tau_s = goal_Pa > expected_Pa ? robot.cup->rise_time_s : robot.cup->fall_time_s;
      expected_Pa += -std::expm1(-0.002 / tau_s) * (goal_Pa - expected_Pa);
    }
    EXPECT_NEAR(seen.leg[0].cup.vacuum_Pa, expected_Pa, 1e-6) << steps;
  }
}

TEST(Twin, PutsTheWeightThatItsLegsCarryOnTheirWristPoints) {
  const models::Robot robot = romerin4();
  for (const double tilt_rad : {0.0, 0.5 * M_PI, M_PI}) {
    Twin twin(robot, standing(robot, tilt_rad));
    run(twin, grip(robot, 100), 2);
    double hanging_kg = 0;
    Vector3d f_B = Vector3d::Zero();
    for (std::size_t i = 0; i < robot.nominal.leg.size(); ++i) {
      for (std::size_t k = 3; k < 6; ++k) hanging_kg += robot.nominal.leg[i].link[k].mass_kg;
      f_B += twin.truth().leg[i].f_W_B;
    }
    const double carried_N = 9.81 * (robot.nominal.total_mass_kg() - hanging_kg);
    const Vector3d f_W = twin.truth().X_WB.linear() * f_B;
    EXPECT_LT((f_W - Vector3d(0, 0, carried_N)).norm(), 1e-3) << tilt_rad;
  }
}

TEST(Twin, IsStableWithTheStrongestGainsOfTheArms) {
  const models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0);
  config.leg[0] = {.q_rad = stance(robot.nominal.leg[0], 0.05), .attached = false};
  Twin twin(robot, config);
  Command command;
  for (std::size_t j = 0; j < 3; ++j)
    command.leg[0].joint[j] = {JointMode::kImpedance, config.leg[0].q_rad[j], 0, 0, 60, 4};
  run(twin, command, 1);
  Observation seen;
  seen = observed(twin);
  for (std::size_t j = 0; j < 3; ++j) EXPECT_LT(std::abs(seen.leg[0].joint[j].dq_rad_s), 1e-3);
}

}  // namespace
}  // namespace ventosa::sim::twin_test
