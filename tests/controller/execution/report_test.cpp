#include "controller/execution/report.h"

#include <gtest/gtest.h>

#include "tests/controller/romerin.h"

namespace ventosa::controller {
namespace {

/// A robot that stands, with cups that tell no vacuum.
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
      const auto reports = report_modules(robot, config, seen, state);
      EXPECT_EQ(reports[0].attached, attached);
      EXPECT_NE(reports[0].reason == Reason::kCupLost, attached);
      EXPECT_FALSE(reports[1].attached);  // that one tells that it is off
    }
  }
}

TEST_F(Reports, CountACupAsAttachedThatHoldsByAnothersWord) {
  seen.holding[0] = Holding::kAttached;
  for (const bool attached : {false, true}) {
    ExecutionState state = standing(attached);
    const ModuleReport report = report_modules(robot, config, seen, state)[0];
    EXPECT_TRUE(report.attached && report.grips && report.sealed);
    EXPECT_EQ(report.reason, Reason::kNone);
    EXPECT_EQ(report.grip_force_N, robot.cup.attached_ratio * config.cup_goal_force_N);
  }
}

}  // namespace
}  // namespace ventosa::controller
