#include "controller/organizer/heave.h"

#include <gtest/gtest.h>

#include "tests/controller/resting_robot.h"

namespace ventosa::controller::heave_test {
namespace {

constexpr bool kAstray = true;

/// A robot on the ground that shall walk and has begun a heave, first up.
struct Heaving {
  Heaving() {
    body.stance.g_B = Vector3d(0, 0, -9.81);
    goal.activity = Activity::kWalk;
    goal.pd = true;
    state.heave = {.done = true, .ticks = 1, .way = 1};
  }
  void tick(bool astray = false) { follow_heave({robot, config, in}, astray, state); }
  double height_m() const { return state.reference.X_WB.translation().z(); }

  const RobotModel robot;
  ControllerConfig config;
  BodyEstimate body;
  PerLeg<ModuleReport> report{};
  PatchList surfaces{};
  Goal goal;
  PerLeg<Vector3d> F_last_B{};
  const OrganizerInput in{body, report, surfaces, goal, F_last_B};
  OrganizerState state;
};

TEST(Heave, GoesItsWayAndComesBack) {
  Heaving robot;
  double highest_m = 0;
  while (is_heaving(robot.state.heave)) {
    robot.tick();
    highest_m = std::max(highest_m, robot.height_m());
  }
  EXPECT_NEAR(highest_m, robot.config.payload.heave_m, 1e-6);
  EXPECT_NEAR(robot.height_m(), 0, 1e-12);
  EXPECT_TRUE(robot.state.heave.done);
}

/// A force that pushes the body away would be weighed like a payload.
TEST(Heave, WaitsWhileTheBodyIsAstrayAndIsDoneAgain) {
  Heaving robot;
  for (int n = 0; n < 100; ++n) robot.tick();
  const double height_m = robot.height_m();
  ASSERT_GT(height_m, 0.001);
  for (int n = 0; n < 100; ++n) {
    robot.tick(kAstray);
    EXPECT_EQ(robot.height_m(), height_m);
    EXPECT_EQ(robot.state.heave.rate, 0);
  }
  while (is_heaving(robot.state.heave)) robot.tick();
  EXPECT_NEAR(robot.height_m(), 0, 1e-12);
  EXPECT_FALSE(robot.state.heave.done);
}

TEST(Heave, IsGivenUpWhenTheWalkIs) {
  Heaving robot;
  for (int n = 0; n < 100; ++n) robot.tick();
  robot.goal.activity = Activity::kHold;
  robot.tick();
  EXPECT_FALSE(is_heaving(robot.state.heave));
  EXPECT_FALSE(robot.state.heave.done);
}

/// Before a step of its route, and only there.
TEST(Heave, GoesOnInAClimbUntilTheStepBegins) {
  Heaving robot;
  robot.goal.activity = Activity::kClimb;
  robot.state.route.phase = RoutePhase::kDetach;
  for (int n = 0; n < 100; ++n) robot.tick();
  EXPECT_GT(robot.height_m(), 0.001);
  robot.state.route.phase = RoutePhase::kSwing;
  robot.tick();
  EXPECT_FALSE(is_heaving(robot.state.heave));
}

/// A robot on a wall, with 0.3 kg whose centre is known but along one axis.
struct Doubtful : test::RestingRobot {
  Doubtful() : RestingRobot("romerin4", {-9.81, 0, 0}) {
    body.stance.payload = {0.3, Vector3d::Zero()};
    body.payload = {.status = PayloadStatus::kMoving, .mass_kg = 0.3, .p_sd_B = {0, 0, 5}};
  }
  bool waits() const { return needs_rest(scene(), 0, OrganizerState{}); }
};

TEST(Rest, IsNeededWhileAPayloadMayLieWhereTheOtherFeetCannotHoldIt) {
  Doubtful robot;
  ASSERT_TRUE(robot.waits());
  robot.body.payload.status = PayloadStatus::kWeighed;
  EXPECT_FALSE(robot.waits());
}

TEST(Rest, IsNotNeededForALittleDoubtOrOneAlongGravity) {
  Doubtful robot;
  robot.body.payload.p_sd_B = {0, 0, 1e-4};
  EXPECT_FALSE(robot.waits());
  robot.body.payload.p_sd_B = {5, 0, 0};
  EXPECT_FALSE(robot.waits());
}

TEST(Rest, IsNotNeededWithoutAPayload) {
  Doubtful robot;
  robot.body.stance.payload = {};
  EXPECT_FALSE(robot.waits());
}

}  // namespace
}  // namespace ventosa::controller::heave_test
