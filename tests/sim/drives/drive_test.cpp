#include "sim/drives/drive.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/sim/shipped_drive.h"

namespace ventosa::sim::drive_test {
namespace {

using controller::JointMode;
using controller::JointSetpoint;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

JointSetpoint impedance() { return {JointMode::kImpedance, 0.5, 0.2, 1.5, 10, 2}; }

TEST(Drive, FollowsTheImpedanceLaw) {
  const DriveConfig config = arm_drive(9.9);
  DriveState drive;
  accept(config, impedance(), {0, 0}, drive);
  EXPECT_DOUBLE_EQ(torque(config, drive, 0.4, -0.1), 3.1);  // 1.5 + 1 of position + 0.6 of speed
}

TEST(Drive, NeverExceedsItsStallTorque) {
  const DriveConfig config = wrist_drive(1.5);
  DriveState drive;
  accept(config, impedance(), {0, 0}, drive);
  EXPECT_DOUBLE_EQ(torque(config, drive, -3, 0), 1.5);
  EXPECT_DOUBLE_EQ(torque(config, drive, 3, 0), -1.5);
}

TEST(Drive, NeverExceedsWhatItsModuleLetsItDo) {
  DriveConfig config = wrist_drive(2);
  config.plant.torque_cap = 0.65;
  DriveState drive;
  accept(config, impedance(), {0, 0}, drive);
  EXPECT_DOUBLE_EQ(torque(config, drive, -3, 0), 1.3);
  EXPECT_DOUBLE_EQ(torque(config, drive, 3, 0), -1.3);
  accept(config, {}, {0, 0}, drive);  // holding, too
  EXPECT_DOUBLE_EQ(torque(config, drive, 9, 0), -1.3);
}

/// Each drive, blocked, at full output in each of its modes.
TEST(Drive, OfAServoKeepsTheCapInEveryMode) {
  DriveOptions electric;
  electric.model = MotorModel::kElectric;
  const JointSetpoint hard[] = {{JointMode::kImpedance, 3, 0, 50, 500, 20},
                                {.mode = JointMode::kPosition, .q_rad = 3},
                                {.mode = JointMode::kVelocity, .dq_rad_s = 6},
                                {.mode = JointMode::kCurrent, .current_A = 5},
                                {.mode = JointMode::kCurrentPosition, .q_rad = 3, .current_A = 5},
                                {.mode = JointMode::kPwm, .pwm = 1}};
  for (const std::string& name : kServos) {
    models::Drive plant = shipped_drive(name);
    plant.torque_cap = 0.65;
    for (const JointSetpoint& setpoint : hard) {
      if (!supports_mode(plant, electric, setpoint.mode)) continue;
      Turntable table(plant, electric);
      table.blocked = true;
      table.tell(setpoint);
      table.run(0.5);
      EXPECT_NEAR(table.state.worst_tau_Nm, 0.65 * motor_stall_Nm(table.config), 1e-9)
          << name << ", " << controller::name(setpoint.mode);
    }
  }
}

TEST(Drive, HoldLatchesWhereItIsAndKeepsTheFeedForward) {
  const DriveConfig config = arm_drive(9.9);
  DriveState drive;
  accept(config, impedance(), {0, 0}, drive);
  accept(config, {}, {0.7, 0}, drive);
  accept(config, {}, {0.9, 0}, drive);  // already in hold: the set-point is not taken again
  EXPECT_DOUBLE_EQ(torque(config, drive, 0.7, 0), 1.5);
  EXPECT_DOUBLE_EQ(torque(config, drive, 0.69, 0), 1.5 + 60 * 0.01);
  EXPECT_NEAR(torque(config, drive, 0.7, 0.1), 1.5 - 4 * 0.1, 1e-15);
}

TEST(Drive, PassiveGivesNoTorqueAndHoldLeavesItPassive) {
  const DriveConfig config = wrist_drive(1.5);
  DriveState drive;
  accept(config, impedance(), {0, 0}, drive);
  accept(config, {.mode = JointMode::kPassive}, {0, 0}, drive);
  accept(config, {}, {0.3, 0}, drive);
  EXPECT_EQ(torque(config, drive, -2, 5), 0);
}

TEST(Drive, PassiveGivesNoTorqueWhateverElseItIsTold) {
  const DriveConfig config = wrist_drive(1.5);
  for (const double q_rad : {0.5, kNan}) {
    DriveState drive;
    accept(config, impedance(), {0, 0}, drive);
    JointSetpoint passive = impedance();
    passive.mode = JointMode::kPassive;
    passive.q_rad = q_rad;
    accept(config, passive, {0, 0}, drive);
    EXPECT_EQ(drive.law.mode, JointMode::kPassive);
    EXPECT_EQ(torque(config, drive, -2, 5), 0);
  }
}

// an ideal drive with power has a gear without friction; without power it turns only under a torque
// above the gear's break-away, until it has power and a set-point
TEST(Drive, WithoutPowerIsHeldByItsGear) {
  for (const std::string& servo : kServos) {
    const models::Drive plant = shipped_drive(servo);
    const double most_Nm = break_away_Nm(plant);
    Turntable table(plant, {});
    table.wheel_kgm2 = 0.01;
    table.tell({.mode = JointMode::kPassive});
    table.state.supply_V = 0;
    table.outer_Nm = 0.5 * most_Nm;  // put on at once, it swings to twice that
    table.run(1);
    EXPECT_LT(std::abs(table.shaft.q_rad), 0.02) << servo;
    EXPECT_LT(std::abs(table.shaft.dq_rad_s), 1e-6) << servo;
    table.outer_Nm = 1.05 * most_Nm;
    table.run(1);
    EXPECT_GT(std::abs(table.shaft.dq_rad_s), 0.05) << servo;
    table.outer_Nm = 0;
    table.run(1);
    EXPECT_LT(std::abs(table.shaft.dq_rad_s), 1e-6) << servo;
    table.state.supply_V = table.config.rail_V;
    table.step();
    EXPECT_TRUE(table.state.lies_dead) << servo;
    table.tell({.mode = JointMode::kPassive});
    EXPECT_FALSE(table.state.lies_dead) << servo;
  }
}

TEST(Drive, StartsTheWayOfAnotherModeWhereItIs) {
  const DriveConfig config = arm_drive(9.9);
  DriveState drive;
  accept(config, {.mode = JointMode::kPassive}, {0, 0}, drive);
  drive.servo.reference = {9, 9};
  for (int n = 0; n < 2; ++n) {  // and continues from there while the mode stays
    accept(config, impedance(), {0.3 + n, 0.1}, drive);
    EXPECT_EQ(drive.servo.reference.q_rad, 0.3);
    EXPECT_EQ(drive.servo.reference.dq_rad_s, 0.1);
  }
}

TEST(Drive, HoldsWhenASetpointIsNotFinite) {
  const DriveConfig config = arm_drive(9.9);
  for (double JointSetpoint::*field :
       {&JointSetpoint::q_rad, &JointSetpoint::dq_rad_s, &JointSetpoint::tau_ff_Nm,
        &JointSetpoint::kp_Nm_rad, &JointSetpoint::kd_Nms_rad}) {
    DriveState drive;
    accept(config, impedance(), {0, 0}, drive);
    JointSetpoint bad = impedance();
    bad.*field = kNan;
    accept(config, bad, {0.7, 0}, drive);
    EXPECT_EQ(drive.law.mode, JointMode::kHold);
    EXPECT_DOUBLE_EQ(torque(config, drive, 0.7, 0), 1.5);
  }
}

}  // namespace
}  // namespace ventosa::sim::drive_test
