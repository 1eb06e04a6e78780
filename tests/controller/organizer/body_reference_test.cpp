#include "controller/organizer/body_reference.h"

#include <gtest/gtest.h>

#include "controller/model/rotation.h"

namespace ventosa::controller::body_reference_test {
namespace {

constexpr double kFast = 1;  // [m/s] above the requested speed

const ControllerConfig kConfig{};

TEST(BodyReference, WalksItsBudgetWithinSpeedAndAccelerationAndStopsThere) {
  BodyReference reference;
  reference.budget_m = 0.015;
  const Twist twist{.v_W = {0.01, 0, 0}, .w_W = Vector3d::Zero()};
  double last_m = 0, last_m_s = 0;
  for (int n = 0; n < 400; ++n) {
    advance_reference(kConfig, twist, false, reference);
    const double x_m = reference.X_WB.translation().x();
    const double speed_m_s = (x_m - last_m) / kConfig.period_s;
    ASSERT_LE(speed_m_s, 0.01 + 1e-12);
    ASSERT_LE(speed_m_s - last_m_s, kConfig.gait.acceleration_m_s2 * kConfig.period_s + 1e-9);
    last_m = x_m, last_m_s = speed_m_s;
  }
  EXPECT_NEAR(last_m, 0.015, 1e-6);
}

TEST(BodyReference, PausesWithoutAJumpInSpeed) {
  BodyReference reference;
  reference.budget_m = 1;
  const Twist twist{.v_W = {0.01, 0, 0}, .w_W = Vector3d::Zero()};
  for (int n = 0; n < 100; ++n) advance_reference(kConfig, twist, false, reference);
  const double before_m_s = reference.speed_m_s;
  advance_reference(kConfig, twist, true, reference);
  EXPECT_NEAR(before_m_s - reference.speed_m_s, 0.0005, 1e-12);
  for (int n = 0; n < 100; ++n) advance_reference(kConfig, twist, true, reference);
  EXPECT_EQ(reference.speed_m_s, 0);
}

TEST(BodyReference, FollowsTheHeightOfUnevenGroundAndIsExactOnEven) {
  BodyReference reference;
  for (int n = 0; n < 100; ++n) follow_ground(kConfig, Vector3d::Zero(), reference);
  EXPECT_EQ(reference.X_WB.translation(), Vector3d::Zero());
  const Vector3d ground_W(0, 0, 0.02);
  double last_m = 0;
  for (int n = 0; n < 2000; ++n) {
    follow_ground(kConfig, ground_W, reference);
    const double z_m = reference.X_WB.translation().z();
    ASSERT_GE(z_m, last_m);
    ASSERT_LE(z_m - last_m, 0.011 * kConfig.period_s) << "within two seconds";
    last_m = z_m;
  }
  EXPECT_NEAR(last_m, 0.02, 1e-4);
}

Goal pose_goal(const Vector3d& p_WB, const Vector3d& turn_rad) {
  Goal goal{.activity = Activity::kPose};
  goal.X_WB.translation() = p_WB;
  goal.X_WB.linear() = rotation_exp(turn_rad);
  return goal;
}

TEST(BodyReference, ReachesAGoalPoseAndStandsThere) {
  BodyReference reference;
  const Goal goal = pose_goal({0.03, 0.04, 0}, {0, 0, 0.3});
  follow_goal(kConfig, goal, reference);
  EXPECT_FALSE(is_stationary(reference));
  for (int n = 0; n < 400; ++n) follow_goal(kConfig, goal, reference);
  EXPECT_EQ(reference.X_WB.translation(), goal.X_WB.translation());
  EXPECT_EQ(reference.X_WB.linear(), goal.X_WB.linear());
  EXPECT_TRUE(is_stationary(reference));
}

TEST(BodyReference, MovesWithAVelocityAndBrakesWhenItIsOver) {
  BodyReference reference;
  const Goal move{.activity = Activity::kMove, .v_WB = {0, 0.02, 0}};
  for (int n = 0; n < 200; ++n) follow_goal(kConfig, move, reference);
  const double y_m = reference.X_WB.translation().y();
  follow_goal(kConfig, move, reference);
  EXPECT_NEAR(reference.X_WB.translation().y() - y_m, 0.0002, 1e-9);
  for (int n = 0; n < 200; ++n) follow_goal(kConfig, {}, reference);
  EXPECT_TRUE(is_stationary(reference));
  const Vector3d end = reference.X_WB.translation();
  follow_goal(kConfig, {}, reference);
  EXPECT_EQ(reference.X_WB.translation(), end);
  EXPECT_GT(end.y(), y_m);
  EXPECT_EQ(end.x(), 0);
}

TEST(BodyReference, StandsStillWhilePositionControlShallBeOff) {
  BodyReference reference;
  Goal goal = pose_goal({0.03, 0, 0}, {0, 0, 0});
  for (int n = 0; n < 50; ++n) follow_goal(kConfig, goal, reference);
  goal.pd = false;
  int ticks = 0;
  for (; !is_stationary(reference) && ticks < 1000; ++ticks) follow_goal(kConfig, goal, reference);
  EXPECT_LT(ticks, 100);
  const Vector3d frozen = reference.X_WB.translation();
  for (int n = 0; n < 100; ++n) follow_goal(kConfig, goal, reference);
  EXPECT_EQ(reference.X_WB.translation(), frozen);
  goal.pd = true;
  for (int n = 0; n < 400; ++n) follow_goal(kConfig, goal, reference);
  EXPECT_EQ(reference.X_WB.translation(), goal.X_WB.translation());
}

TEST(BodyReference, WalksToAPoseAndWantsNothingThere) {
  Goal goal{.activity = Activity::kWalkTo};
  goal.X_WB.translation() = Vector3d(0.3, 0, 0);
  goal.v_WB = Vector3d(0.01, 0, 0);
  BodyReference start, there;
  there.X_WB = goal.X_WB;
  EXPECT_NEAR(path_speed(wanted_twist(kConfig, goal, kFast, start)), 0.01, 1e-12);
  EXPECT_EQ(path_speed(wanted_twist(kConfig, goal, kFast, there)), 0);
  goal.activity = Activity::kHold;
  EXPECT_EQ(path_speed(wanted_twist(kConfig, goal, kFast, start)), 0);
}

/// A walk that pauses every other half second and still reaches the requested mean speed.
TEST(BodyReference, MakesUpForPausesInAWalk) {
  const Goal goal{.activity = Activity::kWalk, .v_WB = {0.002, 0, 0}};
  BodyReference reference;
  constexpr int kTicks = 4000;
  double begin_m = 0;
  for (int n = 0; n < 2 * kTicks; ++n) {
    if (n == kTicks) begin_m = reference.X_WB.translation().x();
    const Twist twist = wanted_twist(kConfig, goal, kFast, reference);
    reference.budget_m = 0.015;
    advance_reference(kConfig, twist, n % 200 < 100, reference);
    count_lag(kConfig, goal, reference);
  }
  const double way_m = reference.X_WB.translation().x() - begin_m;
  EXPECT_NEAR(way_m, 0.002 * kTicks * kConfig.period_s, 0.0005);
}

TEST(BodyReference, CountsNoMoreLagThanFourSeconds) {
  const Goal goal{.activity = Activity::kWalk, .v_WB = {0.01, 0, 0}};
  BodyReference reference;
  for (int n = 0; n < 1000; ++n) count_lag(kConfig, goal, reference);
  EXPECT_DOUBLE_EQ(reference.lag_m, 0.04);
  EXPECT_NEAR(path_speed(wanted_twist(kConfig, goal, kFast, reference)), 0.03, 1e-12);
}

TEST(Trim, SendsTheBodyOnUntilTheErrorIsGone) {
  BodyReference reference;
  Isometry3d X_WB = Isometry3d::Identity();
  constexpr double kSag_m = 0.002;  // the body settles this far below its reference
  for (int n = 0; n < 1000; ++n) {
    X_WB = commanded_body(reference);
    X_WB.translation().z() -= kSag_m;
    trim(kConfig, X_WB, reference);
  }
  EXPECT_NEAR(X_WB.translation().z(), 0, 1e-6);
}

TEST(Trim, ComesBackFromPdOffWhereTheBodyIs) {
  BodyReference reference;
  Isometry3d X_WB = Isometry3d::Identity();
  X_WB.translation() = Vector3d(0.003, 0, -0.002);
  restart_trim(kConfig, X_WB, reference);
  trim(kConfig, X_WB, reference);
  EXPECT_LT((commanded_body(reference).translation() - X_WB.translation()).norm(), 1e-4);
}

/// If the body is farther away than the trim's limit, the reference moves to the body.
TEST(Trim, ComesBackFromAFarDriftWithinItsBound) {
  BodyReference reference;
  Isometry3d X_WB = Isometry3d::Identity();
  X_WB.translation() = Vector3d(0.2, 0, 0);
  restart_trim(kConfig, X_WB, reference);
  EXPECT_LT((commanded_body(reference).translation() - X_WB.translation()).norm(), 1e-12);
  EXPECT_NEAR(reference.trim_p_W.x(), kConfig.body.max_trim_m, 1e-12);
}

TEST(Trim, IsBounded) {
  BodyReference reference;
  Isometry3d X_WB = Isometry3d::Identity();
  X_WB.translation() = Vector3d(1, 0, 0);
  for (int n = 0; n < 10000; ++n) trim(kConfig, X_WB, reference);
  EXPECT_LE(reference.trim_p_W.norm(), kConfig.body.max_trim_m + 1e-12);
}

TEST(BodyReference, TurnsAboutTheAxesOfTheWorld) {
  Isometry3d X = Isometry3d::Identity();
  X.linear() = rotation_exp({1.2, 0, 0});
  const Isometry3d turned = moved(X, {.v_W = Vector3d::Zero(), .w_W = {0, 0, 0.5}}, 2);
  EXPECT_TRUE(turned.linear().isApprox(rotation_exp({0, 0, 1}) * X.linear(), 1e-12));
}

TEST(BodyReference, ReachesAPoseByTurningTheShortWay) {
  Goal goal{.activity = Activity::kWalkTo};
  goal.X_WB.linear() = rotation_exp({0, 0, 0.4});
  goal.v_WB = Vector3d(0.01, 0, 0);
  const Twist twist = wanted_twist(kConfig, goal, kFast, BodyReference{});
  EXPECT_GT(twist.w_W.z(), 0);
  EXPECT_NEAR(path_speed(twist), 0.01, 1e-12);  // the feet are 0.3 m away
  EXPECT_NEAR(twist.w_W.norm(), 0.01 / 0.3, 1e-12);
}

TEST(BodyReference, BrakesNoHarderThanItsAcceleration) {
  BodyReference reference;
  reference.budget_m = 0.015;
  const Twist twist{.v_W = {0.03, 0, 0}, .w_W = Vector3d::Zero()};
  double last_m_s = 0;
  for (int n = 0; n < 400; ++n) {
    advance_reference(kConfig, twist, false, reference);
    const double drop_m_s = last_m_s - reference.speed_m_s;
    ASSERT_LE(drop_m_s, 2.01 * kConfig.gait.acceleration_m_s2 * kConfig.period_s) << "tick " << n;
    last_m_s = reference.speed_m_s;
  }
  EXPECT_NEAR(reference.X_WB.translation().x(), 0.015, 1e-6);
}

TEST(Trim, TurnsTheBodyOnUntilTheErrorIsGoneAndIsBounded) {
  BodyReference reference;
  Isometry3d X_WB = Isometry3d::Identity();
  const Matrix3d sag = rotation_exp({0.004, 0, 0});
  for (int n = 0; n < 1000; ++n) {
    X_WB = commanded_body(reference);
    X_WB.linear() = sag * X_WB.linear();
    trim(kConfig, X_WB, reference);
  }
  EXPECT_LT(rotation_log(X_WB.linear()).norm(), 1e-6);
  X_WB.linear() = rotation_exp({1, 0, 0});
  for (int n = 0; n < 10000; ++n) trim(kConfig, X_WB, reference);
  EXPECT_LE(reference.trim_r_W.norm(), kConfig.body.max_trim_m / 0.3 + 1e-12);
}

TEST(Trim, ComesBackFromPdOffAsTheBodyLeans) {
  BodyReference reference;
  Isometry3d X_WB = Isometry3d::Identity();
  X_WB.linear() = rotation_exp({0.003, -0.002, 0.01});
  restart_trim(kConfig, X_WB, reference);
  trim(kConfig, X_WB, reference);
  EXPECT_LT(rotation_log(commanded_body(reference).linear() * X_WB.linear().transpose()).norm(),
            2e-4);
}

TEST(BodyReference, LeavesErrorsInsideTheDeadbandAndCountsOnlyWhatIsBeyond) {
  ControllerConfig config;
  config.body.deadband_m = 0.002;
  BodyReference reference;
  Isometry3d X_WB = Isometry3d::Identity();
  X_WB.translation() = Vector3d(0.0015, 0, 0);
  for (int n = 0; n < 1000; ++n) trim(config, X_WB, reference);
  EXPECT_TRUE(reference.trim_p_W.isZero());
  X_WB.translation() = Vector3d(0.003, 0, 0);
  trim(config, X_WB, reference);
  EXPECT_NEAR(reference.trim_p_W.x(), -0.001 * config.period_s * config.body.feedback_rate_1_s,
              1e-15);
}

TEST(BodyReference, LeavesTurnsInsideTheDeadbandOfTheFeet) {
  ControllerConfig config;
  config.body.deadband_m = 0.003;  // 10 mrad at 0.3 m
  BodyReference reference;
  Isometry3d X_WB = Isometry3d::Identity();
  X_WB.linear() = rotation_exp({0.009, 0, 0});
  for (int n = 0; n < 1000; ++n) trim(config, X_WB, reference);
  EXPECT_TRUE(reference.trim_r_W.isZero());
  X_WB.linear() = rotation_exp({0.012, 0, 0});
  trim(config, X_WB, reference);
  EXPECT_NEAR(reference.trim_r_W.x(), -0.002 * config.period_s * config.body.feedback_rate_1_s,
              1e-15);
}

/// A pose out of a leg's reach is not commanded for ever.
TEST(BodyReference, ComesBackToWhereTheBodyIsWhenALegDidNotReach) {
  const ControllerConfig config;
  Isometry3d X_WB = Isometry3d::Identity();
  X_WB.translation() = Vector3d(0.1, 0, 0.2);
  X_WB.linear() = rotation_exp(Vector3d(0, 0.2, 0));
  BodyReference r;
  r.trim_p_W = Vector3d(0.01, 0, 0);
  r.trim_r_W = Vector3d(0, 0.02, 0);
  give_way(config, X_WB, r);
  EXPECT_NEAR(r.X_WB.translation().z(), 0.2 * config.period_s / 0.1, 1e-12);
  for (int n = 0; n < 300; ++n) give_way(config, X_WB, r);
  EXPECT_LT((commanded_body(r).matrix() - X_WB.matrix()).norm(), 1e-9);
}

}  // namespace
}  // namespace ventosa::controller::body_reference_test
