#include "hal/legacy/leg_goals.h"

#include <gtest/gtest.h>

#include "hal/legacy/cup_drive.h"
#include "tests/sim/stands.h"

/// Set-points as a legacy module accepts them: only positions and a turbine percentage.
namespace ventosa::hal::legacy::leg_goals_test {
namespace {

using controller::CupMode;
using controller::JointMode;
using controller::LegCommand;
using controller::LegReading;

const LegMotors& motors() {
  static const LegMotors motors = leg_motors(sim::romerin4(), 0);
  return motors;
}

/// Joint angles that correspond to the motors' goals.
controller::PerJoint<double> goal_q(const LegGoals& goals) {
  controller::PerJoint<double> angle_rad = motors().map.zero_rad;
  for (int m = 0; m < motors().n; ++m)
    if (const auto deg = goals.motor(m).angle_deg)
      angle_rad[static_cast<std::size_t>(m)] = *deg * M_PI / 180;
  return motors().map.joint_angles(angle_rad);
}

LegCommand all(const controller::JointSetpoint& setpoint) {
  LegCommand command;
  command.joint.fill(setpoint);
  return command;
}

TEST(LegGoals, MakesTheFeedForwardByTheServosOwnStiffness) {
  LegGoals goals(motors());
  goals.take(all({.mode = JointMode::kImpedance, .q_rad = 0.2, .tau_ff_Nm = 0.5, .kp_Nm_rad = 40}),
             {});
  for (std::size_t j = 0; j < 6; ++j) {
    const double made_Nm = motors().stiffness_Nm_rad[j] * (goal_q(goals)[j] - 0.2);
    EXPECT_NEAR(made_Nm, 0.5, 1e-9) << j;
  }
}

TEST(LegGoals, StaysInsideTheTorqueLimitAndTheJointsRange) {
  LegGoals goals(motors());
  goals.take(all({.mode = JointMode::kImpedance, .tau_ff_Nm = 1e6}), {});
  for (std::size_t j = 0; j < 6; ++j)
    EXPECT_NEAR(goal_q(goals)[j], motors().torque_limit_Nm[j] / motors().stiffness_Nm_rad[j], 1e-9);
  goals.take(all({.mode = JointMode::kPosition, .q_rad = 9}), {});
  for (std::size_t j = 0; j < 6; ++j) EXPECT_NEAR(goal_q(goals)[j], motors().q_max_rad[j], 1e-9);
}

TEST(LegGoals, IsNeverFasterThanItIsToldNorUnlimited) {
  LegGoals goals(motors());
  for (const double speed_rad_s : {0.0, 1e-6, 0.3, 50.0}) {
    goals.take(all({.mode = JointMode::kPosition, .profile = {.speed_rad_s = speed_rad_s}}), {});
    for (int m = 0; m < 6; ++m) {
      EXPECT_GE(profile_steps(goals.motor(m).speed_deg_s), 1);
      EXPECT_LE(goals.motor(m).speed_deg_s,
                motors().motor[static_cast<std::size_t>(m)].top_speed_deg_s);
    }
  }
  goals.take(all({.mode = JointMode::kPosition, .profile = {.speed_rad_s = 0.3}}), {});
  EXPECT_NEAR(goals.motor(0).speed_deg_s, 0.3 * 180 / M_PI, 1e-9);
}

TEST(LegGoals, HoldStopsAJointOnItsWayAndLeavesOneThatALoadKeepsOff) {
  LegGoals goals(motors());
  goals.take(all({.mode = JointMode::kPosition, .q_rad = 0.5}), {});
  LegReading seen;
  seen.joint[0].q_rad = 0.1;
  seen.joint[1].q_rad = 0.48;
  goals.take({}, seen);
  EXPECT_NEAR(goal_q(goals)[0], 0.1, 1e-9);
  EXPECT_NEAR(goal_q(goals)[1], 0.5, 1e-9);
}

TEST(LegGoals, NothingIsAskedBeforeTheFirstSetPoint) {
  LegGoals goals(motors());
  goals.take({}, {});
  for (int m = 0; m < 6; ++m) EXPECT_FALSE(goals.motor(m).angle_deg || goals.motor(m).passive);
}

TEST(LegGoals, WhatIsNoNumberHolds) {
  LegGoals goals(motors()), other(motors());
  for (LegGoals* each : {&goals, &other})
    each->take(all({.mode = JointMode::kPosition, .q_rad = 0.05}), {});
  goals.take(all({.mode = JointMode::kImpedance, .q_rad = std::nan("")}), {});
  other.take({}, {});
  EXPECT_EQ(goal_q(goals), goal_q(other));
}

TEST(LegGoals, MotorsOfTwoJointsArePassiveWithBothAlone) {
  LegGoals goals(motors());
  LegCommand command = all({.mode = JointMode::kPosition});
  for (const std::size_t j : {4u, 5u}) {
    LegCommand one = command;
    one.joint[j].mode = JointMode::kPassive;
    goals.take(one, {});
    EXPECT_FALSE(goals.motor(4).passive || goals.motor(5).passive);
  }
  command.joint[4].mode = command.joint[5].mode = JointMode::kPassive;
  goals.take(command, {});
  EXPECT_TRUE(goals.motor(4).passive);
  EXPECT_TRUE(goals.motor(5).passive);
  EXPECT_FALSE(goals.motor(3).passive);
}

TEST(LegGoals, ACurrentIsNeverAboveTheCap) {
  LegGoals goals(motors());
  for (const double current_A : {0.5, 100.0}) {
    goals.take(all({.mode = JointMode::kCurrentPosition, .current_A = current_A}), {});
    const double cap_mA = motors().motor[1].cap_mA;
    EXPECT_NEAR(goals.motor(1).limit_mA, std::min(1000 * current_A, cap_mA), 1e-9);
  }
  EXPECT_FALSE(joint_modes(motors(), 4).contains(JointMode::kCurrentPosition));
}

TEST(LegMotors, AskedAnglesAreThoseOfTheNearestTickTruncatedOrRounded) {
  for (int ticks = 0; ticks <= 4090; ++ticks) {
    const double requested_deg = requested_angle_deg(true_angle_deg(ticks));
    EXPECT_EQ(ticks_of(static_cast<double>(static_cast<float>(requested_deg))), ticks);
    EXPECT_EQ(std::lround(requested_deg / kReportedTick_deg), ticks);
    EXPECT_NEAR(heard_angle_deg(reported_angle_deg(ticks)), true_angle_deg(ticks), 1e-9);
  }
}

// the cup

constexpr CupDriveConfig kCup{.area_m2 = 0.0254, .attached_N = 48};

TEST(CupDrive, KeepsQuietUntilItIsToldSomething) {
  CupDrive cup(kCup);
  cup.take({}, 0);
  EXPECT_FALSE(cup.percent());
}

TEST(CupDrive, HoldRaisesAnAttachedCupAndLeavesAnyOther) {
  CupDrive cup(kCup);
  cup.take({.mode = CupMode::kGrip, .turbine = 0.3}, 0);
  cup.take({}, 1000);
  EXPECT_EQ(cup.percent(), 30);
  cup.take({}, 2000);
  EXPECT_EQ(cup.percent(), 100);
  cup.take({}, 0);
  EXPECT_EQ(cup.percent(), 100);
}

TEST(CupDrive, ATurbineThatIsNoNumberHolds) {
  CupDrive cup(kCup);
  cup.take({.mode = CupMode::kGrip, .turbine = 0.3}, 0);
  cup.take({.mode = CupMode::kGrip, .turbine = std::nan("")}, 0);
  EXPECT_EQ(cup.percent(), 30);
}

/// A cup whose vacuum follows the square of the turbine's speed with a delay of 0.6 s.
TEST(CupDrive, AttachBringsTheForceBetweenGoalAndBand) {
  CupDrive cup(kCup);
  std::array<double, 9> late_Pa{};
  double now_Pa = 0;
  for (int k = 0; k < 400; ++k) {
    cup.take({.mode = CupMode::kAttach, .goal_N = 60}, late_Pa[0]);
    cup.regulate(late_Pa[0], 0.066);
    std::rotate(late_Pa.begin(), late_Pa.begin() + 1, late_Pa.end());
    now_Pa = 4725 * std::pow(*cup.percent() / 100.0, 2);
    late_Pa.back() = now_Pa;
  }
  EXPECT_GE(now_Pa * kCup.area_m2, 60);
  EXPECT_LE(now_Pa * kCup.area_m2, 1.2 * 60 + 1);
}

TEST(CupDrive, AttachDoesNotLetGoACupThatHoldsAlready) {
  CupDrive cup(kCup);
  cup.take({.mode = CupMode::kAttach, .goal_N = 60}, 3000);
  EXPECT_EQ(cup.percent(), 100);
}

}  // namespace
}  // namespace ventosa::hal::legacy::leg_goals_test
