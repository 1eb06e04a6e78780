#include "sim/drives/servo.h"

#include <gtest/gtest.h>

#include <limits>

#include "controller/model/observation.h"
#include "tests/sim/shipped_drive.h"

namespace ventosa::sim::servo_test {
namespace {

using controller::JointMode;
using controller::JointSetpoint;
using controller::MotionProfile;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr DriveOptions kBare{.model = MotorModel::kElectric};
constexpr DriveOptions kSteps{.model = MotorModel::kElectric, .quantisation = true};

models::Drive xh540() { return shipped_drive("XH540-W270-T"); }

// a trapezoid takes d / v + v / a, a triangle 2 sqrt(d / a)
TEST(Profile, TakesTheTimeOfItsTrapezoid) {
  struct Case {
    MotionProfile profile;
    double way_rad, expected_s;
  };
  for (const Case& c : {Case{{1, 4}, 1, 1.25}, Case{{1, 4}, -2, 2.25}, Case{{1, 4}, 0.16, 0.4},
                        Case{{0, 4}, -0.16, 0.4}, Case{{0.5, 0}, 1, 2}}) {
    ShaftMotion reference;
    double time_s = 0, fastest = 0, last_speed = 0;
    while (reference.q_rad != c.way_rad && time_s < 10) {
      follow_profile(c.profile, c.way_rad, 0.002, reference);
      fastest = std::max(fastest, std::abs(reference.dq_rad_s));
      const double most_change = c.profile.acceleration_rad_s2 > 0 ? 0.002 * 4 : 1;
      EXPECT_LE(std::abs(reference.dq_rad_s - last_speed), most_change * (1 + 1e-9));
      EXPECT_LE(std::abs(reference.q_rad), std::abs(c.way_rad) + 1e-12);  // no overshoot
      last_speed = reference.dq_rad_s;
      time_s += 0.002;
    }
    EXPECT_NEAR(time_s, c.expected_s, 0.0041) << c.way_rad;
    EXPECT_LE(fastest, (c.profile.speed_rad_s > 0 ? c.profile.speed_rad_s : 1) * (1 + 1e-12));
    follow_profile(c.profile, c.way_rad, 0.002, reference);
    EXPECT_EQ(reference.q_rad, c.way_rad);
    EXPECT_EQ(reference.dq_rad_s, 0);
  }
}

TEST(Profile, WithoutLimitsIsAStep) {
  ShaftMotion reference;
  follow_profile({}, 0.7, 0.002, reference);
  EXPECT_DOUBLE_EQ(reference.q_rad, 0.7);
}

TEST(Profile, ReversesForANewGoal) {
  ShaftMotion reference;
  const MotionProfile profile{1, 4};
  for (int k = 0; k < 200; ++k) follow_profile(profile, 1, 0.002, reference);
  for (int k = 0; k < 2000; ++k) follow_profile(profile, -0.3, 0.002, reference);
  EXPECT_EQ(reference.q_rad, -0.3);
}

TEST(Servo, ReadsInStepsOfItsRegisters) {
  const models::Firmware firmware = xh540().firmware;
  const ShaftMotion read = quantised(firmware, {0.1, 0.1});
  EXPECT_NEAR(read.q_rad, 65 * 2 * M_PI / 4096, 1e-6);
  EXPECT_NEAR(read.dq_rad_s, 4 * 0.229 * M_PI / 30, 1e-12);
  EXPECT_NEAR(quantised_current_A(firmware, 1), 372 * 0.00269, 1e-12);
  EXPECT_EQ(quantised_current_A(shipped_drive("XL430-W250-T").firmware, 1), 0);
}

TEST(Servo, GoesToItsPositionAlongTheProfile) {
  Turntable table(xh540(), kBare);
  table.tell({.mode = JointMode::kPosition, .q_rad = 1, .profile = {1, 4}});
  table.run(0.75);
  EXPECT_NEAR(table.shaft.dq_rad_s, 1, 0.02);
  table.run(2);
  EXPECT_NEAR(table.shaft.q_rad, 1, 1e-3);
}

// steady error of a P loop under load: p e Kt / R = tau
TEST(Servo, SagsInPositionModeByItsGain) {
  const models::Drive drive = xh540();
  Turntable table(drive, kBare);
  table.tell({.mode = JointMode::kPosition});
  table.outer_Nm = -2;
  table.run(2);
  const double stiffness = drive.firmware.position_p_V_rad * drive.motor.torque_constant_Nm_A /
                           drive.motor.resistance_ohm;
  EXPECT_NEAR(table.shaft.q_rad, -2 / stiffness, 1e-6);
}

TEST(Servo, IntegratesThePositionErrorAway) {
  models::Drive drive = xh540();
  drive.firmware.position_i_V_rad_s = 100;
  Turntable table(drive, kBare);
  table.tell({.mode = JointMode::kPosition, .q_rad = 0.2});
  table.outer_Nm = -2;
  table.run(10);
  EXPECT_NEAR(table.shaft.q_rad, 0.2, 1e-6);
}

TEST(Servo, KeepsItsVelocityUnderLoad) {
  Turntable table(xh540(), kBare);
  table.tell({.mode = JointMode::kVelocity, .dq_rad_s = 1.5, .profile = {0, 10}});
  table.outer_Nm = -2;
  table.run(5);
  EXPECT_NEAR(table.shaft.dq_rad_s, 1.5, 1e-6);
}

TEST(Servo, DrivesTheDemandedCurrent) {
  const models::Drive drive = xh540();
  Turntable table(drive, kBare);
  table.blocked = true;
  table.tell({.mode = JointMode::kCurrent, .current_A = -1.25});
  table.step();
  EXPECT_DOUBLE_EQ(table.state.motor.current_A, -1.25);
  EXPECT_DOUBLE_EQ(table.state.tau_Nm, -1.25 * drive.motor.torque_constant_Nm_A);
}

TEST(Servo, LimitsTheCurrentInCurrentBasedPositionMode) {
  Turntable table(xh540(), kBare);
  table.tell({.mode = JointMode::kCurrentPosition, .q_rad = 1, .current_A = 0.5});
  table.blocked = true;
  table.run(0.5);
  EXPECT_DOUBLE_EQ(table.state.motor.current_A, 0.5);
  table.blocked = false;
  table.run(3);
  EXPECT_NEAR(table.shaft.q_rad, 1, 1e-3);
}

TEST(Servo, DrivesTheDutyCycleOfTheSupply) {
  Turntable table(xh540(), kBare);
  table.state.supply_V = 14;
  table.blocked = true;
  table.tell({.mode = JointMode::kPwm, .pwm = -0.3});
  table.step();
  EXPECT_NEAR(table.state.motor.voltage_V, -4.2, 1e-12);
}

// current by the firmware's torque constant, torque by the plant's
TEST(Servo, TurnsTorqueIntoCurrentByItsOwnConstant) {
  const models::Drive drive = xh540();
  Turntable table(drive, kBare);
  table.blocked = true;
  table.tell({.mode = JointMode::kImpedance, .tau_ff_Nm = 3});
  table.step();
  EXPECT_DOUBLE_EQ(table.state.motor.current_A, 3 / 2.94);
  EXPECT_DOUBLE_EQ(table.state.tau_Nm, 3 / 2.94 * drive.motor.torque_constant_Nm_A);
  EXPECT_DOUBLE_EQ(report(table.config, table.state).tau_Nm, 3);
}

TEST(Servo, ControlsItsReadingNotTheActualAngle) {
  Turntable table(xh540(), kSteps);
  table.blocked = true;
  table.tell({.mode = JointMode::kImpedance, .q_rad = 0.1, .kp_Nm_rad = 10});
  table.shaft.q_rad = 0.0005;  // less than half a step: reads zero
  table.step();
  EXPECT_DOUBLE_EQ(table.state.motor.current_A, 10 * 0.1 / 2.94);
  const DriveReport reported = report(table.config, table.state);
  EXPECT_DOUBLE_EQ(reported.current_A, 0.00269 * std::round(1 / 2.94 / 0.00269));
  EXPECT_DOUBLE_EQ(reported.tau_Nm, 2.94 * reported.current_A);
}

TEST(Servo, WithoutACurrentSensorHoldsWhenAskedForCurrent) {
  Turntable table(shipped_drive("XL430-W250-T"), kBare);
  for (const JointMode mode : {JointMode::kCurrent, JointMode::kCurrentPosition}) {
    table.tell({.mode = mode, .q_rad = 1, .current_A = 1});
    EXPECT_EQ(table.state.law.mode, JointMode::kHold);
  }
  EXPECT_FALSE(controller::is_known(report(table.config, table.state).current_A));
}

TEST(Servo, HoldKeepsTorqueAndPositionOfAnyMode) {
  for (const JointMode mode : {JointMode::kPosition, JointMode::kVelocity, JointMode::kCurrent,
                               JointMode::kCurrentPosition}) {
    Turntable table(xh540(), kBare);
    table.outer_Nm = -2;
    table.tell({.mode = mode, .current_A = 2 / xh540().motor.torque_constant_Nm_A});
    table.run(2);
    const double q_rad = table.shaft.q_rad;
    table.tell({});
    EXPECT_EQ(table.state.law.mode, JointMode::kHold);
    table.run(2);
    EXPECT_NEAR(table.shaft.q_rad, q_rad, 2e-3) << static_cast<int>(mode);
  }
}

TEST(Servo, HoldsWhenASetpointOfAnyModeIsNotFinite) {
  for (int mode = 2; mode <= static_cast<int>(JointMode::kPwm); ++mode)
    for (double JointSetpoint::*field : {&JointSetpoint::q_rad, &JointSetpoint::dq_rad_s,
                                         &JointSetpoint::current_A, &JointSetpoint::pwm}) {
      Turntable table(xh540(), kBare);
      JointSetpoint bad{.mode = static_cast<JointMode>(mode)};
      bad.*field = kNan;
      table.tell(bad);
      EXPECT_EQ(table.state.law.mode, JointMode::kHold);
    }
}

TEST(Servo, LosesItsTorqueWithItsSupplyUntilTheNextSetpoint) {
  Turntable table(xh540(), kBare);
  table.tell({.mode = JointMode::kImpedance, .tau_ff_Nm = 3});
  table.state.supply_V = 9.4;  // below what its electronics need
  table.step();
  EXPECT_EQ(table.state.tau_Nm, 0);
  EXPECT_EQ(table.state.power_W, 0);
  table.state.supply_V = 12;
  table.tell({});  // hold leaves it passive
  table.step();
  EXPECT_EQ(table.state.tau_Nm, 0);
  table.tell({.mode = JointMode::kImpedance, .tau_ff_Nm = 3});
  table.step();
  EXPECT_NE(table.state.tau_Nm, 0);
}

TEST(Servo, ModesCountAsHoldOnAnIdealDrive) {
  Turntable table(xh540(), {});
  for (int mode = static_cast<int>(JointMode::kPosition); mode <= static_cast<int>(JointMode::kPwm);
       ++mode) {
    table.tell({.mode = static_cast<JointMode>(mode), .q_rad = 1, .dq_rad_s = 1, .pwm = 1});
    EXPECT_EQ(table.state.law.mode, JointMode::kHold);
  }
}

}  // namespace
}  // namespace ventosa::sim::servo_test
