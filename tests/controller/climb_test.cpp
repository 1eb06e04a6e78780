#include <gtest/gtest.h>

#include <limits>

#include "controller/model/rotation.h"
#include "controller/organizer/body_reference.h"
#include "controller/trajectory/pose_follower.h"
#include "tests/controller/ideal_modules.h"

/// A robot on a plane that follows a route: the body forward and up with a turn about the normal, a
/// step, and back.
namespace ventosa::controller::climb_test {
namespace {

constexpr std::size_t kLeg = 2;
constexpr double kWay_m = 0.03, kLift_m = 0.03;

struct Climb : testing::Test {
  Standing robot{kDown};
  const Diagnostics& d = robot.controller.diagnostics();
  const Leg& leg = robot.robot.leg[kLeg];
  std::shared_ptr<Route> route = std::make_shared<Route>();

  Climb() {
    robot.stand();
    const Isometry3d X_WB = d.X_WB_reference;
    Isometry3d ahead = X_WB;
    ahead.translation() += Vector3d(0.02, 0, 0.01);
    ahead.rotate(Eigen::AngleAxisd(0.01, Vector3d::UnitZ()));
    route->X_WB[0] = route->X_WB[2] = X_WB;
    route->X_WB[1] = ahead;
    route->n_poses = 3;
    for (std::size_t i = 0; i < 4; ++i)
      route->from[i] = {0, d.X_WB_estimate * leg_pose(robot.robot.leg[i], d.report[i].q_rad).p_BW};
    RouteStep& step = route->step[0];
    step = {.leg = kLeg, .n_line = 2, .to = route->from[kLeg], .margin = 0.3};
    step.to.p_WW.x() += kWay_m;
    step.move = {.n = 1, .q_rad = {joints_over(ahead, step.to)}};
    route->step[1] = {.leg = -1, .n_line = 3};
    route->n_steps = 2;
    route->fingerprint = 7;
  }

