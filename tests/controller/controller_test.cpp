#include "controller/controller.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "controller/odometry.h"
#include "controller/rotation.h"
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

TEST(Controller, GripsInEveryPhaseButBetweenReleaseAndTouch) {
  Standing robot(kDown);
  for (int n = 0; n < 3000; ++n) {
    const Command command = robot.tick(walk(0.01));
    for (std::size_t i = 0; i < 4; ++i) {
      const FootPhase phase = robot.controller.diagnostics().phase[i];
      const bool off = phase >= FootPhase::kRelease && phase <= FootPhase::kTouch;
      ASSERT_EQ(command.leg[i].cup.mode, off ? CupMode::kRelease : CupMode::kGrip);
    }
  }
}

TEST(Controller, KeepsASwingingLegStiffWithPdOff) {
  Standing robot(kDown);
  while (robot.controller.diagnostics().phase[2] != FootPhase::kTransfer)
    (void)robot.tick(walk(0.01));
  Goal off = walk(0.01);
  off.pd = false;
  const Command command = robot.tick(off);
  EXPECT_GT(command.leg[2].joint[1].kp_Nm_rad, 0);
  EXPECT_GT(command.leg[2].joint[4].kd_Nms_rad, 0);
  EXPECT_EQ(command.leg[0].joint[1].kp_Nm_rad, 0);
}

TEST(Controller, NeverSetsAJointFartherAheadThanItsSpeedAllows) {
  Standing robot(kDown);
  for (std::size_t i = 0; i < 4; ++i) robot.modules.seen.leg[i].joint[5].q_rad = 0.8;
  Command last = robot.tick();
  for (int n = 0; n < 3000; ++n) {
    const Command now = robot.tick(walk(0.01));
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 6; ++j) {
        const JointSetpoint &a = last.leg[i].joint[j], &b = now.leg[i].joint[j];
        ASSERT_LE(std::abs(b.tau_ff_Nm), robot.robot.leg[i].joint[j].torque_limit_Nm);
        if (a.mode != JointMode::kImpedance || b.mode != JointMode::kImpedance) continue;
        ASSERT_LE(std::abs(b.q_rad - a.q_rad), 0.01 * robot.robot.leg[i].joint[j].speed_limit_rad_s)
            << "tick " << n << " leg " << i << " joint " << j;
      }
    last = now;
  }
}

double potential_J(const RobotModel& robot, const Isometry3d& X_WB, const Isometry3d& dX,
                   const IdealModules& modules, const Vector3d& g_W, PerLeg<PerJoint<double>>& q) {
  const Isometry3d X = dX * X_WB;
  double energy_J = -robot.body_mass_kg * g_W.dot(X * robot.p_BC);
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const Leg& leg = robot.leg[i];
    for (std::size_t j = 0; j < kMaxJoints; ++j) q[i][j] = modules.seen.leg[i].joint[j].q_rad;
    const LegPose at = leg_pose(leg, q[i]);
    const Isometry3d X_LW = (X * leg.X_BL).inverse();
    // the cup stays where it is, the wrist gives way
    if (solve_leg(leg, X_LW * (X_WB * at.p_BW), X_LW.linear() * Vector3d(0, 0, -1), q[i]) !=
        IkStatus::kOk)
      throw std::runtime_error("out of reach");
    const LegPose pose = leg_pose(leg, q[i]);
    for (std::size_t k = 0; k < 6; ++k) energy_J -= leg.link[k].mass_kg * g_W.dot(X * pose.p_BC[k]);
  }
  return energy_J;
}

/// All contact forces and moments that a held, passive foot can take do no work while wrist points
/// and cups stay: what the joints do is what lifts the robot.
TEST(Controller, FeedForwardLiftsTheRobotWhicheverWayItsBodyMoves) {
  for (const Vector3d& g_W : {kDown, kAlongTheSurface, Vector3d(3, -5, -7)}) {
    Standing robot(g_W);
    const Command command = robot.controller.tick(robot.modules.seen, {});
    const Isometry3d X_WB = robot.controller.state().X_WB;
    for (int axis = 0; axis < 6; ++axis) {
      constexpr double h = 1e-5;
      const auto step = [&](double d) {
        Isometry3d X = Isometry3d::Identity();
        if (axis < 3)
          X.translation()[axis] = d;
        else
          X.linear() = Eigen::AngleAxisd(d, Vector3d::Unit(axis - 3)).toRotationMatrix();
        return X;
      };
      PerLeg<PerJoint<double>> ahead{}, behind{};
      const double dV = potential_J(robot.robot, X_WB, step(h), robot.modules, g_W, ahead) -
                        potential_J(robot.robot, X_WB, step(-h), robot.modules, g_W, behind);
      double work_J = 0;
      for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 3; ++j)
          work_J += command.leg[i].joint[j].tau_ff_Nm * (ahead[i][j] - behind[i][j]);
      EXPECT_NEAR(work_J / (2 * h), dV / (2 * h), 1e-4) << "axis " << axis;
    }
  }
}

