#include <gtest/gtest.h>

#include "tests/sim/stands.h"

/// A twin that differs from its controller's model.
namespace ventosa::sim::twin_errors_test {
namespace {

using controller::Command;
using controller::JointMode;
using controller::Observation;
using hal::Status;

/// A clamped robot with free cups.
TwinConfig hanging(const models::Robot& robot) {
  TwinConfig config = standing(robot, 0);
  config.X_WB.translation().z() += 0.3;
  config.clamped = true;
  for (LegStart& leg : config.leg) leg.attached = false;
  return config;
}

TEST(TwinErrors, AnEncoderReadsTheTrueAngleLessItsOffset) {
  const models::Robot robot = romerin4();
  TwinConfig config = hanging(robot);
  config.joint_offset_rad[1][2] = 0.01;
  Twin twin(robot, config);
  controller::Start start;
  ASSERT_EQ(twin.start(start), Status::kOk);
  Observation seen = start.seen;
  for (int k = 0; k < 50; ++k) {
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 6; ++j) {
        const double offset_rad = i == 1 && j == 2 ? 0.01 : 0;
        EXPECT_NEAR(seen.leg[i].joint[j].q_rad, twin.truth().leg[i].q_rad[j] - offset_rad, 1e-15);
      }
    ASSERT_EQ(twin.exchange({}, seen), Status::kOk);
  }
}

// a drive closes its loop on its own encoder: the true angle is off by the offset
TEST(TwinErrors, ADriveHoldsASetPointByItsOwnEncoder) {
  models::Robot robot = romerin4();
  for (controller::Leg& leg : robot.nominal.leg)
    for (controller::Link& link : leg.link) link.mass_kg = 1e-3;
  for (const MotorModel model : {MotorModel::kIdeal, MotorModel::kElectric}) {
    TwinConfig config = hanging(robot);
    config.drive.model = model;
    config.joint_offset_rad[0][0] = -0.02;
    Twin twin(robot, config);
    const double q_rad = config.leg[0].q_rad[0];
    Command command;
    command.leg[0].joint[0] = {JointMode::kImpedance, q_rad + 0.1, 0, 0, 60, 4};
    run(twin, command, 2);
    EXPECT_NEAR(twin.truth().leg[0].q_rad[0], q_rad + 0.1 - 0.02, 1e-4);
  }
}

TEST(TwinErrors, ADriveThatHoldsFromTheStartStaysWhereItIs) {
  const models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0);
  for (auto& leg : config.joint_offset_rad) leg.fill(0.05);
  Twin twin(robot, config), exact(robot, standing(robot, 0));
  run(twin, {}, 1);
  run(exact, {}, 1);
  EXPECT_LT((twin.truth().X_WB.translation() - exact.truth().X_WB.translation()).norm(), 1e-9);
}

TEST(TwinErrors, StartTellsTheSurveyAndFeetMeetTheTruth) {
  const models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0);
  config.survey = Survey{config.X_WB, config.patches};
  config.survey->patches.patch[0].X_WS.translation().z() = 0.004;
  config.survey->X_WB.translation().z() += 0.004;
  Twin twin(robot, config);
  controller::Start start;
  ASSERT_EQ(twin.start(start), Status::kOk);
  EXPECT_EQ(start.X_WB.translation(), config.survey->X_WB.translation());
  EXPECT_EQ(start.patches.patch[0].X_WS.translation().z(), 0.004);
  EXPECT_EQ(twin.truth().X_WB.translation(), config.X_WB.translation());
  for (std::size_t i = 0; i < 4; ++i)
    for (const double distance_m : twin.truth().leg[i].cup.distance_m)
      EXPECT_NEAR(distance_m, 0, 1e-9);
}

// the ring bears vacuum and load: k s (free height - h) = V + N, for the lip plane's height h
TEST(TwinErrors, AStifferLipHoldsItsCupHigher) {
  const models::Robot robot = romerin4();
  for (const double scale : {1.5, 2.0}) {
    TwinConfig config = standing(robot, 0);
    config.step_s = 0.0005;  // stiff lips on light wrists
    config.cup.model = CupModel::kLip;
    config.lip_scale[1] = scale;
    Twin twin(robot, config);
    run(twin, grip(robot, config.start_cup_force_N), 3);
    const CupTruth& cup = twin.truth().leg[1].cup;
    const double k_N_m = robot.cup->lip.stiffness_N_m;
    const double free_m = config.start_cup_force_N / k_N_m;
    const double height_m = (cup.distance_m[0] + cup.distance_m[1] + cup.distance_m[2]) / 3;
    const double want_m = free_m - (cup.vacuum_force_N + cup.wrench_S[2]) / (k_N_m * scale);
    ASSERT_GT(want_m, 2e-4);
    EXPECT_NEAR(height_m, want_m, 2e-5);
  }
}

// the other modules keep the common link
TEST(TwinErrors, ALegMayHaveALinkOfItsOwn) {
  const models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0);
  config.link.telemetry.latency_s = 0.01;
  config.leg_link[2] = LinkOptions{.telemetry = {.latency_s = 0.04}};
  config.leg_link[3] = LinkOptions{.telemetry = {.loss = 1}};
  Twin twin(robot, config);
  Observation seen;
  for (int k = 0; k < 20; ++k) ASSERT_EQ(twin.exchange({}, seen), Status::kOk);
  const auto age_ns = [&](std::size_t leg) { return seen.now_ns - seen.leg[leg].sampled_ns; };
  EXPECT_EQ(age_ns(0), 10'000'000);
  EXPECT_EQ(age_ns(1), 10'000'000);
  EXPECT_EQ(age_ns(2), 40'000'000);
  EXPECT_EQ(age_ns(3), seen.now_ns);
}

}  // namespace
}  // namespace ventosa::sim::twin_errors_test
