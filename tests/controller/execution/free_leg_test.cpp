#include <gtest/gtest.h>

#include "controller/execution/legs.h"
#include "controller/kinematics/joint_limits.h"
#include "tests/controller/ideal_modules.h"

/// Joints by hand: those of a leg that holds on to nothing, and of no other.
namespace ventosa::controller {
namespace {

struct OnTheBench : testing::Test {
  const RobotModel robot = test::robot("romerin1");
  const Leg& leg = robot.leg[0];
  const ControllerConfig config;
  Foot foot;

  IkStatus aim_at(const PerJoint<double>& q_rad) {
    JointTarget target;
    const Isometry3d X_WB = Isometry3d(Eigen::Translation3d(0.1, 0.2, 0.3));
    return aim_joints(leg, X_WB, config, q_rad, foot, target);
  }
};

TEST_F(OnTheBench, GoesToItsLimitsAndNoFurther) {
  PerJoint<double> far{};
  far[1] = 100;
  far[2] = -100;
  for (int n = 0; n < 1000; ++n) ASSERT_EQ(aim_at(far), IkStatus::kOk);
  EXPECT_EQ(foot.q_set[1], leg.joint[1].q_max_rad);
  EXPECT_EQ(foot.q_set[2], leg.joint[2].q_min_rad);
}

TEST_F(OnTheBench, StopsAtTheLimitThatTheWristsDrivesShare) {
  Leg coupled = leg;
  coupled.differential = {.ratio = 1, .limit_rad = 1};
  JointTarget target;
  const PerJoint<double> goal{0, 0, 0, 0, 0.8, 0.8};
  IkStatus status = IkStatus::kOk;
  for (int n = 0; n < 1000 && status == IkStatus::kOk; ++n) {
    status = aim_joints(coupled, Isometry3d::Identity(), config, goal, foot, target);
    ASSERT_LE(foot.q_set[4] + foot.q_set[5], 1);
  }
  EXPECT_EQ(status, IkStatus::kJointLimit);
  EXPECT_GT(foot.q_set[4] + foot.q_set[5], 0.9);
}

TEST_F(OnTheBench, TakesItsFootAlong) {
  for (int n = 0; n < 100; ++n) ASSERT_EQ(aim_at({0.2, -0.3, 0.4, 0.1, 0.2, 0.3}), IkStatus::kOk);
  const LegPose pose = leg_pose(leg, {0.2, -0.3, 0.4, 0.1, 0.2, 0.3});
  EXPECT_LT((foot.p_WW - Vector3d(0.1, 0.2, 0.3) - pose.p_BW).norm(), 1e-12);
  EXPECT_LT((foot.R_WF - pose.X_BF.linear()).norm(), 1e-12);
}

TEST(FreeLeg, IsNotTheOneInItsStep) {
  Standing robot(kDown), still(kDown);
  walk_until_transfer(2, robot);
  walk_until_transfer(2, still);
  Goal goal{.activity = Activity::kJoints, .leg = 2};
  goal.q_rad[1] = 0.3;
  for (int n = 0; n < 10; ++n) {
    EXPECT_EQ(values(robot.robot, robot.tick(goal)), values(robot.robot, still.tick()));
    EXPECT_EQ(robot.controller.diagnostics().reason, Reason::kLegHeld);
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

}  // namespace
}  // namespace ventosa::controller
