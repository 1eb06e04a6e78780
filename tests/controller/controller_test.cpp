#include "controller/controller.h"

#include <gtest/gtest.h>

#include <limits>

#include "controller/kinematics/forward_kinematics.h"
#include "controller/kinematics/inverse_kinematics.h"
#include "tests/controller/ideal_modules.h"

namespace ventosa::controller::controller_test {
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
    robot.modules.seen.leg[1].cup.vacuum_Pa = lost ? 0 : 120 / robot.robot.cup()->area_m2;
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
  // at the edge the reference moves on slowly while the trim from the motion decays
  for (int n = 0; n < 3000; ++n) (void)robot.tick(goal);
  EXPECT_EQ(robot.controller.diagnostics().reason, Reason::kUnreachable);
  EXPECT_LT(robot.controller.diagnostics().X_WB_reference.translation().z(), 0.6);
  (void)robot.tick();
  EXPECT_EQ(robot.controller.diagnostics().reason, Reason::kNone);
}

/// Position control of the joints is off; the feet stay.
void sink(double sag_m, Standing& robot) {
  for (std::size_t i = 0; i < 4; ++i) {
    const Leg& leg = robot.robot.leg[i];
    PerJoint<double> q = measured_q(robot.modules.seen.leg[i]);
    const Vector3d p_BW = leg_pose(leg, q).p_BW + sag_m * Vector3d::UnitZ();
    ASSERT_EQ(follow_arm(leg, leg.X_BL.inverse() * p_BW, q), IkStatus::kOk);
    for (std::size_t j = 0; j < 3; ++j) robot.modules.seen.leg[i].joint[j].q_rad = q[j];
  }
}

TEST(Controller, GoesOnFromWhereItWasMovedToWhileItStoodBy) {
  for (const double sag_m : {0.005, 0.05}) {
    Standing robot(kDown);
    for (int n = 0; n < 100; ++n) (void)robot.tick();
    sink(sag_m, robot);
    for (int n = 0; n < 100; ++n) (void)robot.controller.stand_by(robot.modules.seen);
    const Command command = robot.controller.tick(robot.modules.seen, {});
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 3; ++j) {
        ASSERT_EQ(command.leg[i].joint[j].mode, JointMode::kImpedance);
        EXPECT_NEAR(command.leg[i].joint[j].q_rad, robot.modules.seen.leg[i].joint[j].q_rad, 0.07);
      }
  }
}

TEST(Controller, KeepsALegThatHangsWhereItIsAndStandsOnTheOthers) {
  for (const double lift_rad : {1.38, 0.09, -0.7})
    for (const double knee_rad : {2.0, 0.5, -1.0}) {
      Standing robot(kDown);
      for (int n = 0; n < 100; ++n) (void)robot.tick();
      LegReading& hangs = robot.modules.seen.leg[1];
      hangs.cup.vacuum_Pa = 0;
      hangs.joint[1].q_rad = lift_rad;
      hangs.joint[2].q_rad = knee_rad;
      const double most_rad = robot.robot.leg[1].joint[0].q_max_rad;
      hangs.joint[0].q_rad = most_rad + 0.001;  // it leans on its end
      (void)robot.controller.stand_by(robot.modules.seen);
      const Command command = robot.controller.tick(robot.modules.seen, {});
      EXPECT_EQ(robot.controller.diagnostics().reason, Reason::kCupLost) << lift_rad << knee_rad;
      EXPECT_LE(command.leg[1].joint[0].q_rad, most_rad);
      for (std::size_t i = 0; i < 4; ++i)
        EXPECT_EQ(command.leg[i].joint[1].mode, JointMode::kImpedance);
    }
}

TEST(Controller, RefusesAConfigurationThatMakesNoSense) {
  const RobotModel robot = test::robot("romerin4");
  const Start start = IdealModules(robot, kDown).start();
  EXPECT_NO_THROW(Controller(robot, {}, start));
  ControllerConfig config;
  config.period_s = 0;
  EXPECT_THROW(Controller(robot, config, start), std::invalid_argument);
  EXPECT_THROW(Controller(RobotModel{}, {}, start), std::invalid_argument);
  for (const double force_N : {0.0, 200.0}) {
    config = {};
    config.cup_goal_force_N = force_N;
    EXPECT_THROW(Controller(robot, config, start), std::invalid_argument);
  }
  config = {};
  config.gait.touch_s = 0;
  EXPECT_THROW(Controller(robot, config, start), std::invalid_argument);
  RobotModel lame = robot;
  lame.gait = {wave("without the last leg", {0, 1, 2})};
  EXPECT_THROW(Controller(lame, {}, start), std::invalid_argument);
}

