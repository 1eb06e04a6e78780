#include "sim/config/check_drives.h"

#include <gtest/gtest.h>

#include <functional>

#include "tests/sim/drives/slave_drive.h"
#include "tests/sim/stands.h"

namespace ventosa::sim::check_drives_test {
namespace {

/// Refusal of a robot whose joints all have the drive, at a step of 1 ms; "": accepted.
std::string refusal(const std::function<void(models::Drive&, TwinConfig&)>& spoil) {
  models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0);
  models::Drive drive = slave_drive();
  config.step_s = kSlaveStep_s;
  config.drive = {.model = MotorModel::kElectric, .friction = FrictionModel::kLugre};
  spoil(drive, config);
  for (auto& leg : robot.drive) leg.fill(drive);
  const std::vector<models::InputError> mistakes = mistakes_of_drives(robot, config);
  EXPECT_LE(mistakes.size(), 1U);
  return mistakes.empty() ? "" : mistakes.front().what();
}

TEST(CheckDrives, TakesBristlesAndLoopsThatSuitTheStep) {
  EXPECT_EQ(refusal([](auto&, auto&) {}), "");
  EXPECT_EQ(refusal([](auto& drive, auto&) { drive.gear.bristles->stiffness_Nm_rad = 42000; }), "");
  EXPECT_EQ(refusal([](auto& drive, auto&) { drive.gear.bristles->damping_Nms_rad = 84; }), "");
}

TEST(CheckDrives, RefusesBristlesTooStiffForTheStep) {
  EXPECT_EQ(
      refusal([](auto& drive, auto&) { drive.gear.bristles->stiffness_Nm_rad = 84000; }),
      "drives.slave.gear.bristles.stiffness_Nm_rad = 84000: must be at most "
      "J / (4 step_s^2) = 42000 at the joint: too much for the step (lower it to 50 % of what "
      "it is, or shorten step_s)");
  EXPECT_EQ(refusal([](auto& drive, auto&) { drive.gear.bristles->damping_Nms_rad = 105; }),
            "drives.slave.gear.bristles.damping_Nms_rad = 105: must be at most J / (2 step_s) = 84 "
            "at the joint: too much for the step (lower it to 80 % of what it is, or shorten "
            "step_s)");
  // in a gap the last gear wheel is not behind the bristles
  EXPECT_NE(refusal([](auto& drive, auto& config) {
              drive.gear.bristles->stiffness_Nm_rad = 42000;
              drive.gear.backlash_rad = 0.01;
              config.drive.backlash = true;
            }),
            "");
}

TEST(CheckDrives, RefusesLugreWithoutBristlesWithoutFrictionOrWithThatOfALoad) {
  EXPECT_EQ(refusal([](auto& drive, auto&) { drive.gear.bristles.reset(); }),
            "drives.slave.gear.bristles: is missing (drive.friction: lugre needs its stiffness and "
            "damping)");
  EXPECT_NE(refusal([](auto& drive, auto&) { drive.gear.coulomb_Nm = 0; }), "");
  EXPECT_EQ(refusal([](auto& drive, auto&) { drive.gear.load_ratio = 0.1; }),
            "drives.slave.gear.load_ratio = 0.1: must be 0 with drive.friction: lugre (bristles "
            "feel no load; or drive.friction: load)");
  EXPECT_EQ(refusal([](auto& drive, auto& config) {
              drive.gear.bristles.reset();
              config.drive.friction = FrictionModel::kLoad;
            }),
            "");
}

TEST(CheckDrives, RefusesALoopThatTakesNoWholeNumberOfSteps) {
  EXPECT_EQ(refusal([](auto& drive, auto&) { drive.firmware.loop_s = 0.0104; }),
            "drives.slave.firmware.loop_s = 0.0104: must be a whole number of step_s = 0.001 (such "
            "as 0.01, or change step_s)");
  EXPECT_NE(refusal([](auto& drive, auto&) { drive.firmware.loop_s = 0.0004; }), "");
  EXPECT_EQ(refusal([](auto& drive, auto& config) {
              drive.firmware.loop_s = 0.0104;
              config.drive.model = MotorModel::kIdeal;
            }),
            "");
}

}  // namespace
}  // namespace ventosa::sim::check_drives_test
