#include "controller/controller.h"

#include <gtest/gtest.h>

#include <limits>

#include "controller/odometry.h"
#include "controller/rotation.h"
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

TEST(Controller, MovesNoJointOfALegThatHoldsOn) {
  Standing robot(kDown), still(kDown);
  for (const int leg : {0, -1, 4}) {
    Goal goal{.activity = Activity::kJoints, .leg = leg};
    goal.q_rad[1] = 0.3;
    EXPECT_EQ(values(robot.robot, robot.tick(goal)), values(robot.robot, still.tick()));
    EXPECT_EQ(robot.controller.diagnostics().reason, Reason::kLegHeld);
  }
}

TEST(Controller, MovesTheJointsOfAFreeLegNoFasterThanTheyMay) {
  const RobotModel robot = test::robot("romerin1");
  Start start;
  start.clamped = true;
  Controller controller(robot, {}, start);
  Observation seen;
  seen.patches.n = 1;
  Goal goal{.activity = Activity::kJoints};
  goal.q_rad[1] = -0.5;
  double last_rad = 0;
  for (int n = 0; n < 100; ++n) {
    const Command command = controller.tick(seen, goal);
    const double q_rad = command.leg[0].joint[1].q_rad;
    EXPECT_EQ(command.leg[0].joint[1].mode, JointMode::kImpedance);
    EXPECT_LE(std::abs(q_rad - last_rad), 0.01 * robot.leg[0].joint[1].speed_limit_rad_s + 1e-12);
    EXPECT_EQ(controller.diagnostics().reason, Reason::kNone);
    last_rad = q_rad;
  }
  EXPECT_EQ(last_rad, -0.5);
  (void)controller.tick(seen, {});  // it stays where its joints have led it
  EXPECT_NEAR(controller.tick(seen, {}).leg[0].joint[1].q_rad, -0.5, 1e-9);
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

/// All contact forces and moments that a held, passive foot can take do no work while wrist points
/// and cups stay: what the joints do is what lifts the robot.
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

/// It believes where the joints are at once: the filter weighs them against an IMU, and modules
/// without physics have none that agrees with their joints.
ControllerConfig by_registration() {
  ControllerConfig config = Standing::config(kDown, 120);
  config.body.estimator = Estimator::kRegistration;
  return config;
}

TEST(Controller, LevelsItsEstimateOnlyAtRestWithPdOn) {
  Standing robot(by_registration());        // the filter uses the accelerometer always
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

TEST(Controller, BringsPdBackWithoutAKick) {
  for (const double drift_m : {0.003, 0.03}) {
    Standing robot(by_registration());
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

}  // namespace
}  // namespace ventosa::controller
