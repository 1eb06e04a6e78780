#include "controller/execution/report.h"

#include <gtest/gtest.h>

#include "tests/controller/romerin.h"

namespace ventosa::controller::report_test {
namespace {

/// A standing robot; its cups do not report their vacuum.
struct Reports : testing::Test {
  const RobotModel robot = test::robot("romerin4");
  ControllerConfig config;
  Observation seen;

  ExecutionState standing(bool attached) const {
    Start start;
    start.attached.fill(attached);
    return initial_execution(start);
  }
};

TEST_F(Reports, CountACupOfWhichNothingIsKnownAsItDid) {
  seen.holding[0] = Holding::kMayHold;
  for (const bool attached : {false, true}) {
    ExecutionState state = standing(attached);
    for (int k = 0; k < 100; ++k) {
      const auto reports = report_modules(robot, config, {seen}, state);
      EXPECT_EQ(reports[0].attached, attached);
      EXPECT_NE(reports[0].reason == Reason::kCupLost, attached);
      EXPECT_FALSE(reports[1].attached);  // that cup reports that it is off
    }
  }
}

TEST_F(Reports, CountACupAsAttachedThatHoldsByAnothersWord) {
  seen.holding[0] = Holding::kAttached;
  for (const bool attached : {false, true}) {
    ExecutionState state = standing(attached);
    const ModuleReport report = report_modules(robot, config, {seen}, state)[0];
    EXPECT_TRUE(report.attached && report.touches && report.bears);
    EXPECT_EQ(report.reason, Reason::kNone);
    EXPECT_EQ(report.grip_force_N, robot.cup()->attached_ratio * config.cup_goal_force_N);
  }
}

/// The operator's statement was wrong, or does not apply any more.
TEST_F(Reports, CountACupThatHoldsByAnothersWordNoMoreOnceItsFootHasComeOff) {
  ExecutionState state = standing(true);
  seen.holding[0] = Holding::kAttached;
  state.module[0].came_off = true;
  for (int k = 0; k < 100; ++k) {
    const ModuleReport report = report_modules(robot, config, {seen}, state)[0];
    EXPECT_FALSE(report.attached);
    EXPECT_EQ(report.reason, Reason::kCupLost);
  }
  seen.holding[0] = Holding::kByVacuum;
  (void)report_modules(robot, config, {seen}, state);
  EXPECT_FALSE(state.module[0].came_off);
}

TEST_F(Reports, CallACupWeakThatHasTooLittleVacuumForATime) {
  ExecutionState state = standing(true);
  const auto failure_after = [&](double time_s, double grip_N) {
    seen.leg[2].cup.vacuum_Pa = grip_N / robot.cup()->area_m2;
    Reason failure = Reason::kNone;
    for (double t = 0; t < time_s; t += config.period_s)
      failure = report_modules(robot, config, {seen}, state)[2].failure;
    return failure;
  };
  const double enough_N = robot.cup()->attached_ratio * config.cup_goal_force_N;
  EXPECT_EQ(failure_after(2, 1.01 * enough_N), Reason::kNone);
  EXPECT_EQ(failure_after(0.1, 0.99 * enough_N), Reason::kNone);
  EXPECT_EQ(failure_after(0.1, 0.99 * enough_N), Reason::kCupWeak);
  EXPECT_EQ(failure_after(0.1, 1.01 * enough_N), Reason::kNone);
}

TEST_F(Reports, CallACupWeakThatTriesAgainToSealForLong) {
  const double half_s = 0.5 * config.gait.seal_timeout_s;
  const auto failure_after = [&](double time_s, int retries) {
    ExecutionState state = standing(false);
    state.module[1].phase = FootPhase::kSeal;
    state.module[1].retries = retries;
    state.module[1].ticks = static_cast<std::int32_t>(time_s / config.period_s);
    return report_modules(robot, config, {seen}, state)[1].failure;
  };
  EXPECT_EQ(failure_after(1.1 * half_s, 0), Reason::kNone);
  EXPECT_EQ(failure_after(0.9 * half_s, 1), Reason::kNone);
  EXPECT_EQ(failure_after(1.1 * half_s, 1), Reason::kCupWeak);
}

TEST_F(Reports, TellOfEachLegWhatFailsInIt) {
  ExecutionState state = standing(true);
  for (std::size_t i = 0; i < 4; ++i) seen.leg[i].cup.vacuum_Pa = 1e4;
  seen.now_ns = 10'000'000'000;
  for (std::size_t i = 0; i < 4; ++i)
    seen.leg[i].sampled_ns = seen.leg[i].cup.sampled_ns = i == 1 ? 0 : seen.now_ns;
  seen.leg[2].joint[1].errors = kOverloadError;
  const auto reports = report_modules(robot, config, {seen}, state);
  EXPECT_EQ(reports[0].failure, Reason::kNone);
  EXPECT_EQ(reports[1].failure, Reason::kModuleSilent);
  EXPECT_EQ(reports[2].failure, Reason::kJointFault);
}

}  // namespace
}  // namespace ventosa::controller::report_test