/// A body that moves under its still anchors is braked: less power into the motion than without.
TEST(Controller, DampsTheBodyWhilePdIsOff) {
  const RobotModel robot = test::robot("romerin4");
  double force_N[2];
  for (int k = 0; k < 2; ++k) {
    ControllerConfig config = Standing::config(kDown, 60);
    config.body.damping_Ns_m = k * 100;
    IdealModules modules(robot, kDown);
    Controller controller(robot, config, modules.start());
    for (std::size_t i = 0; i < 4; ++i) {  // the body moves along +x with 0.05 m/s
      PerJoint<double> q{};
      for (std::size_t j = 0; j < kMaxJoints; ++j) q[j] = modules.seen.leg[i].joint[j].q_rad;
      const ArmJacobian J = arm_jacobian(robot.leg[i], leg_pose(robot.leg[i], q));
      const Vector3d dq = Matrix3d(J).inverse() * Vector3d(-0.05, 0, 0);
      for (std::size_t j = 0; j < 3; ++j)
        modules.seen.leg[i].joint[j].dq_rad_s = dq[static_cast<Eigen::Index>(j)];
    }
    (void)controller.tick(modules.seen, {.pd = false});
    force_N[k] = 0;
    for (std::size_t i = 0; i < 4; ++i) force_N[k] += controller.diagnostics().f_W_B[i].x();
  }
  EXPECT_NEAR(force_N[1] - force_N[0], -100 * 0.05, 1e-6);
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

TEST(Controller, LevelsItsEstimateOnlyAtRestWithPdOn) {
  Standing robot(kDown);
  const Vector3d leaning(0.3, -0.2, 9.80);  // what the body feels: it leans by 0.037 rad
  robot.modules.seen.body.specific_force_B = leaning;
  const auto tilt = [&] {
    return tilt_error(robot.controller.state().X_WB.linear(), leaning, kDown).norm();
  };
  (void)robot.tick();
  const double before = tilt();
  for (int n = 0; n < 300; ++n) (void)robot.controller.tick(robot.modules.seen, {.pd = false});
  EXPECT_NEAR(tilt(), before, 1e-3);
  for (int n = 0; n < 2000; ++n) (void)robot.controller.tick(robot.modules.seen, {});
  EXPECT_LT(tilt(), 1e-3);
}

TEST(Controller, LevelsItsEstimateWithoutMovingTheJoints) {
  Standing robot(kDown);
  ControllerConfig config = Standing::config(kDown, 120);
  config.body.level_after_s = 1e9;
  Controller other(robot.robot, config, robot.modules.start());
  robot.modules.seen.body.specific_force_B = Vector3d(0.3, -0.2, 9.80);
  for (int n = 0; n < 53; ++n) {
    const Command a = robot.controller.tick(robot.modules.seen, {});
    const Command b = other.tick(robot.modules.seen, {});
    for (std::size_t j = 0; j < 3; ++j)
      ASSERT_NEAR(a.leg[0].joint[j].q_rad, b.leg[0].joint[j].q_rad, 1e-4) << "tick " << n;
  }
  EXPECT_GT(
      rotation_log(robot.controller.state().X_WB.linear() * other.state().X_WB.linear().transpose())
          .norm(),
      1e-3);
}

TEST(Controller, NeverSendsTheBodyWhereALegCannotFollow) {
  for (const double stride_m : {0.06, 0.4}) {  // the second one is too wide
    Standing robot(kDown);
    ControllerConfig config = Standing::config(kDown, 120);
    config.gait.stride_m = stride_m;
    Controller controller(robot.robot, config, robot.modules.start());
    Reason worst = Reason::kNone;
    for (int n = 0; n < 4000; ++n) {
      robot.modules.obey(controller.tick(robot.modules.seen, walk(0.04)));
      if (controller.diagnostics().reason == Reason::kNone) continue;
      worst = controller.diagnostics().reason;
      ASSERT_EQ(controller.state().stepping, -1) << "refused only with all feet down";
    }
    EXPECT_EQ(worst == Reason::kUnreachable, stride_m > 0.1);
  }
}

TEST(Controller, StepsInItsGaitOrder) {
  Standing robot(kDown);
  std::vector<int> order;
  int last = -1;
  for (int n = 0; n < 8000 && order.size() < 8; ++n) {
    (void)robot.tick(walk(0.01));
    const int now = robot.controller.state().stepping;
    if (now >= 0 && now != last) order.push_back(now);
    last = now;
  }
  ASSERT_EQ(order.size(), 8u);
  for (std::size_t k = 0; k < order.size(); ++k) EXPECT_EQ(order[k], robot.robot.gait_order[k % 4]);
}

TEST(Controller, LoadsAFootOnlyWhenItIsAttached) {
  const RobotModel robot = test::robot("romerin4");
  IdealModules modules(robot, kDown);
  const auto leg = static_cast<std::size_t>(robot.gait_order[0]);
  Start start = modules.start();
  start.attached[leg] = false;
  modules.seen.leg[leg].cup = {};
  Controller controller(robot, {}, start);
  for (const Goal& goal : {Goal{}, walk(0.01)}) {
    const Command command = controller.tick(modules.seen, goal);
    EXPECT_EQ(controller.diagnostics().f_W_B[leg], Vector3d::Zero());
    EXPECT_EQ(command.leg[leg].joint[4].mode, JointMode::kImpedance);
  }
}
TEST(Controller, SharesTheSameOnASurfaceTheBodyStandsOnAtAnAngle) {
  // the same robot on the same wall, both turned in W: forces in B do not know
  PerLeg<Vector3d> F[2];
  for (int k = 0; k < 2; ++k) {
    Isometry3d T = Isometry3d::Identity();
    if (k == 1)
      T.linear() = Eigen::AngleAxisd(1.1, Vector3d(1, 2, 3).normalized()).toRotationMatrix();
    const RobotModel robot = test::robot("romerin4");
    IdealModules modules(robot, kAlongTheSurface);
    modules.grip_all(0.5);
    Start start = modules.start();
    start.X_WB = T * start.X_WB;
    modules.seen.patches.patch[0].X_WS = T;
    Controller controller(robot, Standing::config(T.linear() * kAlongTheSurface, 60), start);
    (void)controller.tick(modules.seen, {});
    F[k] = controller.diagnostics().f_W_B;
    EXPECT_NE(controller.diagnostics().load.limit, Limit::kTorque);
  }
  for (std::size_t i = 0; i < 4; ++i) EXPECT_LT((F[0][i] - F[1][i]).norm(), 1e-6);
}

TEST(Controller, CallsALiftOffWhenAnotherCupFailsWhileTheFootUnloads) {
  Standing robot(kAlongTheSurface, 120);
  while (robot.controller.state().stepping < 0) (void)robot.tick(walk(0.01));
  const auto leg = static_cast<std::size_t>(robot.controller.state().stepping);
  robot.modules.seen.leg[(leg + 1) % 4].cup.vacuum_Pa *= 0.02;
  for (int n = 0; n < 100; ++n) {
    const Command command = robot.controller.tick(robot.modules.seen, walk(0.01));
    ASSERT_EQ(command.leg[leg].cup.mode, CupMode::kGrip);
  }
  EXPECT_EQ(robot.controller.diagnostics().reason, Reason::kLiftRefused);
  EXPECT_EQ(robot.controller.diagnostics().phase[leg], FootPhase::kStance);
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

TEST(Controller, ArrivesAndRestsWhereItWalksTo) {
  Standing robot(kDown);
  Goal goal{.activity = Activity::kWalkTo, .v_WB = {0.01, 0, 0}};
  goal.X_WB.translation() = Vector3d(0.02, 0, 0.137);
  for (int n = 0; n < 5000; ++n) (void)robot.tick(goal);
  const int steps = robot.controller.diagnostics().steps_done;
  EXPECT_NEAR(robot.controller.diagnostics().X_WB_reference.translation().x(), 0.02, 2e-6);
  for (int n = 0; n < 2000; ++n) (void)robot.tick(goal);
  EXPECT_EQ(robot.controller.diagnostics().steps_done, steps);
  EXPECT_EQ(robot.controller.state().stepping, -1);
}

TEST(Controller, BringsPdBackWithoutAKick) {
  for (const double drift_m : {0.003, 0.03}) {
    Standing robot(kDown);
    (void)robot.tick({.pd = false});
    // the body has moved along x under its anchors
    for (std::size_t i = 0; i < 4; ++i) {
      const Leg& leg = robot.robot.leg[i];
      PerJoint<double> q = test::nominal_pose(leg);
      const Vector3d p_BW = leg.p_BW_nominal - Vector3d(drift_m, 0, 0);
      ASSERT_EQ(solve_arm(leg, leg.X_BL.inverse() * p_BW, q), IkStatus::kOk);
      for (std::size_t j = 0; j < 3; ++j) robot.modules.seen.leg[i].joint[j].q_rad = q[j];
    }
    (void)robot.controller.tick(robot.modules.seen, {.pd = false});
    const Command command = robot.controller.tick(robot.modules.seen, {.pd = true});
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 3; ++j) {
        const JointSetpoint& joint = command.leg[i].joint[j];
        const double pd_Nm =
            joint.kp_Nm_rad * (joint.q_rad - robot.modules.seen.leg[i].joint[j].q_rad) +
            joint.kd_Nms_rad * joint.dq_rad_s;
        EXPECT_LT(std::abs(pd_Nm), 0.1);
      }
  }
}

TEST(Controller, KeepsTheBodyStillForAPoseWhileAFootIsOff) {
  Standing robot(kDown);
  while (robot.controller.state().stepping < 0) (void)robot.tick(walk(0.01));
  Goal goal{.activity = Activity::kPose};
  goal.X_WB.translation() = Vector3d(0.02, 0, 0.137);
  const Isometry3d before = robot.controller.diagnostics().X_WB_reference;
  while (robot.controller.state().stepping >= 0) {
    ASSERT_TRUE(robot.controller.diagnostics().X_WB_reference.isApprox(before));
    (void)robot.tick(goal);
  }
}

}  // namespace
}  // namespace ventosa::controller
