#include "hal/wire/gentle_start.h"

#include <gtest/gtest.h>

namespace ventosa::hal::gentle_start_test {
namespace {

using controller::JointMode;
using controller::JointSetpoint;
using controller::LegCommand;
using controller::LegReading;
using controller::Switch;

constexpr double kPeriod_s = 0.04, kRad_deg = M_PI / 180;

/// A joint that follows its set-point, once it has torque.
struct Joint {
  GentleStart start{kPeriod_s};
  LegReading seen;
  bool waits = false;   ///< waits for torque of other legs
  double load_deg = 0;  ///< angle by which it hangs below its set-point
  double commanded_rad(double requested_deg, JointMode mode = JointMode::kPosition) {
    LegCommand requested;
    requested.joint[0] = {.mode = mode, .q_rad = requested_deg * kRad_deg};
    controller::PerJoint<double> held_rad = controller::measured_q(seen);
    held_rad[0] += load_deg * kRad_deg;
    const JointSetpoint commanded = start.lead(requested, seen, held_rad, waits).joint[0];
    if (seen.joint[0].torque != Switch::kOff)
      seen.joint[0].q_rad = commanded.q_rad - load_deg * kRad_deg;
    return commanded.q_rad;
  }
};

TEST(GentleStart, LeadsAJointToAFarSetPointAtTenDegreesASecondFromWhereItIs) {
  Joint joint;
  joint.seen.joint[0].q_rad = 10 * kRad_deg;
  joint.start.begin();
  for (int tick = 1; tick <= 95; ++tick)  // 3.8 s
    EXPECT_NEAR(joint.commanded_rad(50), (10 + 0.4 * tick) * kRad_deg, 1e-9);
  EXPECT_TRUE(joint.start.is_leading());
  for (int k = 0; k < 2; ++k) EXPECT_NEAR(joint.commanded_rad(50), 50 * kRad_deg, 2 * kRad_deg);
  EXPECT_FALSE(joint.start.is_leading());
  EXPECT_EQ(joint.commanded_rad(20), 20 * kRad_deg);  // from now on the commanded one
}

TEST(GentleStart, ChangesNothingOfAJointThatIsWhereItShouldBe) {
  Joint joint;
  joint.seen.joint[0].torque = Switch::kOn;
  joint.start.begin();
  EXPECT_EQ(joint.commanded_rad(1.5), 1.5 * kRad_deg);
  EXPECT_FALSE(joint.start.is_leading());
  EXPECT_EQ(joint.commanded_rad(30), 30 * kRad_deg);
}

TEST(GentleStart, StartsFromWhereAJointIsWhenItsTorqueComes) {
  Joint joint;
  joint.seen.joint[0].torque = Switch::kOff;
  joint.start.begin();
  for (const double at_deg : {0, 5, -20}) {  // the other joints move it
    joint.seen.joint[0].q_rad = at_deg * kRad_deg;
    EXPECT_NEAR(joint.commanded_rad(40), (at_deg + 0.4) * kRad_deg, 1e-9);
  }
  joint.seen.joint[0].q_rad = 40 * kRad_deg;
  EXPECT_EQ(joint.commanded_rad(40), 40 * kRad_deg);
  joint.seen.joint[0].q_rad = 10 * kRad_deg;
  EXPECT_NEAR(joint.commanded_rad(40), 10.4 * kRad_deg, 1e-9);
}

TEST(GentleStart, StartsAgainForAJointThatLostItsTorque) {
  Joint joint;
  joint.seen.joint[0].torque = Switch::kOn;
  EXPECT_EQ(joint.commanded_rad(30), 30 * kRad_deg);
  joint.seen.joint[0] = {.q_rad = 0, .torque = Switch::kOff};
  EXPECT_NEAR(joint.commanded_rad(30), 0.4 * kRad_deg, 1e-9);
  joint.seen.joint[0].torque = Switch::kOn;
  EXPECT_NEAR(joint.commanded_rad(30), 0.8 * kRad_deg, 1e-9);
}

TEST(GentleStart, KeepsWhatAJointBearsUntilItsFellowsHaveTorqueForFiveSecondsAtMost) {
  Joint joint;
  joint.load_deg = 6;
  joint.waits = true;
  joint.start.begin();
  for (int tick = 0; tick < 125; ++tick) EXPECT_NEAR(joint.commanded_rad(0), 6 * kRad_deg, 1e-9);
  EXPECT_NEAR(joint.commanded_rad(0), 5.6 * kRad_deg, 1e-9);
  joint.start.begin();
  EXPECT_NEAR(joint.commanded_rad(0), 5.6 * kRad_deg, 1e-9);
  joint.waits = false;
  EXPECT_NEAR(joint.commanded_rad(0), 5.2 * kRad_deg, 1e-9);
}

TEST(GentleStart, LetsAWristGoOnThatWasToldToGiveWay) {
  Joint joint;
  joint.start.begin();
  joint.seen.joint[0].torque = Switch::kOff;
  EXPECT_EQ(joint.commanded_rad(30, JointMode::kPassive), 30 * kRad_deg);
  EXPECT_EQ(joint.commanded_rad(30), 30 * kRad_deg);
}

}  // namespace
}  // namespace ventosa::hal::gentle_start_test
