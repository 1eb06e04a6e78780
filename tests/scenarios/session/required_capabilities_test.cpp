#include "scenarios/session/required_capabilities.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "sim/config/twin_capabilities.h"
#include "tests/scenarios/session/stand.h"

namespace ventosa::scenarios::required_capabilities_test {
namespace {

using controller::JointMode;
using controller::ServoLoop;

/// Message about what the robot lacks for its controller; empty if nothing.
std::string objection(const Scenario& scenario, const hal::Capabilities& robot) {
  try {
    check_fit(robot, scenario.controller_model, scenario.controller);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return {};
}

struct Fit : testing::Test {
  Scenario scenario = shipped("hold_push_ground");
  hal::Capabilities robot = sim::capabilities_of(scenario.robot, scenario.twin);
};

TEST_F(Fit, TakesARobotThatHasWhatIsNeeded) { EXPECT_EQ(objection(scenario, robot), ""); }

TEST_F(Fit, RefusesAnotherPeriod) {
  scenario.controller.period_s = 0.02;
  EXPECT_NE(objection(scenario, robot).find("control period"), std::string::npos);
}

TEST_F(Fit, NamesTheJointThatLacksAMode) {
  robot.joint_modes[1][2] = {JointMode::kHold, JointMode::kPassive, JointMode::kPosition};
  EXPECT_NE(objection(scenario, robot).find("front_right joint 3 has no impedance mode"),
            std::string::npos);
  scenario.controller.gains.loop = ServoLoop::kServo;
  EXPECT_NE(objection(scenario, robot).find("front_left joint 1 has no position mode"),
            std::string::npos);
}

TEST_F(Fit, RefusesALoopThatTheDrivesDoNotClose) {
  using enum hal::Impedance;
  const auto takes = [&](ServoLoop loop, hal::Impedance impedance) {
    scenario.controller.gains.loop = loop;
    robot.impedance = impedance;
    return objection(scenario, robot).empty();
  };
  EXPECT_FALSE(takes(ServoLoop::kModule, kNone));
  EXPECT_TRUE(takes(ServoLoop::kModule, kEquilibrium));
  EXPECT_TRUE(takes(ServoLoop::kModule, kExact));
  EXPECT_TRUE(takes(ServoLoop::kController, kNone));
  EXPECT_FALSE(takes(ServoLoop::kController, kEquilibrium));
}

TEST_F(Fit, RefusesComputedTorqueWithoutATorqueMode) {
  scenario.controller.gains.law = controller::ControlLaw::kComputedTorque;
  scenario.controller.gains.loop = ServoLoop::kController;
  EXPECT_EQ(objection(scenario, robot), "");
  robot.impedance = hal::Impedance::kEquilibrium;
  EXPECT_NE(objection(scenario, robot).find("computed_torque needs drives with a torque mode"),
            std::string::npos);
}

TEST_F(Fit, RefusesARobotWithoutTheSensorsThatAreNeeded) {
  scenario.controller.surfaces.source = controller::SurfaceSource::kSeen;
  EXPECT_NE(objection(scenario, robot).find("depth camera"), std::string::npos);
  robot.telemetry.imu = false;
  EXPECT_NE(objection(scenario, robot).find("IMU"), std::string::npos);
}

TEST_F(Fit, IsCheckedByEverySession) {
  Stand stand;
  stand.robot.can.impedance = hal::Impedance::kNone;
  EXPECT_THROW(stand.begin(), std::invalid_argument);
}

TEST_F(Fit, DoesWithoutAnImuByRegistration) {
  robot.telemetry.imu = false;
  EXPECT_NE(objection(scenario, robot).find("no IMU"), std::string::npos);
  scenario.controller.body.estimator = controller::Estimator::kRegistration;
  EXPECT_EQ(objection(scenario, robot), "");
}

TEST_F(Fit, NamesWhatAGoalNeedsThatTheRobotHasNotGot) {
  controller::Goal pd_off, switching, looking;
  pd_off.pd = false;
  switching.relay[2] = controller::Relay::kShare;
  looking.gaze = controller::Gaze{};
  for (const controller::Goal& goal : {controller::Goal{}, pd_off, switching, looking})
    EXPECT_EQ(lacking(robot, goal), nullptr);

  hal::Capabilities wire = robot;
  wire.impedance = hal::Impedance::kEquilibrium;
  wire.relays = wire.gaze = false;
  EXPECT_EQ(lacking(wire, {}), nullptr);
  EXPECT_STREQ(lacking(wire, pd_off), "pd: false needs drives with a torque mode");
  EXPECT_STREQ(lacking(wire, switching), "relay needs packs that can be switched");
  EXPECT_STREQ(lacking(wire, looking), "gaze needs a pan-tilt");
}

}  // namespace
}  // namespace ventosa::scenarios::required_capabilities_test