  PerJoint<double> joints_over(const Isometry3d& X_WB, const Foothold& to) const {
    const Isometry3d X_LW = (X_WB * leg.X_BL).inverse();
    PerJoint<double> q_rad = d.report[kLeg].q_rad;
    EXPECT_EQ(follow_leg(leg, X_LW * (to.p_WW - kLift_m * to.z_WF), X_LW.linear() * to.z_WF, q_rad),
              IkStatus::kOk);
    return q_rad;
  }
  Goal goal() const { return {.activity = Activity::kClimb, .route = route}; }
  void tick(int n = 1) {
    for (; n > 0; --n) (void)robot.tick(goal());
  }
  void tick_until(RoutePhase phase) {
    for (int n = 0; n < 3000 && d.route.phase != phase; ++n) tick();
    ASSERT_EQ(d.route.phase, phase);
  }
  void expect_refused() {
    tick(200);
    EXPECT_EQ(d.reason, Reason::kOffRoute);
    EXPECT_EQ(d.X_WB_reference.translation(), route->X_WB[2].translation());
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(d.phase[i], FootPhase::kStance);
  }
};

TEST_F(Climb, SetsTheFootDownWhereTheRouteHasItAndArrives) {
  for (int n = 0; n < 3000 && d.route.phase != RoutePhase::kArrived; ++n) {
    tick();
    ASSERT_EQ(d.reason, Reason::kNone) << n;
    ASSERT_EQ(d.route.fingerprint, 7);
  }
  EXPECT_EQ(d.route.phase, RoutePhase::kArrived);
  EXPECT_EQ(d.route.step, 2);
  EXPECT_EQ(d.steps_done, 1);
  EXPECT_EQ(d.X_WB_reference.matrix(), route->X_WB[2].matrix());
  const Vector3d apart_W = d.foothold[kLeg].p_W - d.foothold[3].p_W;
  EXPECT_LT((apart_W - (route->step[0].to.p_WW - route->from[3].p_WW)).norm(), 5e-4);
  tick(100);
  EXPECT_EQ(d.reason, Reason::kNone);
}

TEST_F(Climb, LeadsTranslationAndTurnByOneParameter) {
  const Isometry3d from = route->X_WB[0], to = route->X_WB[1];
  const double turn_rad = rotation_log(to.linear() * from.linear().transpose()).norm();
  int moving = 0;
  while (d.route.phase != RoutePhase::kDetach) {
    tick();
    const Isometry3d& X_WB = d.X_WB_reference;
    const double way = (X_WB.translation() - from.translation()).norm() /
                       (to.translation() - from.translation()).norm();
    const double turn = rotation_log(X_WB.linear() * from.linear().transpose()).norm() / turn_rad;
    ASSERT_NEAR(way, turn, 1e-3);
    moving += way > 0.01 && way < 0.99 ? 1 : 0;
  }
  EXPECT_GT(moving, 20);
}

TEST_F(Climb, KeepsTheSpeedOfEachPartOfTheLine) {
  route->speed_m_s[1] = 0.004;
  double fastest_m_s = 0;
  while (d.route.phase != RoutePhase::kDetach) {
    const Isometry3d X_WB = d.X_WB_reference;
    tick();
    const Twist twist = twist_between(X_WB, d.X_WB_reference, ControllerConfig().period_s);
    fastest_m_s = std::max(fastest_m_s, path_speed(twist));
  }
  EXPECT_NEAR(fastest_m_s, 0.004, 1e-6);
}

TEST_F(Climb, IsRefusedWhereTheRobotDoesNotStandAtItsStart) {
  route->X_WB[0].translation().x() += 0.03;
  expect_refused();
}

TEST_F(Climb, IsRefusedWhereAFootDoesNotStandAtItsStart) {
  route->from[1].p_WW.y() += 0.03;
  expect_refused();
}

TEST_F(Climb, IsRefusedWithARouteThatNoRobotCouldFollow) {
  const Route good = *route;
  const auto refuse = [&](auto spoil) {
    *route = good;
    spoil(*route);
    expect_refused();
  };
  refuse([](Route& r) { r.n_steps = Route::kMostSteps + 1; });
  refuse([](Route& r) { r.n_poses = 0; });
  refuse([](Route& r) { r.step[0].leg = 4; });
  refuse([](Route& r) { r.step[0].n_line = 4; });
  refuse([](Route& r) { r.step[1].n_line = 1; });
  refuse([](Route& r) { r.step[0].to.patch = 1; });
  refuse([](Route& r) { r.step[0].move.n = 9; });
  refuse([](Route& r) { r.X_WB[1](0, 3) = std::numeric_limits<double>::quiet_NaN(); });
  refuse([](Route& r) { r.speed_m_s[2] = 0; });
  refuse([](Route& r) { r.speed_m_s[2] = std::numeric_limits<double>::quiet_NaN(); });
}

TEST_F(Climb, StandsWithoutARoute) {
  route = nullptr;
  tick(10);
  EXPECT_EQ(d.reason, Reason::kNoPlan);
}

TEST_F(Climb, SetsALegDownWhereItWasIfItsWayIsBlocked) {
  route->step[0].move.q_rad[0][1] -= 1;  // through the plane
  const Vector3d before_W = d.foothold[kLeg].p_W;
  tick_until(RoutePhase::kSwing);
  EXPECT_EQ(d.phase[kLeg], FootPhase::kFree);
  tick_until(RoutePhase::kStopped);
  tick(300);
  EXPECT_EQ(d.reason, Reason::kWayBlocked);
  EXPECT_EQ(d.phase[kLeg], FootPhase::kStance);
  EXPECT_LT((d.foothold[kLeg].p_W - before_W).norm(), 2e-3);
}

TEST_F(Climb, PausesWhileItHolds) {
  tick_until(RoutePhase::kLine);
  tick(30);
  for (int n = 0; n < 100; ++n) (void)robot.tick({});
  EXPECT_TRUE(d.stands);
  tick_until(RoutePhase::kArrived);
}

TEST_F(Climb, EndsWithAnotherGoal) {
  tick_until(RoutePhase::kDetach);
  for (int n = 0; n < 400; ++n)
    (void)robot.tick({.activity = Activity::kPose, .X_WB = route->X_WB[1]});
  tick(10);
  EXPECT_EQ(d.reason, Reason::kOffRoute);
}

}  // namespace
}  // namespace ventosa::controller::climb_test
