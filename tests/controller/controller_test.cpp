#include "controller/controller.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/controller/ideal_modules.h"

namespace ventosa::controller {
namespace {

TEST(Controller, HoldsWithPassiveWristsAndGrippingCups) {
  Standing robot(kDown);
  const Command command = robot.tick();
  EXPECT_EQ(robot.controller.diagnostics().reason, Reason::kNone);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(command.leg[i].cup.mode, CupMode::kAttach);
    for (std::size_t j = 0; j < 3; ++j)
      EXPECT_EQ(command.leg[i].joint[j].mode, JointMode::kImpedance);
    for (std::size_t j = 3; j < 6; ++j)
      EXPECT_EQ(command.leg[i].joint[j].mode, JointMode::kPassive);
  }
}

TEST(Controller, TakesTheGainsAwayWhenPdIsOff) {
  Standing robot(kDown);
  for (const bool pd : {true, false}) {
    Command command;
    for (int n = 0; n < 20; ++n) command = robot.tick({.pd = pd});  // they fade
    EXPECT_EQ(command.leg[2].joint[1].kp_Nm_rad > 0, pd);
    EXPECT_EQ(command.leg[2].joint[1].kd_Nms_rad > 0, pd);
    EXPECT_NE(command.leg[2].joint[1].tau_ff_Nm, 0);
  }
}

TEST(Controller, AnswersBadInputWithTheCommandThatHolds) {
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    Standing robot(kDown);
    (void)robot.tick();
    Observation broken = robot.modules.seen;
    broken.leg[1].joint[2].q_rad = bad;
    const Command command = robot.controller.tick(broken, {});
    EXPECT_EQ(values(robot.robot, command), values(robot.robot, Command{}));
    EXPECT_EQ(robot.controller.diagnostics().reason, Reason::kBadInput);

    Goal lost;
    lost.v_WB.y() = bad;
    (void)robot.controller.tick(robot.modules.seen, lost);
    EXPECT_EQ(robot.controller.diagnostics().reason, Reason::kBadInput);
    (void)robot.tick();
    EXPECT_EQ(robot.controller.diagnostics().reason, Reason::kNone);
  }
}

TEST(Controller, HoldsWhenItStandsOnTooFewFeet) {
  const RobotModel robot = test::robot("romerin4");
  IdealModules modules(robot, kDown);
  Start start = modules.start();
  start.attached[0] = start.attached[3] = false;
  modules.seen.leg[0].cup = modules.seen.leg[3].cup = {};
  Controller controller(robot, {}, start);
  const Command command = controller.tick(modules.seen, {});
  EXPECT_EQ(controller.diagnostics().reason, Reason::kTooFewFeet);
  EXPECT_EQ(values(robot, command), values(robot, Command{}));
}

TEST(Controller, CountsACupThatLostItsVacuumNoMoreUntilItHoldsAgain) {
  Standing robot(kDown);
  (void)robot.tick();
  for (const bool lost : {true, false}) {
    robot.modules.seen.leg[1].cup.vacuum_Pa = lost ? 0 : 120 / robot.robot.cup.area_m2;
    const Command command = robot.controller.tick(robot.modules.seen, {});
    const Diagnostics& d = robot.controller.diagnostics();
    EXPECT_EQ(d.reason, lost ? Reason::kCupLost : Reason::kNone);
    EXPECT_EQ(d.f_W_B[1].isZero(), lost);
    EXPECT_EQ(command.leg[1].joint[4].mode, lost ? JointMode::kImpedance : JointMode::kPassive);
    EXPECT_EQ(command.leg[1].cup.mode, CupMode::kAttach);
  }
}

