#include "hal/blinded_robot.h"
#include "tests/hal/robot_contract.h"
#include "tests/sim/stands.h"

/// The twin satisfies the contract of every robot.
namespace ventosa::sim::twin_contract_test {
namespace {

using hal::RobotContract;
using hal::Subject;

Subject twin_of(const TwinConfig& config) {
  const models::Robot robot = romerin4();
  auto twin = std::make_unique<Twin>(robot, config);
  Twin* const it = twin.get();
  return {std::move(twin), robot.nominal, [it] { it->apply(push_on_body({std::nan(""), 0, 0})); }};
}

Subject on_a_wall() { return twin_of(standing(romerin4(), M_PI / 2)); }

Subject in_full_detail() {
  const models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0);
  config.seed = 3;
  config.drive = drive_options(Fidelity::kFull);
  config.cup = cup_options(Fidelity::kFull);
  config.power = power_options(Fidelity::kFull);
  config.imu = imu_options(Fidelity::kFull, robot.sensors);
  config.camera = camera_options(Fidelity::kFull, robot.sensors);
  config.link = link_options(Fidelity::kFull);
  return twin_of(config);
}

Subject with_torque_drives() {
  TwinConfig config = standing(romerin4(), 0);
  config.drive.interface = DriveInterface::kTorque;
  return twin_of(config);
}

/// with a protocol that carries the least possible
Subject blinded() {
  Subject subject = on_a_wall();
  subject.robot = std::make_unique<hal::BlindedRobot>(std::move(subject.robot));
  return subject;
}

INSTANTIATE_TEST_SUITE_P(Twin, RobotContract,
                         hal::every_check({{"on_a_wall", on_a_wall},
                                           {"in_full_detail", in_full_detail},
                                           {"with_torque_drives", with_torque_drives},
                                           {"blinded", blinded}}),
                         hal::name_of);

TEST(TwinCapabilities, AreThoseOfItsDrivesAndSensors) {
  using controller::JointMode;
  const Subject ideal = on_a_wall(), full = in_full_detail(), torque = with_torque_drives();
  const hal::Capabilities &plain = ideal.robot->capabilities(), &real = full.robot->capabilities();
  EXPECT_EQ(plain.impedance, hal::Impedance::kExact);
  EXPECT_EQ(torque.robot->capabilities().impedance, hal::Impedance::kNone);
  EXPECT_FALSE(plain.joint_modes[0][0].contains(JointMode::kPosition));
  EXPECT_TRUE(real.joint_modes[0][0].contains(JointMode::kCurrent));
  EXPECT_TRUE(real.joint_modes[0][5].contains(JointMode::kPosition));
  EXPECT_FALSE(real.joint_modes[0][5].contains(JointMode::kCurrent));  // an XL430
  EXPECT_FALSE(plain.telemetry.depth_camera);
  EXPECT_TRUE(real.telemetry.depth_camera);
  EXPECT_EQ(plain.control_period_ns, 10'000'000);
}

}  // namespace
}  // namespace ventosa::sim::twin_contract_test
