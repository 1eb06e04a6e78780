#include "controller/kinematics/self_distance.h"
#include "tests/controller/leg_requests.h"

/// Moves of a detached leg: refused, replaced, stopped.
namespace ventosa::controller::controller_leg_moves_test {
namespace {

TEST_F(LegRequests, ReportTheProgressOfAMove) {
  carry_out(request(1, kLeg, TaskKind::kDetach));
  const Goal goal = request(2, kLeg, TaskKind::kMove, joint_move());
  (void)robot.tick(goal);
  double last = -1;
  int ticks = 0;
  for (; ticks < 2000; ++ticks) {
    (void)robot.tick(goal);
    if (d.report[kLeg].progress >= 1) break;
    ASSERT_EQ(d.report[kLeg].status, TaskStatus::kRunning);
    ASSERT_GT(d.report[kLeg].progress, last);
    ASSERT_EQ(robot.controller.state().decisions.organizer.ticks_at_rest, 0);
    last = d.report[kLeg].progress;
  }
  EXPECT_GT(ticks, 50);
  EXPECT_GT(last, 0.95);
  EXPECT_EQ(d.report[kLeg].status, TaskStatus::kDone);
}

TEST_F(LegRequests, RefuseAWayOutOfReachAsLongAsTheGoalStands) {
  carry_out(request(1, kLeg, TaskKind::kDetach));
  const PerJoint<double> before = joints();
  LegMove beyond = joint_move();
  beyond.q_rad[1][1] = leg.joint[1].q_max_rad + 0.1;
  std::int32_t id = 1;
  for (const LegMove& move : {beyond, lip_move({1, 0, 0})}) {
    const Goal goal = request(++id, kLeg, TaskKind::kMove, move);
    (void)robot.tick(goal);  // the task is on its way to the module
    for (int n = 0; n < 300; ++n) {
      (void)robot.tick(goal);
      ASSERT_EQ(d.reason, Reason::kUnreachable);
      ASSERT_EQ(d.report[kLeg].status, TaskStatus::kRefused);
      ASSERT_EQ(d.report[kLeg].reason, Reason::kUnreachable);
    }
    EXPECT_EQ(joints(), before);
    (void)robot.tick();
    EXPECT_EQ(d.reason, Reason::kNone);
  }
  // and takes the next one
  carry_out(request(10, kLeg, TaskKind::kMove, joint_move()));
}

TEST_F(LegRequests, MoveNoLegThatIsAttachedOrDoesNotExist) {
  Standing still(kDown);
  const LegMove move = joint_move();
  for (const int which : {0, -1, 4, 1 << 30, -(1 << 30)}) {
    EXPECT_EQ(values(robot.robot, robot.tick(request(1, which, TaskKind::kMove, move))),
              values(robot.robot, still.tick()));
    EXPECT_EQ(d.reason, Reason::kLegHeld);
  }
  EXPECT_EQ(values(robot.robot, robot.tick(request(2, 0, TaskKind::kAttach))),
            values(robot.robot, still.tick()));
  EXPECT_EQ(d.reason, Reason::kLegHeld);
}

TEST_F(LegRequests, MoveNoLegInItsStep) {
  Standing still(kDown);
  walk_until_transfer(kLeg, robot);
  walk_until_transfer(kLeg, still);
  for (int n = 0; n < 10; ++n) {
    const Goal goal = request(1, kLeg, TaskKind::kMove, joint_move());
    EXPECT_EQ(values(robot.robot, robot.tick(goal)), values(robot.robot, still.tick()));
    EXPECT_EQ(d.reason, Reason::kLegHeld);
  }
}

TEST_F(LegRequests, RefuseAMoveIntoTheSurfaceOrAnotherLeg) {
  carry_out(request(1, kLeg, TaskKind::kDetach));
  const PerJoint<double> before = joints();
  const double lift_m = robot.controller.config().gait.lift_m;
  LegMove into_neighbour{.n = 1};
  into_neighbour.q_rad[0] = before;
  const auto distance = [&] {
    PerLeg<LegPose> pose;
    for (std::size_t i = 0; i < robot.robot.leg.size(); ++i)
      pose[i] = leg_pose(robot.robot.leg[i], measured_q(robot.modules.seen.leg[i]));
    pose[kLeg] = leg_pose(leg, into_neighbour.q_rad[0]);
    return self_distance(robot.robot, pose, static_cast<int>(kLeg)).distance_m;
  };
  while (distance() > 0) {
    into_neighbour.q_rad[0][0] -= 0.01;
    ASSERT_GT(into_neighbour.q_rad[0][0], leg.joint[0].q_min_rad);
  }
  std::int32_t id = 1;
  for (const LegMove& move : {lip_move({0, 0, -lift_m}), into_neighbour}) {
    const Goal goal = request(++id, kLeg, TaskKind::kMove, move);
    for (int n = 0; n < 300; ++n) {
      (void)robot.tick(goal);
      ASSERT_EQ(d.reason, Reason::kWayBlocked) << "move " << id << " tick " << n;
      ASSERT_EQ(d.refused_leg, static_cast<int>(kLeg));
    }
    EXPECT_EQ(joints(), before);
  }
  // the first half of either path is free, and a new request need not wait after a refused one
  carry_out(request(10, kLeg, TaskKind::kMove, lip_move({0, 0, -0.5 * lift_m})));
  into_neighbour.q_rad[0] = joints();
  into_neighbour.q_rad[0][0] -= 0.1;
  carry_out(request(11, kLeg, TaskKind::kMove, into_neighbour));
}

TEST_F(LegRequests, ComeToRestOnTheirWayWhenTheGoalHolds) {
  carry_out(request(1, kLeg, TaskKind::kDetach));
  LegMove move{.n = 1};
  move.speed_rad_s = 0.5;
  move.q_rad[0] = joints();
  move.q_rad[0][0] += 0.6;
  const Goal goal = request(2, kLeg, TaskKind::kMove, move);
  while (d.report[kLeg].progress < 0.5 || d.report[kLeg].status != TaskStatus::kRunning)
    (void)robot.tick(goal);

  const PerJoint<double> start = joints();
  PerJoint<double> last = start;
  double last_step = 0.5 * 0.01;
  int n = 0;
  for (; n < 100 && d.report[kLeg].status == TaskStatus::kRunning; ++n) {
    (void)robot.tick();
    const PerJoint<double> now = joints();
    const double step = now[0] - last[0];
    ASSERT_LE(step, last_step * (1 + 1e-6)) << "tick " << n;
    ASSERT_GE(step, last_step - 1.5 * 0.5 * 0.01 / 50) << "tick " << n;  // half a second to rest
    for (std::size_t j = 1; j < 6; ++j) ASSERT_NEAR(now[j], start[j], 1e-9);
    last = now;
    last_step = step;
  }
  EXPECT_EQ(d.report[kLeg].status, TaskStatus::kPreempted);
  EXPECT_NEAR(n, 52, 2);
  EXPECT_GT(move.q_rad[0][0] - last[0], 0.1);
  for (n = 0; n < 100; ++n) (void)robot.tick(goal);  // carried out once: it stays
  EXPECT_NEAR(joints()[0], last[0], 1e-9);
  carry_out(request(3, kLeg, TaskKind::kMove, move));
}

TEST_F(LegRequests, AreCountedWhenTheGoalGivesThemUpUnbegun) {
  carry_out(request(1, kLeg, TaskKind::kDetach));
  const Goal move = request(2, kLeg, TaskKind::kMove, joint_move());
  for (int n = 0; n < 20; ++n) (void)robot.tick(move);
  EXPECT_EQ(d.requests_overtaken, 0);
  // these requests wait for the end of the move
  for (const std::int32_t id : {3, 4})
    for (int n = 0; n < 5; ++n) (void)robot.tick(request(id, kLeg, TaskKind::kAttach));
  EXPECT_EQ(d.requests_overtaken, 1);
  (void)robot.tick();
  EXPECT_EQ(d.requests_overtaken, 2);
  for (int n = 0; n < 300; ++n) (void)robot.tick();
  EXPECT_EQ(d.requests_overtaken, 2);
}

// as fast as the joint limits allow, but the commanded torque stays below the share of the torque
// limit that the check allows
TEST_F(LegRequests, AskNoMoreOfTheJointsThanTheyCanBear) {
  carry_out(request(1, kLeg, TaskKind::kDetach));
  LegMove move{.n = 1};
  move.q_rad[0] = {0, 1.05, 1.05, 0, -0.7, 0};  // stretched out
  const Goal goal = request(2, kLeg, TaskKind::kMove, move);
  int ticks = 0;
  for (; ticks < 2000 && (ticks < 2 || d.report[kLeg].status == TaskStatus::kRunning); ++ticks) {
    const Command command = robot.tick(goal);
    ASSERT_EQ(d.reason, Reason::kNone);
    for (std::size_t j = 0; j < 6; ++j)
      ASSERT_LE(std::abs(command.leg[kLeg].joint[j].tau_ff_Nm), 0.85 * leg.joint[j].torque_limit_Nm)
          << "joint " << j << " tick " << ticks;
  }
  for (std::size_t j = 0; j < 6; ++j) EXPECT_NEAR(joints()[j], move.q_rad[0][j], 1e-9);

  // a slow move has the requested speed
  move.q_rad[0][0] = 0.3;
  move.speed_rad_s = 0.3;
  carry_out(request(3, kLeg, TaskKind::kMove, move));
  EXPECT_EQ(d.task[kLeg].pace, 1);
}

TEST_F(LegRequests, SayWhatHasBecomeOfThem) {
  robot.stand();
  EXPECT_EQ(d.request, RequestStatus::kNone);
  (void)robot.tick(request(1, kLeg, TaskKind::kAttach));
  EXPECT_EQ(d.request, RequestStatus::kRefused);  // attached already
  const Goal detach = request(2, kLeg, TaskKind::kDetach);
  (void)robot.tick(detach);
  EXPECT_EQ(d.request, RequestStatus::kRunning);
  while (phase() != FootPhase::kFree) (void)robot.tick(detach);
  EXPECT_EQ(d.request, RequestStatus::kDone);
  const Goal goal = request(3, kLeg, TaskKind::kMove, joint_move());
  for (int n = 0; n < 20; ++n) (void)robot.tick(goal);
  EXPECT_EQ(d.request, RequestStatus::kRunning);
  (void)robot.tick(request(4, kLeg, TaskKind::kAttach));
  EXPECT_EQ(d.request, RequestStatus::kWaiting);
  while (d.report[kLeg].status == TaskStatus::kRunning) (void)robot.tick(goal);
  LegMove far = lip_move({1, 0, 0});
  for (int n = 0; n < 3; ++n) (void)robot.tick(request(5, kLeg, TaskKind::kMove, far));
  EXPECT_EQ(d.request, RequestStatus::kRefused);  // by its module
  for (const int nobody : {-1, 4, 1 << 30, -(1 << 30)}) {
    (void)robot.tick(request(5, nobody, TaskKind::kMove, far));
    EXPECT_EQ(d.request, RequestStatus::kRefused);
  }
}

TEST(LegMoves, ThatTheOtherFeetCouldNotHoldAreRefused) {
  // cups just strong enough for the foot to be lifted
  for (double cup_N = 60; cup_N <= 120; cup_N += 2) {
    Standing robot(kAlongTheSurface, cup_N);
    const Diagnostics& d = robot.controller.diagnostics();
    const int leg = first_to_step(robot.robot);
    for (int n = 0; n < 500; ++n) (void)robot.tick(request(1, leg, TaskKind::kDetach));
    const auto i = static_cast<std::size_t>(leg);
    if (d.phase[i] != FootPhase::kFree) continue;
    // stretched out, off the wall
    LegMove move{.n = 1};
    move.q_rad[0] = measured_q(robot.modules.seen.leg[i]);
    move.q_rad[0][1] = move.q_rad[0][2] = 0;
    for (int n = 0; n < 200; ++n) {
      (void)robot.tick(request(2, leg, TaskKind::kMove, move));
      ASSERT_EQ(d.reason, Reason::kLiftRefused) << cup_N;
    }
    EXPECT_LT(d.lift.margin, 0);
    return;
  }
  FAIL() << "no cups let the foot off";
}

}  // namespace
}  // namespace ventosa::controller::controller_leg_moves_test
