#include <gtest/gtest.h>

#include <limits>

#include "controller/execution/report.h"
#include "tests/controller/ideal_modules.h"

namespace ventosa::controller::body_load_test {
namespace {

constexpr std::size_t kFoot = 1;
constexpr double kAny = std::numeric_limits<double>::infinity();

/// A robot on a wall, with a lasting alarm of one foot.
struct Sliding {
  explicit Sliding(double grip_share) : robot(on_lips()) {
    (void)robot.tick();
    state = robot.controller.state().estimation;
    execution = robot.controller.state().decisions.execution;
    F_last_B = robot.controller.state().decisions.load_sharing.F_B;
    robot.modules.seen.leg[kFoot].cup.vacuum_Pa *= grip_share;
  }

  static ControllerConfig on_lips() {
    ControllerConfig config = Standing::config(kAlongTheSurface, 120);
    config.lip.model = LipModel::kElastic;
    return config;
  }

  BodyEstimate after(double time_s) {
    const ControllerConfig config = on_lips();
    BodyEstimate body;
    for (int n = 0; n < time_s / config.period_s; ++n) {
      body = {};
      const auto report = report_modules(robot.robot, config, {robot.modules.seen}, execution);
      const EstimationInput in{robot.modules.seen,
                               {.reading = robot.modules.seen.body},
                               report,
                               robot.modules.patches,
                               F_last_B,
                               0,
                               0,
                               overloaded};
      estimate_pose(robot.robot, config, in, state, body);
      body.alarm[kFoot] = FootAlarm::kSlip;
      estimate_load(robot.robot, config, in, state, body);
    }
    return body;
  }

  double known() const { return state.friction[0]; }

  Standing robot;
  EstimationState state;
  ExecutionState execution;
  PerLeg<Vector3d> F_last_B;
  bool overloaded = false;
};

/// Without the rule the feet could not hold the robot: if the wall's friction is underestimated,
/// feet are lost.
TEST(SlidingFoot, IsAskedForNoLessThanTheOthersAllow) {
  Sliding robot(1);
  (void)robot.after(0.5);
  const double requested = robot.state.alarmed_foot[kFoot].friction, known = robot.known();
  robot.overloaded = true;
  (void)robot.after(0.1);
  EXPECT_GT(robot.state.alarmed_foot[kFoot].friction, requested);
  EXPECT_GT(robot.known(), known);
}

/// The assumed friction of a surface does not change in a single tick.
TEST(SlidingFoot, TellsOfItsSurfaceStepByStep) {
  Sliding robot(1);
  (void)robot.after(0.35);
  double last = robot.state.alarmed_foot[kFoot].slid_at;
  for (int n = 0; n < 20; ++n) {
    (void)robot.after(0.01);
    const double now = std::min(last, robot.known());
    EXPECT_GT(now, 0.75 * last) << n;
    last = now;
  }
}

TEST(SlidingFoot, IsAskedForLessAtOnceAndItAlone) {
  Sliding robot(1);
  const Stance stance = robot.after(0.1).stance;
  EXPECT_LT(stance.leg[kFoot].friction, 0.5);
  EXPECT_EQ(stance.leg[0].friction, 0.6);
  EXPECT_EQ(robot.known(), kAny);
}

TEST(SlidingFoot, TellsOfItsSurfaceOnceItsCupHasToldThatItGrips) {
  Sliding robot(1);
  const Stance stance = robot.after(0.5).stance;
  EXPECT_LT(robot.known(), 0.5);
  EXPECT_LT(stance.leg[0].friction, 0.5);
}

/// A cup that leaks slides on any surface.
TEST(SlidingFoot, TellsNothingOfItsSurfaceWithHalfItsVacuum) {
  Sliding robot(0.4);
  const Stance stance = robot.after(2).stance;
  EXPECT_TRUE(stance.leg[kFoot].attached);
  EXPECT_LT(stance.leg[kFoot].friction, 0.1);
  EXPECT_EQ(stance.leg[0].friction, 0.6);
  EXPECT_EQ(robot.known(), kAny);
}

/// Its turbine was slowing down, and its reading is delayed.
TEST(FootThatHoldsOn, CountsWithAPartOfWhatItReads) {
  Sliding robot(1);
  const double full_N = robot.after(0.5).stance.leg[0].grip_force_N;
  robot.execution.module[0].ticks_provisional = 1000;
  EXPECT_NEAR(robot.after(0.5).stance.leg[0].grip_force_N, 0.4 * full_N, 0.01 * full_N);
}

}  // namespace
}  // namespace ventosa::controller::body_load_test
