#include "controller/controller.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "controller/signals.h"
#include "tests/controller/romerin.h"

namespace ventosa::controller {
namespace {

/// Modules without physics: joints are at once where they are sent, a cup has its vacuum at once.
/// The body rests on its feet in the default stance, on one plane of which `up` is the direction in
/// B.
class IdealModules {
 public:
  IdealModules(const RobotModel& robot, const Vector3d& gravity_W) : robot_(robot) {
    X_WB_.translation().z() = 0.137;
    seen.patches.patch[0] = {.half_extent_m = {5, 5}, .friction = 0.6};
    seen.patches.n = 1;
    seen.body.specific_force_B = -gravity_W;
    for (std::size_t i = 0; i < robot.leg.size(); ++i) {
      const PerJoint<double> q = test::nominal_pose(robot.leg[i]);
      for (std::size_t j = 0; j < kMaxJoints; ++j) seen.leg[i].joint[j].q_rad = q[j];
    }
    grip_all(1);
  }

  Start start() const {
    Start s{.X_WB = X_WB_};
    for (std::size_t i = 0; i < robot_.leg.size(); ++i) s.attached[i] = true;
    return s;
  }

  void grip_all(double turbine) {
    for (LegReading& leg : seen.leg) set_turbine(turbine, leg);
  }

  void obey(const Command& command) {
    for (std::size_t i = 0; i < robot_.leg.size(); ++i) {
      for (std::size_t j = 0; j < kMaxJoints; ++j)
        if (command.leg[i].joint[j].mode == JointMode::kImpedance)
          seen.leg[i].joint[j].q_rad = command.leg[i].joint[j].q_rad;
      const CupCommand& cup = command.leg[i].cup;
      if (cup.mode == CupMode::kRelease) set_turbine(0, seen.leg[i]);
      if (cup.mode == CupMode::kGrip) set_turbine(cup.turbine, seen.leg[i]);
    }
    seen.now_ns += 10'000'000;
  }

  Observation seen;

 private:
  void set_turbine(double turbine, LegReading& leg) {
    leg.cup.turbine = turbine;
    leg.cup.vacuum_Pa = turbine * turbine * robot_.cup.max_force_N / robot_.cup.area_m2;
  }

  const RobotModel& robot_;
  Isometry3d X_WB_ = Isometry3d::Identity();
};

const Vector3d kDown{0, 0, -9.81};
const Vector3d kAlongTheSurface{-9.81, 0, 0};  // the surface is a wall

struct Standing {
  explicit Standing(const Vector3d& gravity_W, double cup_N = 120)
      : modules(robot, gravity_W), controller(robot, config(gravity_W, cup_N), modules.start()) {
    modules.grip_all(std::sqrt(cup_N / robot.cup.max_force_N));
  }

  static ControllerConfig config(const Vector3d& gravity_W, double cup_N) {
    ControllerConfig c;
    c.gravity_W = gravity_W;
    c.cup_goal_force_N = cup_N;
    return c;
  }

  Command tick(const Goal& goal = {}) {
    const Command command = controller.tick(modules.seen, goal);
    modules.obey(command);
    return command;
  }