TEST(Controller, RefusesSurveyedSurfacesThatAreNone) {
  const RobotModel robot = test::robot("romerin4");
  const Start sound = IdealModules(robot, kDown).start();
  const auto refuses = [&](auto&& spoil) {
    Start start = sound;
    spoil(start);
    try {
      const Controller controller(robot, {}, start);
    } catch (const std::invalid_argument&) {
      return true;
    }
    return false;
  };
  const double nan = std::nan("");
  EXPECT_FALSE(refuses([](Start&) {}));
  EXPECT_TRUE(refuses([](Start& s) { s.patches.n = 0; }));
  EXPECT_TRUE(refuses([](Start& s) { s.patches.n = kMaxPatches + 1; }));
  EXPECT_TRUE(refuses([](Start& s) { s.patches.n = -1; }));
  EXPECT_TRUE(refuses([](Start& s) { s.patches.patch[0].half_extent_m.x() = -1; }));
  EXPECT_TRUE(refuses([&](Start& s) { s.patches.patch[0].half_extent_m.y() = nan; }));
  EXPECT_TRUE(refuses([](Start& s) { s.patches.patch[0].friction = -0.1; }));
  EXPECT_TRUE(refuses([&](Start& s) { s.patches.patch[0].friction = nan; }));
  EXPECT_TRUE(refuses([](Start& s) { s.patches.patch[0].X_WS.linear() *= 2; }));
  EXPECT_TRUE(refuses([](Start& s) { s.patches.patch[0].X_WS.linear().col(0) *= -1; }));
  EXPECT_TRUE(refuses([&](Start& s) { s.patches.patch[0].X_WS.translation().z() = nan; }));
  EXPECT_TRUE(refuses([&](Start& s) { s.X_WB.translation().z() = nan; }));
  // readings after the last one are not used
  EXPECT_FALSE(refuses([&](Start& s) { s.patches.patch[1].friction = nan; }));
}

/// Surfaces to be detected by the camera are unknown at the start.
TEST(Controller, NeedsNoSurveyWithACamera) {
  const RobotModel robot = test::robot("romerin4");
  IdealModules modules(robot, kDown);
  ControllerConfig config;
  config.surfaces.source = SurfaceSource::kSeen;
  Start start = modules.start();
  start.patches = {};
  Controller controller(robot, config, start);
  (void)controller.tick(modules.seen, {});
  EXPECT_EQ(controller.diagnostics().reason, Reason::kNone);
}

