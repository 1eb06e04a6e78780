#include <gtest/gtest.h>

#include "bench/allocations.h"
#include "tests/sim/feet/walking_robot.h"

/// The hexapod on modules that take position references alone, on a rail of 24 V, with friction by
/// LuGre.
namespace ventosa::sim::twin_position_loop_test {
namespace {

using controller::Equipment;
using controller::JointMode;
using test::hexapod;
using test::standing_on;

models::Robot follower() {
  models::Robot robot = hexapod();
  robot.power.rail.voltage_V = 24;
  for (auto& leg : robot.drive)
    for (models::Drive& drive : leg) {
      drive.firmware.loop_s = 0.01;
      drive.firmware.position_i_V_rad_s = 200;
      drive.gear.load_ratio = 0;  // bristles feel no load
      drive.gear.bristles = models::Bristles{.stiffness_Nm_rad = 200, .damping_Nms_rad = 0.6};
    }
  return robot;
}

TwinConfig following(const models::Robot& robot) {
  TwinConfig config = standing_on(robot, 0);
  config.step_s = 0.0005;
  config.drive = {.model = MotorModel::kElectric, .friction = FrictionModel::kLugre};
  return config;
}

controller::Command references(const TwinConfig& config, double off_rad = 0) {
  controller::Command command;
  for (std::size_t i = 0; i < config.leg.size(); ++i)
    for (std::size_t j = 0; j < 3; ++j)
      command.leg[i].joint[j] = {.mode = JointMode::kPosition,
                                 .q_rad = config.leg[i].q_rad[j] + (j == 0 ? off_rad : 0)};
  return command;
}

std::vector<double> numbers(const models::Robot& robot, const Truth& truth, bool loops) {
  controller::Shape shape(robot.nominal);
  if (loops) shape.add(Equipment::kPositionLoop);
  return controller::numbers_of(shape, truth);
}

TEST(PositionLoopsInTheTwin, CarryTheRobotAndTellTheirLoads) {
  const models::Robot robot = follower();
  const TwinConfig config = following(robot);
  Twin twin(robot, config);
  run(twin, references(config), 4);
  const Truth& truth = twin.truth();
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const LegTruth& leg = truth.leg[i];
      EXPECT_EQ(leg.voltage_V[j], 24);
      EXPECT_NEAR(leg.q_rad[j], config.leg[i].q_rad[j], 1e-3);
      const double motor_Nm = robot.drive[i][j].motor.torque_constant_Nm_A * leg.current_A[j];
      EXPECT_NEAR(leg.disturbing_Nm[j], -motor_Nm, 5e-3);
    }
  EXPECT_GT(std::abs(truth.leg[0].disturbing_Nm[1]), 0.1);
  EXPECT_EQ(numbers(robot, truth, true).size(), numbers(robot, truth, false).size() + 2 * 18);
}

TEST(PositionLoopsInTheTwin, AreAllThatTheModulesOffer) {
  const models::Robot robot = follower();
  const Twin twin(robot, following(robot));
  const auto& can = twin.capabilities();
  EXPECT_EQ(can.impedance, hal::Impedance::kNone);
  EXPECT_TRUE(can.joint_modes[5][2].contains(JointMode::kPosition));
  EXPECT_TRUE(can.joint_modes[5][2].contains(JointMode::kHold));
  EXPECT_FALSE(can.joint_modes[5][2].contains(JointMode::kImpedance));
}

TEST(PositionLoopsInTheTwin, GoOnFromASnapshotBitForBit) {
  const models::Robot robot = follower();
  const TwinConfig config = following(robot);
  Twin twin(robot, config), fresh(robot, config);
  run(twin, references(config, 0.1), 0.11);
  Snapshot snapshot;
  twin.save(snapshot);
  fresh.restore(snapshot);
  for (Twin* const each : {&twin, &fresh}) run(*each, {}, 0.3);
  EXPECT_EQ(numbers(robot, fresh.truth(), true), numbers(robot, twin.truth(), true));
  EXPECT_NEAR(twin.truth().leg[0].q_rad[0], config.leg[0].q_rad[0] + 0.1, 0.02);  // held, not lost
}

TEST(PositionLoopsInTheTwin, AllocateNothing) {
  if (bench::AllocationCount().value() < 0)
    GTEST_SKIP() << "the sanitizers bring a malloc of their own";
  const models::Robot robot = follower();
  const TwinConfig config = following(robot);
  Twin twin(robot, config);
  const controller::Command command = references(config, 0.1);
  controller::Observation seen;
  const bench::AllocationCount count;
  for (int k = 0; k < 100; ++k) ASSERT_EQ(twin.exchange(command, seen), hal::Status::kOk);
  EXPECT_EQ(count.value(), 0);
}

}  // namespace
}  // namespace ventosa::sim::twin_position_loop_test