  const RobotModel robot = test::robot("romerin4");
  IdealModules modules;
  Controller controller;
};

Goal walk(double v_m_s) { return {.activity = Activity::kWalk, .v_WB = {v_m_s, 0, 0}}; }

/// every signal of a command
std::vector<double> values(const RobotModel& robot, const Command& command) {
  std::vector<double> all;
  auto collect = [&all](const SignalName&, const char*, double value) { all.push_back(value); };
  signals(collect, robot, command);
  return all;
}

TEST(Controller, HoldsWithPassiveWristsAndGrippingCups) {
  Standing robot(kDown);
  const Command command = robot.tick();
  EXPECT_EQ(robot.controller.diagnostics().reason, Reason::kNone);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(command.leg[i].cup.mode, CupMode::kGrip);
    for (std::size_t j = 0; j < 3; ++j)
      EXPECT_EQ(command.leg[i].joint[j].mode, JointMode::kImpedance);
    for (std::size_t j = 3; j < 6; ++j)
      EXPECT_EQ(command.leg[i].joint[j].mode, JointMode::kPassive);
  }
}

TEST(Controller, TakesTheGainsAwayWhenPdIsOff) {
  Standing robot(kDown);
  for (const bool pd : {true, false}) {
    const Command command = robot.tick({.pd = pd});
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

TEST(Controller, StepsThroughEveryPhaseOfItsGait) {
  Standing robot(kDown);
  std::set<FootPhase> met;
  for (int n = 0; n < 4000; ++n) {
    (void)robot.tick(walk(0.01));
    ASSERT_EQ(robot.controller.diagnostics().reason, Reason::kNone) << "tick " << n;
    for (std::size_t i = 0; i < 4; ++i) met.insert(robot.controller.diagnostics().phase[i]);
  }
  EXPECT_EQ(met.size(), 9u);
  EXPECT_GE(robot.controller.diagnostics().steps_done, 8);
}

TEST(Controller, LiftsOneFootAtATimeAndLetsNoOtherCupGo) {
  Standing robot(kDown);
  for (int n = 0; n < 3000; ++n) {
    const Command command = robot.tick(walk(0.01));
    int off = 0, released = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      off += robot.controller.diagnostics().phase[i] != FootPhase::kStance;
      released += command.leg[i].cup.mode == CupMode::kRelease;
    }
    ASSERT_LE(off, 1);
    ASSERT_LE(released, off);
  }
}

TEST(Controller, FinishesTheStepInProgressAndThenHolds) {
  Standing robot(kDown);
  while (robot.controller.state().stepping < 0 ||
         robot.controller.diagnostics().phase[2] != FootPhase::kTransfer)
    (void)robot.tick(walk(0.01));
  for (int n = 0; n < 500; ++n) (void)robot.tick();
  EXPECT_EQ(robot.controller.state().stepping, -1);
  EXPECT_EQ(robot.controller.diagnostics().steps_done, 1);
}

TEST(Controller, RefusesALiftThatLeavesNoFeasibleSharingAndNamesWhatGivesWay) {
  Standing robot(kAlongTheSurface, 60);
  for (int n = 0; n < 300; ++n) {
    const Command command = robot.tick(walk(0.01));
    for (std::size_t i = 0; i < 4; ++i) ASSERT_EQ(command.leg[i].cup.mode, CupMode::kGrip);
  }
  const Diagnostics& d = robot.controller.diagnostics();
  EXPECT_EQ(d.reason, Reason::kLiftRefused);
  EXPECT_EQ(d.refused_leg, robot.robot.gait_order[0]);
  EXPECT_LT(d.lift.margin, 0);
  EXPECT_NE(d.lift.leg, -1);
  EXPECT_NE(d.lift.leg, d.refused_leg);
  EXPECT_NE(d.lift.limit, Limit::kNone);
  EXPECT_EQ(d.steps_done, 0);
}

TEST(Controller, LiftsOnTheSameWallWithCupsThatAreStrongEnough) {
  Standing robot(kAlongTheSurface, 120);
  for (int n = 0; n < 600; ++n) (void)robot.tick(walk(0.01));
  EXPECT_EQ(robot.controller.diagnostics().steps_done, 1);
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
    EXPECT_EQ(command.leg[1].cup.mode, CupMode::kGrip);
  }
}

TEST(Controller, DoesNotStepOffTheEdgeOfTheSurface) {
  Standing robot(kDown);
  robot.modules.seen.patches.patch[0].half_extent_m.setConstant(0.33);
  for (int n = 0; n < 600; ++n) (void)robot.tick(walk(0.05));
  EXPECT_EQ(robot.controller.diagnostics().reason, Reason::kNoFoothold);
  EXPECT_EQ(robot.controller.state().stepping, -1);
}

TEST(Controller, KeepsItsReferenceWhereTheLegsCanFollow) {
  Standing robot(kDown);
  Goal goal{.activity = Activity::kPose};
  goal.X_WB.translation() = Vector3d(0, 0, 1);
  for (int n = 0; n < 2000; ++n) (void)robot.tick(goal);
  EXPECT_EQ(robot.controller.diagnostics().reason, Reason::kUnreachable);
  EXPECT_LT(robot.controller.diagnostics().X_WB_reference.translation().z(), 0.6);
  (void)robot.tick();
  EXPECT_EQ(robot.controller.diagnostics().reason, Reason::kNone);
}

TEST(Controller, DependsOnStateObservationAndGoalAlone) {
  Standing first(kDown), second(kDown);
  for (int n = 0; n < 700; ++n) (void)first.tick(walk(0.01));
  second.controller.restore(first.controller.state());
  second.modules.seen = first.modules.seen;
  for (int n = 0; n < 700; ++n)
    ASSERT_EQ(values(first.robot, first.tick(walk(0.01))),
              values(second.robot, second.tick(walk(0.01))))
        << "tick " << n;
}

TEST(Controller, SharesInThePapersWayWhenAsked) {
  const RobotModel robot = test::robot("romerin4");
  IdealModules modules(robot, kDown);
  ControllerConfig config;
  config.sharing.objective = Objective::kLeastNorm;
  Controller controller(robot, config, modules.start());
  (void)controller.tick(modules.seen, {});
  // four feet around the centre: least norm pushes straight up
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_LT(controller.diagnostics().f_W_B[i].head<2>().norm(), 0.5);
}

TEST(Controller, RefusesAConfigurationThatMakesNoSense) {
  const RobotModel robot = test::robot("romerin4");
  ControllerConfig config;
  config.period_s = 0;
  EXPECT_THROW(Controller(robot, config, {}), std::invalid_argument);
  EXPECT_THROW(Controller(RobotModel{}, {}, {}), std::invalid_argument);
}

}  // namespace
}  // namespace ventosa::controller
