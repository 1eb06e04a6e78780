#include "tests/controller/leg_requests.h"

/// Requests to one leg: detach, move, attach; on a standing robot and on a bench.
namespace ventosa::controller::controller_legs_test {
namespace {

TEST_F(LegRequests, DetachMoveAndAttachALegOfAStandingRobot) {
  (void)robot.tick();
  const Vector3d contact = robot.controller.state().estimation.contact[kLeg].p_WW;
  carry_out(request(1, kLeg, TaskKind::kDetach));
  EXPECT_EQ(phase(), FootPhase::kFree);
  EXPECT_EQ(d.f_W_B[kLeg], Vector3d::Zero());
  EXPECT_FALSE(robot.controller.state().estimation.contact[kLeg].attached);
  // lifted off along the normal
  Vector3d wrist = robot.modules.start().X_WB * leg_pose(leg, joints()).p_BW;
  const double lift_m = robot.controller.config().gait.lift_m;
  EXPECT_LT((wrist - contact - Vector3d(0, 0, lift_m)).norm(), 2e-3);

  // joint move through a via point, within the requested limits
  const LegMove by_joints = joint_move();
  PerJoint<double> last = joints();
  double nearest_rad = 1;
  const Goal joint_goal = request(2, kLeg, TaskKind::kMove, by_joints);
  for (int n = 0; n < 2000 && (n < 2 || d.report[kLeg].status == TaskStatus::kRunning); ++n) {
    const Command command = robot.tick(joint_goal);
    ASSERT_EQ(d.reason, Reason::kNone);
    const PerJoint<double> now = joints();
    double off = 0;
    for (std::size_t j = 0; j < 6; ++j) {
      ASSERT_LE(std::abs(now[j] - last[j]), 0.01 * 0.3 * (1 + 1e-9));
      ASSERT_EQ(command.leg[kLeg].joint[j].mode, JointMode::kImpedance);
      off = std::max(off, std::abs(now[j] - by_joints.q_rad[0][j]));
    }
    nearest_rad = std::min(nearest_rad, off);
    last = now;
  }
  EXPECT_LT(nearest_rad, 0.003);
  for (std::size_t j = 0; j < 6; ++j) EXPECT_NEAR(last[j], by_joints.q_rad[1][j], 1e-12);

  // by its lip, straight
  const Isometry3d from = leg_pose(leg, joints()).X_BF;
  const Vector3d way_B(-0.02, 0.01, 0.01);
  const Goal lip_goal = request(3, kLeg, TaskKind::kMove, lip_move(way_B));
  for (int n = 0; n < 2000 && (n < 2 || d.report[kLeg].status == TaskStatus::kRunning); ++n) {
    (void)robot.tick(lip_goal);
    ASSERT_EQ(d.reason, Reason::kNone);
    const Isometry3d now = leg_pose(leg, joints()).X_BF;
    ASSERT_LT((now.translation() - from.translation()).cross(way_B.normalized()).norm(), 1e-9);
    ASSERT_LT((now.linear() - from.linear()).norm(), 1e-9);
  }
  const Isometry3d there = leg_pose(leg, joints()).X_BF;
  EXPECT_LT((there.translation() - from.translation() - way_B).norm(), 1e-9);

  // and down to the surface below the foot
  const Vector3d over = robot.modules.start().X_WB * leg_pose(leg, joints()).p_BW;
  carry_out(request(4, kLeg, TaskKind::kAttach));
  EXPECT_EQ(phase(), FootPhase::kStance);
  EXPECT_TRUE(d.report[kLeg].attached);
  EXPECT_GT(d.f_W_B[kLeg].norm(), 1);
  wrist = robot.controller.state().estimation.contact[kLeg].p_WW;
  EXPECT_LT((wrist - Vector3d(over.x(), over.y(), leg.foot.standoff_m)).norm(), 2e-3);

  // then it walks as ever
  for (int n = 0; n < 2000; ++n) {
    (void)robot.tick(walk(0.01));
    ASSERT_EQ(d.reason, Reason::kNone);
  }
  EXPECT_GE(d.steps_done, 3);
}

TEST_F(LegRequests, AreCarriedOutOnce) {
  const Goal goal = request(1, kLeg, TaskKind::kDetach);
  carry_out(goal);
  const std::int32_t task = d.task[kLeg].id;
  for (int n = 0; n < 300; ++n) {
    (void)robot.tick(goal);
    ASSERT_EQ(d.reason, Reason::kNone);
    ASSERT_EQ(d.task[kLeg].id, task);
    ASSERT_EQ(phase(), FootPhase::kFree);
  }
  // a request for the present state
  (void)robot.tick(request(2, kLeg, TaskKind::kDetach));
  EXPECT_EQ(d.reason, Reason::kLegFree);
}

TEST_F(LegRequests, LeaveTheLegInTheAirWhenTheGoalChanges) {
  carry_out(request(1, kLeg, TaskKind::kDetach));
  const PerJoint<double> before = joints();
  for (int n = 0; n < 300; ++n) (void)robot.tick();
  EXPECT_EQ(d.reason, Reason::kNone);
  EXPECT_EQ(phase(), FootPhase::kFree);
  EXPECT_EQ(joints(), before);
}

TEST_F(LegRequests, HoldTheWalkWhileALegIsDetached) {
  carry_out(request(1, kLeg, TaskKind::kDetach));
  const Vector3d before = d.X_WB_reference.translation();
  for (int n = 0; n < 600; ++n) {
    const Command command = robot.tick(walk(0.01));
    ASSERT_EQ(d.reason, Reason::kLegFree);
    ASSERT_EQ(d.refused_leg, static_cast<int>(kLeg));
    for (std::size_t i = 0; i < 4; ++i)
      ASSERT_EQ(command.leg[i].cup.mode, i == kLeg ? CupMode::kRelease : CupMode::kAttach);
  }
  EXPECT_EQ(d.X_WB_reference.translation(), before);
  EXPECT_EQ(d.steps_done, 0);
}

TEST_F(LegRequests, WaitForTheStepInProgress) {
  walk_until_transfer(kLeg, robot);
  const Goal goal = request(1, 0, TaskKind::kDetach);
  while (stepping_legs(robot.controller)[kLeg]) {
    ASSERT_EQ(d.phase[0], FootPhase::kStance);
    (void)robot.tick(goal);
  }
  for (int n = 0; n < 300; ++n) (void)robot.tick(goal);
  EXPECT_EQ(d.phase[0], FootPhase::kFree);
  EXPECT_EQ(d.phase[kLeg], FootPhase::kStance);
}

TEST_F(LegRequests, RefuseToAttachWhereTheSurfaceIsOutOfReach) {
  carry_out(request(1, kLeg, TaskKind::kDetach));
  // the ground is removed: the next surface is 2 m below
  State state = robot.controller.state();
  state.perception.surveyed.patch[0].X_WS.translation().z() = -2;
  robot.controller.restore(state);
  const PerJoint<double> before = joints();
  const Goal goal = request(2, kLeg, TaskKind::kAttach);
  (void)robot.tick(goal);
  for (int n = 0; n < 300; ++n) {
    const Command command = robot.tick(goal);
    ASSERT_EQ(d.reason, Reason::kUnreachable);
    ASSERT_EQ(phase(), FootPhase::kFree);
    ASSERT_EQ(command.leg[kLeg].cup.mode, CupMode::kRelease);
  }
  EXPECT_EQ(joints(), before);
}

TEST_F(LegRequests, RefuseToAttachWhereThereIsNoSurface) {
  carry_out(request(1, kLeg, TaskKind::kDetach));
  State state = robot.controller.state();
  state.perception.surveyed.patch[0].half_extent_m.setConstant(0.1);
  robot.controller.restore(state);
  const Goal goal = request(2, kLeg, TaskKind::kAttach);
  for (int n = 0; n < 500; ++n) {
    (void)robot.tick(goal);
    ASSERT_EQ(d.reason, Reason::kNoFoothold);
    ASSERT_EQ(phase(), FootPhase::kFree);
  }
  // the refused request is tried again, now with a surface below
  state = robot.controller.state();
  state.perception.surveyed.patch[0].half_extent_m.setConstant(5);
  robot.controller.restore(state);
  for (int n = 0; n < 1000; ++n) (void)robot.tick(goal);
  EXPECT_EQ(d.reason, Reason::kNone);
  EXPECT_EQ(phase(), FootPhase::kStance);
}

/// A leg raised and turned to the place of another leg finds no free path down.
TEST_F(LegRequests, RefuseToAttachInAnotherLeg) {
  carry_out(request(1, kLeg, TaskKind::kDetach));
  LegMove over{.n = 2};
  over.speed_rad_s = 0.5;
  over.acceleration_rad_s2 = 2;
  over.q_rad[0] = over.q_rad[1] = joints();
  for (std::size_t k = 0; k < 2; ++k) {
    over.q_rad[k][1] -= 0.3;
    over.q_rad[k][2] -= 0.6;
  }
  over.q_rad[1][0] -= 1.4;
  carry_out(request(2, kLeg, TaskKind::kMove, over));
  const PerJoint<double> before = joints();
  const Goal goal = request(3, kLeg, TaskKind::kAttach);
  (void)robot.tick(goal);
  for (int n = 0; n < 300; ++n) {
    (void)robot.tick(goal);
    ASSERT_EQ(d.reason, Reason::kWayBlocked);
    ASSERT_EQ(phase(), FootPhase::kFree);
  }
  EXPECT_EQ(joints(), before);
}

TEST(DetachRequest, IsRefusedWithTheLegAndLimitThatWouldGiveWay) {
  Standing robot(kAlongTheSurface, 60);
  robot.stand();
  const Diagnostics& d = robot.controller.diagnostics();
  const Goal goal = request(1, 1, TaskKind::kDetach);
  for (int n = 0; n < 500; ++n) {
    const Command command = robot.tick(goal);
    for (std::size_t i = 0; i < 4; ++i) ASSERT_EQ(command.leg[i].cup.mode, CupMode::kAttach);
    ASSERT_EQ(d.reason, Reason::kLiftRefused);
    ASSERT_EQ(d.refused_leg, 1);
    ASSERT_EQ(d.phase[1], FootPhase::kStance);
  }
  EXPECT_LT(d.lift.margin, 0);
  EXPECT_NE(d.lift.leg, -1);
  EXPECT_NE(d.lift.leg, 1);
  EXPECT_NE(d.lift.limit, Limit::kNone);
}

TEST(DetachRequest, IsGrantedOnTheSameWallWithCupsThatAreStrongEnough) {
  Standing robot(kAlongTheSurface, 120);
  const Goal goal = request(1, first_to_step(robot.robot), TaskKind::kDetach);
  for (int n = 0; n < 500; ++n) {
    (void)robot.tick(goal);
    ASSERT_EQ(robot.controller.diagnostics().reason, Reason::kNone);
  }
  const auto leg = static_cast<std::size_t>(first_to_step(robot.robot));
  EXPECT_EQ(robot.controller.diagnostics().phase[leg], FootPhase::kFree);
}

TEST(DetachRequest, IsTakenBackWhenAnotherCupFailsWhileTheFootUnloads) {
  Standing robot(kAlongTheSurface, 120);
  robot.stand();
  const Goal goal = request(1, first_to_step(robot.robot), TaskKind::kDetach);
  const auto leg = static_cast<std::size_t>(first_to_step(robot.robot));
  for (int n = 0; n < 10; ++n) (void)robot.tick(goal);
  ASSERT_EQ(robot.controller.diagnostics().phase[leg], FootPhase::kUnload);
  robot.modules.seen.leg[(leg + 1) % 4].cup.vacuum_Pa *= 0.02;
  for (int n = 0; n < 100; ++n) {
    const Command command = robot.controller.tick(robot.modules.seen, goal);
    ASSERT_EQ(command.leg[leg].cup.mode, CupMode::kAttach);
  }
  EXPECT_EQ(robot.controller.diagnostics().phase[leg], FootPhase::kStance);
  EXPECT_EQ(robot.controller.diagnostics().report[leg].status, TaskStatus::kPreempted);
}

TEST(DetachRequest, WaitsWhileAModuleIsSilent) {
  Standing robot(kDown);
  Observation& seen = robot.modules.seen;
  seen.now_ns = 600'000'000;
  seen.body.sampled_ns = seen.now_ns;
  for (LegReading& leg : seen.leg) leg.sampled_ns = leg.cup.sampled_ns = seen.now_ns;
  seen.leg[1].sampled_ns = 0;
  (void)robot.controller.tick(seen, request(1, 2, TaskKind::kDetach));
  EXPECT_EQ(robot.controller.diagnostics().reason, Reason::kModuleSilent);
  EXPECT_EQ(robot.controller.diagnostics().refused_leg, 1);
  EXPECT_EQ(robot.controller.diagnostics().phase[2], FootPhase::kStance);
}

/// One leg clamped to a bench, its cup in the air.
struct OnTheBench : testing::Test {
  const RobotModel robot = test::robot("romerin1");
  const Leg& leg = robot.leg[0];
  Start start;
  Observation seen;