TEST(Controller, KeepsItsReferenceWhereTheLegsCanFollow) {
  Standing robot(kDown);
  Goal goal{.activity = Activity::kPose};
  goal.X_WB.translation() = Vector3d(0, 0, 1);
  // at the edge the reference creeps on while the trim of the way there dies away
  for (int n = 0; n < 3000; ++n) (void)robot.tick(goal);
  EXPECT_EQ(robot.controller.diagnostics().reason, Reason::kUnreachable);
  EXPECT_LT(robot.controller.diagnostics().X_WB_reference.translation().z(), 0.6);
  (void)robot.tick();
  EXPECT_EQ(robot.controller.diagnostics().reason, Reason::kNone);
}

TEST(Controller, RefusesAConfigurationThatMakesNoSense) {
  const RobotModel robot = test::robot("romerin4");
  ControllerConfig config;
  config.period_s = 0;
  EXPECT_THROW(Controller(robot, config, {}), std::invalid_argument);
  EXPECT_THROW(Controller(RobotModel{}, {}, {}), std::invalid_argument);
  for (const double force_N : {0.0, 200.0}) {
    config = {};
    config.cup_goal_force_N = force_N;
    EXPECT_THROW(Controller(robot, config, {}), std::invalid_argument);
  }
  config = {};
  config.gait.touch_s = 0;
  EXPECT_THROW(Controller(robot, config, {}), std::invalid_argument);
  RobotModel unordered = robot;
  unordered.gait_order = {0, 0, 0, 99};
  EXPECT_THROW(Controller(unordered, {}, {}), std::invalid_argument);
}

TEST(Controller, HoldsOnEverySensorThatIsNotANumber) {
  const auto breaks = [](auto&& spoil) {
    Standing robot(kDown);
    (void)robot.tick();
    spoil(robot.modules.seen);
    (void)robot.controller.tick(robot.modules.seen, {});
    return robot.controller.diagnostics().reason == Reason::kBadInput;
  };
  const double nan = std::nan("");
  EXPECT_TRUE(breaks([&](Observation& o) { o.leg[2].cup.vacuum_Pa = nan; }));
  EXPECT_TRUE(breaks([&](Observation& o) { o.body.w_WB_B.x() = nan; }));
  EXPECT_TRUE(breaks([&](Observation& o) { o.body.specific_force_B.z() = nan; }));
  EXPECT_TRUE(breaks([&](Observation& o) { o.patches.n = kMaxPatches + 1; }));
}

TEST(Controller, MovesNoPlanOnWhileItsCommandsAreNotSent) {
  Standing robot(kDown);
  (void)robot.tick();
  const Isometry3d before = robot.controller.diagnostics().X_WB_reference;
  Goal goal{.activity = Activity::kPose, .X_WB = before};
  goal.X_WB.translation().x() += 0.02;
  Observation lost = robot.modules.seen;
  lost.leg[0].cup = lost.leg[1].cup = {};
  for (int n = 0; n < 100; ++n) (void)robot.controller.tick(lost, goal);
  EXPECT_EQ(robot.controller.diagnostics().reason, Reason::kTooFewFeet);
  EXPECT_TRUE(robot.controller.diagnostics().X_WB_reference.isApprox(before));
}

/// A drive whose friction is not a number spoils the command, not the plan behind it.
TEST(Controller, MovesNoPlanOnWhileItsCommandIsNoNumber) {
  Standing robot(kDown);
  RobotModel broken = robot.robot;
  broken.leg[1].joint[1].friction.coulomb_Nm = std::nan("");
  ControllerConfig config = Standing::config(kDown, 120);
  config.gains.friction_share = 1;
  Controller controller(broken, config, robot.modules.start());
  for (int n = 0; n < 200; ++n) {
    const Command command = controller.tick(robot.modules.seen, walk(0.01));
    ASSERT_EQ(values(broken, command), values(broken, Command{}));
    ASSERT_EQ(controller.diagnostics().reason, Reason::kBadInput);
    ASSERT_EQ(controller.state().stepping, -1);
    ASSERT_EQ(controller.state().ticks_at_rest, 0);
  }
  EXPECT_TRUE(controller.state().foot[0].fresh);  // none of its set-points was sent
}

}  // namespace
}  // namespace ventosa::controller