TEST(Controller, HoldsOnASensorOfALegThatIsNotANumberAndGoesOnWithoutAnImu) {
  const auto breaks = [](auto&& spoil) {
    Standing robot(kDown);
    (void)robot.tick();
    spoil(robot.modules.seen);
    (void)robot.controller.tick(robot.modules.seen, {});
    return robot.controller.diagnostics().reason == Reason::kBadInput;
  };
  const double nan = std::nan("");
  EXPECT_TRUE(breaks([&](Observation& o) { o.leg[2].cup.vacuum_Pa = nan; }));
  EXPECT_FALSE(breaks([&](Observation& o) { o.body.w_WB_B.x() = nan; }));
  EXPECT_FALSE(breaks([&](Observation& o) { o.body.specific_force_B.z() = nan; }));
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

TEST(Controller, HoldsOnAGoalWhoseRequestIsNoMove) {
  const auto reason_of = [](auto&& spoil) {
    Standing robot(kDown);
    Goal goal{.activity = Activity::kLeg, .request = {.id = 1, .leg = 0}};
    goal.request.move.n = 1;
    spoil(goal.request.move);
    const Command command = robot.tick(goal);
    if (robot.controller.diagnostics().reason == Reason::kBadInput) {
      EXPECT_EQ(values(robot.robot, command), values(robot.robot, Command{}));
    }
    return robot.controller.diagnostics().reason;
  };
  const double nan = std::nan("");
  EXPECT_EQ(reason_of([](LegMove&) {}), Reason::kLegHeld);  // valid, but the leg is attached
  EXPECT_EQ(reason_of([](LegMove& m) { m.n = kMaxWaypoints + 1; }), Reason::kBadInput);
  EXPECT_EQ(reason_of([](LegMove& m) { m.n = -1; }), Reason::kBadInput);
  EXPECT_EQ(reason_of([&](LegMove& m) { m.q_rad[0][3] = nan; }), Reason::kBadInput);
  EXPECT_EQ(reason_of([&](LegMove& m) { m.shift_B[0].linear() *= 2; }), Reason::kBadInput);
  EXPECT_EQ(reason_of([&](LegMove& m) { m.shift_B[0].translation().y() = nan; }),
            Reason::kBadInput);
  EXPECT_EQ(reason_of([&](LegMove& m) { m.speed_rad_s = nan; }), Reason::kBadInput);
  EXPECT_EQ(reason_of([&](LegMove& m) { m.acceleration_m_s2 = -1; }), Reason::kBadInput);
  EXPECT_EQ(reason_of([&](LegMove& m) { m.q_rad[1][3] = nan; }), Reason::kLegHeld);  // beyond n
}

ControllerConfig by_registration() {
  ControllerConfig config = Standing::config(kDown, 120);
  config.body.estimator = Estimator::kRegistration;
  return config;
}

/// The body is moved away from its feet.
void push_body(const Vector3d& way_B, Standing& robot) {
  for (std::size_t i = 0; i < 4; ++i) {
    const Leg& leg = robot.robot.leg[i];
    PerJoint<double> q = measured_q(robot.modules.seen.leg[i]);
    const Vector3d p_BW = leg_pose(leg, q).p_BW - way_B;
    ASSERT_EQ(solve_arm(leg, leg.X_BL.inverse() * p_BW, q), IkStatus::kOk);
    for (std::size_t j = 0; j < 3; ++j) robot.modules.seen.leg[i].joint[j].q_rad = q[j];
  }
}

TEST(Controller, GoesOnEstimatingWhileItsLegsCannotFollow) {
  Standing robot(by_registration());
  robot.stand();
  State state = robot.controller.state();
  state.decisions.organizer.reference.X_WB.translation().z() += 1;
  robot.controller.restore(state);
  const Goal goal;
  (void)robot.tick(goal);
  const Diagnostics& d = robot.controller.diagnostics();
  ASSERT_EQ(d.reason, Reason::kUnreachable);
  const Vector3d before = d.X_WB_estimate.translation();
  const Vector3d down(0, 0, -0.005);
  push_body(down, robot);
  const Command command = robot.controller.tick(robot.modules.seen, goal);
  ASSERT_EQ(d.reason, Reason::kUnreachable);
  EXPECT_EQ(values(robot.robot, command), values(robot.robot, Command{}));
  EXPECT_LT((d.X_WB_estimate.translation() - before - down).norm(), 1e-6);
  EXPECT_EQ(robot.controller.state().estimation.X_WB.matrix(), d.X_WB_estimate.matrix());
}

TEST(Controller, StartsADivergedFilterAnewAndMovesNoPlanOnMeanwhile) {
  Standing robot(kDown);
  const Goal goal{.activity = Activity::kMove, .v_WB = {0.01, 0, 0}};
  for (int n = 0; n < 100; ++n) (void)robot.tick(goal);
  const Diagnostics& d = robot.controller.diagnostics();
  ASSERT_EQ(d.reason, Reason::kNone);
  State state = robot.controller.state();
  state.estimation.filter.P *= -1;  // no covariance
  robot.controller.restore(state);
  const Isometry3d reference = d.X_WB_reference, estimate = d.X_WB_estimate;
  const Command command = robot.controller.tick(robot.modules.seen, goal);
  EXPECT_EQ(d.reason, Reason::kEstimateDiverged);
  EXPECT_EQ(values(robot.robot, command), values(robot.robot, Command{}));
  EXPECT_EQ(d.X_WB_reference.matrix(), reference.matrix());
  EXPECT_EQ(d.X_WB_estimate.matrix(), estimate.matrix());
  EXPECT_EQ(robot.controller.state().decisions.organizer.last_task,
            state.decisions.organizer.last_task);

  // the next tick is valid again, and the body continues from rest
  (void)robot.tick(goal);
  EXPECT_EQ(d.reason, Reason::kNone);
  EXPECT_LT((d.X_WB_reference.translation() - reference.translation()).norm(), 1e-5);
  for (int n = 0; n < 100; ++n) {
    (void)robot.tick(goal);
    ASSERT_EQ(d.reason, Reason::kNone);
  }
  EXPECT_GT(d.X_WB_reference.translation().x(), reference.translation().x() + 0.005);
}

/// A drive with a friction that is not finite makes the command invalid, but not the plan.
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
    ASSERT_EQ(controller.diagnostics().reason, Reason::kBadCommand);
    ASSERT_TRUE(controller.state().decisions.organizer.stepping.none());
    ASSERT_EQ(controller.state().decisions.organizer.ticks_at_rest, 0);
  }
  // none of its set-points is commanded
  EXPECT_EQ(controller.state().decisions.execution.module[0].task.X_WB.matrix(),
            Isometry3d::Identity().matrix());
}

TEST(Controller, RefusesAxesThatTheClosedFormDoesNotKnow) {
  const RobotModel robot = test::robot("romerin4x7");
  const ControllerConfig config = Standing::config(kDown, 120);
  IdealModules modules(robot, kDown);
  RobotModel odd = robot;
  odd.leg[1].joint[2].axis = Vector3d::UnitY();
  EXPECT_THROW(Controller(odd, config, modules.start()), std::invalid_argument);
  odd = robot;
  odd.leg[2].joint[3].p_PJ.y() = 0.01;
  EXPECT_THROW(Controller(odd, config, modules.start()), std::invalid_argument);
  odd = robot;
  odd.leg[0].n_joints = 6;
  EXPECT_THROW(Controller(odd, config, modules.start()), std::invalid_argument);
}

}  // namespace
}  // namespace ventosa::controller::controller_test
