#include "hal/legacy/start_up.h"

#include <gtest/gtest.h>

#include "tests/sim/stands.h"

/// Steps of a motor from boot to torque, for every possible situation.
namespace ventosa::hal::legacy::start_up_test {
namespace {

constexpr int kBits = 9;

MotorSituation situation(int bits) {
  const auto bit = [&](int k) { return (bits >> k & 1) != 0; };
  return {.is_reported = bit(0),
          .has_error = bit(1),
          .torque_on = bit(2),
          .mode_is_right = bit(3),
          .profile_set = bit(4),
          .limit_set = bit(5),
          .may_have_torque = bit(6),
          .goal_is_there = bit(7),
          .torque_requested = bit(8)};
}

/// visit(situation, step) for all possible ones.
void each_situation(auto&& visit) {
  for (int bits = 0; bits < 1 << kBits; ++bits) visit(situation(bits), next_step(situation(bits)));
}

TEST(StartUp, GivesTorqueOnlyWhenAllElseIsDone) {
  int n = 0;
  each_situation([&](const MotorSituation& motor, StartStep step) {
    const bool all = motor.is_reported && !motor.has_error && !motor.torque_on &&
                     motor.mode_is_right && motor.profile_set && motor.limit_set &&
                     motor.may_have_torque && motor.goal_is_there && !motor.torque_requested;
    EXPECT_EQ(step == StartStep::kTorqueOn, all);
    n += all;
  });
  EXPECT_EQ(n, 1);
}

TEST(StartUp, SendsNothingToAMotorThatIsNotHeardOrHasAnError) {
  each_situation([](const MotorSituation& motor, StartStep step) {
    EXPECT_TRUE(motor.is_reported || step == StartStep::kWait);
    EXPECT_EQ(motor.is_reported && motor.has_error && step != StartStep::kRefuse, false);
  });
}

TEST(StartUp, ChangesAModeWithoutTorqueAlone) {
  each_situation([](const MotorSituation& motor, StartStep step) {
    EXPECT_FALSE(step == StartStep::kSetMode && motor.torque_on);
    const bool stuck = motor.is_reported && !motor.mode_is_right && motor.torque_on;
    EXPECT_TRUE(!stuck || step == StartStep::kRefuse);
  });
}

TEST(StartUp, IsDoneWithTorqueModeAndLimitsAlone) {
  each_situation([](const MotorSituation& motor, StartStep step) {
    const bool done = is_set_up(motor) && motor.torque_on;
    EXPECT_EQ(step == StartStep::kDone, done);
  });
}

TEST(StartUp, GoesTheWholeWayInOrderFromAnySituationWithoutTorque) {
  each_situation([](MotorSituation motor, StartStep) {
    if (!motor.is_reported || motor.has_error || !motor.may_have_torque || motor.torque_requested)
      return;
    if (motor.torque_on && !motor.mode_is_right) return;
    StartStep last = StartStep::kWait;
    for (int k = 0; k < 8; ++k) {
      const StartStep step = next_step(motor);
      if (step == StartStep::kDone) return;
      EXPECT_GT(step, last);
      last = step;
      motor.mode_is_right |= step == StartStep::kSetMode;
      motor.profile_set |= step == StartStep::kSetProfile;
      motor.limit_set |= step == StartStep::kSetLimit;
      motor.goal_is_there |= step == StartStep::kSetGoal;
      motor.torque_on |= step == StartStep::kTorqueOn;
    }
    ADD_FAILURE() << "no end";
  });
}

// identity

const models::Robot& robot() {
  static const models::Robot robot = sim::romerin4();
  return robot;
}

ReportedIdentity as_expected(const LegMotors& motors) {
  ReportedIdentity reported{.name = "front_left", .limits = {}, .config = ConfigV2{}};
  for (std::uint8_t m = 0; m < kMotors; ++m) {
    const MotorData& data = motors.motor[m];
    reported.limits[m] = {m, static_cast<float>(data.max_deg), static_cast<float>(data.min_deg)};
    reported.config->motor[m].min_deg = static_cast<std::uint16_t>(data.min_deg);
    reported.config->motor[m].max_deg = static_cast<std::uint16_t>(data.max_deg);
  }
  return reported;
}

std::vector<std::string> differences(const LegMotors& motors, const ReportedIdentity& reported) {
  std::vector<std::string> all;
  compare("front_left", motors, reported,
          [&](const Difference& each) { all.push_back(text_of(each)); });
  return all;
}

TEST(StartUp, FindsNothingWrongWithTheModuleOfTheRobotsFile) {
  const LegMotors motors = leg_motors(robot(), 0);
  EXPECT_EQ(differences(motors, as_expected(motors)), std::vector<std::string>{});
}

TEST(StartUp, NamesMotorExpectedAndFound) {
  const LegMotors motors = leg_motors(robot(), 0);
  ReportedIdentity reported = as_expected(motors);
  reported.name = "rear_left";
  reported.limits[2]->min_deg = 90;
  reported.config->motor[0].max_deg = 200;
  const std::vector<std::string> expected{
      "name: expected front_left, found rear_left",
      "motor 1 greatest angle of its configuration [deg]: expected 291, found 200",
      "motor 3 least angle [deg]: expected 55, found 90"};
  EXPECT_EQ(differences(motors, reported), expected);
}

// a limit is set in whole degrees, and reported in ticks of 0.088 deg
TEST(StartUp, TakesLimitsThatAreADegreeAndATickOff) {
  const LegMotors motors = leg_motors(robot(), 0);
  ReportedIdentity reported = as_expected(motors);
  ASSERT_EQ(reported.limits[0]->max_deg, 291);
  reported.limits[0]->max_deg = 289.96F;  // 290 deg
  reported.config->motor[0].max_deg = 290;
  EXPECT_EQ(differences(motors, reported), std::vector<std::string>{});
  reported.limits[0]->max_deg = 289.87F;
  EXPECT_EQ(differences(motors, reported).size(), 1u);
}

TEST(StartUp, HasItsModeWhereItIsRightOrTorqueIsOff) {
  each_situation([](const MotorSituation& motor, StartStep step) {
    const bool refused = motor.is_reported && !motor.has_error && step == StartStep::kRefuse;
    EXPECT_TRUE(!refused || !can_have_mode(motor));
    EXPECT_TRUE(step != StartStep::kSetMode || can_have_mode(motor));
  });
}

}  // namespace
}  // namespace ventosa::hal::legacy::start_up_test
