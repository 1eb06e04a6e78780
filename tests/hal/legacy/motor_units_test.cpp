#include "hal/legacy/motor_units.h"

#include <gtest/gtest.h>

namespace ventosa::hal::legacy::motor_units_test {
namespace {

// measured of the firmware
TEST(MotorUnits, Ask180DegreesAndGet17974) {
  EXPECT_NEAR(true_angle_deg(ticks_of(180)), 179.74, 0.005);
  EXPECT_EQ(ticks_of(180), 2045);
  EXPECT_EQ(ticks_of(-180), -2045);
}

TEST(MotorUnits, TellAnAngleAsItWasAskedForToATick) {
  for (int k = -1000; k <= 1000; ++k)
    EXPECT_NEAR(reported_angle_deg(ticks_of(0.37 * k)), 0.37 * k, kReportedTick_deg);
}

TEST(MotorUnits, CutSpeedsToStepsAndLessThanOneToUnlimited) {
  EXPECT_EQ(profile_steps(0), 0);
  EXPECT_EQ(profile_steps(1.37), 0);
  EXPECT_EQ(profile_steps(1.381), 1);
  EXPECT_EQ(profile_steps(2.75), 1);
  EXPECT_EQ(profile_steps(6.91), 5) << "the default, 6.9 deg/s";
  EXPECT_FALSE(profile_velocity_deg_s(1.37));
  EXPECT_DOUBLE_EQ(*profile_velocity_deg_s(6.91), 6.9);
}

TEST(MotorUnits, CutSpeedsThatNoServoHas) {
  EXPECT_EQ(profile_steps(std::numeric_limits<float>::max()), 32767);
}

// measured of the firmware: a set-point of 1000 mA gave 1249 in an XH540, and telemetry is 25 %
// high
TEST(MotorUnits, TellTheCurrentOfAnXh540TooHigh) {
  EXPECT_NEAR(*reported_current_mA(Servo::kXh540, 1000), 1249, 0.1);
  EXPECT_NEAR(*true_current_mA(Servo::kXh540, 1000), 800.6, 0.1);
  EXPECT_DOUBLE_EQ(*true_current_mA(Servo::kXh540, *reported_current_mA(Servo::kXh540, 700)), 700);
}

TEST(MotorUnits, TellTheCurrentOfAnMx64AsItIs) {
  EXPECT_DOUBLE_EQ(*true_current_mA(Servo::kMx64, 336), 336);
  EXPECT_DOUBLE_EQ(*reported_current_mA(Servo::kMx64, 336), 336);
}

// in real logs "mA" of XL430 end at 3360
TEST(MotorUnits, KnowNoCurrentOfAnXl430ButItsLoad) {
  EXPECT_FALSE(true_current_mA(Servo::kXl430, 100));
  EXPECT_FALSE(reported_current_mA(Servo::kXl430, 100));
  EXPECT_DOUBLE_EQ(load_of(3360), 1);
  EXPECT_DOUBLE_EQ(load_of(-1680), -0.5);
}

}  // namespace
}  // namespace ventosa::hal::legacy::motor_units_test