  OnTheBench() {
    start.clamped = true;
    start.patches.n = 1;
  }
};

TEST_F(OnTheBench, MovesTheJointsNoFasterThanTheyMay) {
  Controller controller(robot, {}, start);
  LegMove move{.n = 1};
  move.q_rad[0][1] = -0.5;
  const Goal goal = request(1, 0, TaskKind::kMove, move);
  double last_rad = 0;
  for (int n = 0; n < 200; ++n) {
    const Command command = controller.tick(seen, goal);
    const double q_rad = command.leg[0].joint[1].q_rad;
    EXPECT_EQ(command.leg[0].joint[1].mode, JointMode::kImpedance);
    EXPECT_LE(std::abs(q_rad - last_rad), 0.01 * leg.joint[1].speed_limit_rad_s + 1e-12);
    EXPECT_EQ(controller.diagnostics().reason, Reason::kNone);
    last_rad = q_rad;
  }
  EXPECT_EQ(last_rad, -0.5);
  (void)controller.tick(seen, {});  // it stays where the joint move ended
  EXPECT_NEAR(controller.tick(seen, {}).leg[0].joint[1].q_rad, -0.5, 1e-9);
}

TEST_F(OnTheBench, GoesToItsLimitsButNoWayBeyond) {
  Controller controller(robot, {}, start);
  LegMove move{.n = 1};
  move.q_rad[0][1] = leg.joint[1].q_max_rad;
  for (int n = 0; n < 1000; ++n) (void)controller.tick(seen, request(1, 0, TaskKind::kMove, move));
  EXPECT_EQ(controller.diagnostics().report[0].q_set_rad[1], leg.joint[1].q_max_rad);
  move.q_rad[0][1] = leg.joint[1].q_max_rad + 1e-3;
  for (int n = 0; n < 10; ++n) (void)controller.tick(seen, request(2, 0, TaskKind::kMove, move));
  EXPECT_EQ(controller.diagnostics().reason, Reason::kUnreachable);
  EXPECT_EQ(controller.diagnostics().report[0].q_set_rad[1], leg.joint[1].q_max_rad);
}

TEST_F(OnTheBench, IsRefusedAWayPastTheLimitThatTheWristsDrivesShare) {
  RobotModel coupled = robot;
  coupled.leg[0].differential = {.ratio = 1, .limit_rad = 1};
  Controller controller(coupled, {}, start);
  LegMove move{.n = 1};
  move.q_rad[0] = {0, 0, 0, 0, 0.8, 0.8};
  for (int n = 0; n < 100; ++n) {
    const Command command = controller.tick(seen, request(1, 0, TaskKind::kMove, move));
    ASSERT_EQ(command.leg[0].joint[4].q_rad, 0);
    ASSERT_EQ(command.leg[0].joint[5].q_rad, 0);
  }
  EXPECT_EQ(controller.diagnostics().reason, Reason::kUnreachable);
}

/// The cup would tear off the attached ones by its leverage.
TEST_F(LegRequests, KeepTheBodyFromPressingADetachedLegOntoTheSurface) {
  carry_out(request(1, kLeg, TaskKind::kDetach));
  Goal lower{.activity = Activity::kPose, .X_WB = d.X_WB_reference};
  lower.X_WB.translation().z() -= 0.06;
  const double lip_m = 0.01, z_m = d.X_WB_reference.translation().z();
  for (int n = 0; n < 1000; ++n) {
    (void)robot.tick(lower);
    const LegPose pose = leg_pose(leg, joints());
    ASSERT_GT((d.X_WB_reference * pose.X_BF.translation()).z(), 0.9 * lip_m);
  }
  EXPECT_EQ(d.reason, Reason::kWayBlocked);
  EXPECT_EQ(d.refused_leg, static_cast<int>(kLeg));
  Goal higher = lower;
  higher.X_WB.translation().z() = z_m + 0.01;
  for (int n = 0; n < 1000; ++n) (void)robot.tick(higher);
  EXPECT_NEAR(d.X_WB_reference.translation().z(), z_m + 0.01, 1e-6);
}

}  // namespace
}  // namespace ventosa::controller::controller_legs_test
