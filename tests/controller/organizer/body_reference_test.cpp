#include "controller/organizer/body_reference.h"

#include <gtest/gtest.h>

#include "controller/model/rotation.h"

namespace ventosa::controller {
namespace {

const ControllerConfig kConfig{};

TEST(BodyReference, WalksItsBudgetWithinSpeedAndAccelerationAndStopsThere) {
  State state;
  state.budget_m = 0.015;
  const Twist twist{.v_W = {0.01, 0, 0}, .w_W = Vector3d::Zero()};
  double last_m = 0, last_m_s = 0;
  for (int n = 0; n < 400; ++n) {
    advance(kConfig, twist, false, state);
    const double x_m = state.X_WB_reference.translation().x();
    const double speed_m_s = (x_m - last_m) / kConfig.period_s;
    ASSERT_LE(speed_m_s, 0.01 + 1e-12);
    ASSERT_LE(speed_m_s - last_m_s, kConfig.gait.acceleration_m_s2 * kConfig.period_s + 1e-9);
    last_m = x_m, last_m_s = speed_m_s;
  }
  EXPECT_NEAR(last_m, 0.015, 1e-6);
}

TEST(BodyReference, PausesWithoutAJumpInSpeed) {
  State state;
  state.budget_m = 1;
  const Twist twist{.v_W = {0.01, 0, 0}, .w_W = Vector3d::Zero()};
  for (int n = 0; n < 100; ++n) advance(kConfig, twist, false, state);
  const double before_m_s = state.speed_m_s;
  advance(kConfig, twist, true, state);
  EXPECT_NEAR(before_m_s - state.speed_m_s, 0.0005, 1e-12);
  for (int n = 0; n < 100; ++n) advance(kConfig, twist, true, state);
  EXPECT_EQ(state.speed_m_s, 0);
}

Goal pose_goal(const Vector3d& p_WB, const Vector3d& turn_rad) {
  Goal goal{.activity = Activity::kPose};
  goal.X_WB.translation() = p_WB;
  goal.X_WB.linear() = rotation_exp(turn_rad);
  return goal;
}

TEST(BodyReference, ReachesAGoalPoseAndStandsThere) {
  State state;
  const Goal goal = pose_goal({0.03, 0.04, 0}, {0, 0, 0.3});
  lead(kConfig, goal, state);
  EXPECT_FALSE(stands(state));
  for (int n = 0; n < 400; ++n) lead(kConfig, goal, state);
  EXPECT_EQ(state.X_WB_reference.translation(), goal.X_WB.translation());
  EXPECT_EQ(state.X_WB_reference.linear(), goal.X_WB.linear());
  EXPECT_TRUE(stands(state));
}

TEST(BodyReference, MovesWithAVelocityAndBrakesWhenItIsOver) {
  State state;
  const Goal move{.activity = Activity::kMove, .v_WB = {0, 0.02, 0}};
  for (int n = 0; n < 200; ++n) lead(kConfig, move, state);
  const double y_m = state.X_WB_reference.translation().y();
  lead(kConfig, move, state);
  EXPECT_NEAR(state.X_WB_reference.translation().y() - y_m, 0.0002, 1e-9);
  for (int n = 0; n < 200; ++n) lead(kConfig, {}, state);
  EXPECT_TRUE(stands(state));
  const Vector3d end = state.X_WB_reference.translation();
  lead(kConfig, {}, state);
  EXPECT_EQ(state.X_WB_reference.translation(), end);
  EXPECT_GT(end.y(), y_m);
  EXPECT_EQ(end.x(), 0);
}

TEST(BodyReference, StandsStillWhilePositionControlShallBeOff) {
  State state;
  Goal goal = pose_goal({0.03, 0, 0}, {0, 0, 0});
  for (int n = 0; n < 50; ++n) lead(kConfig, goal, state);
  goal.pd = false;
  int ticks = 0;
  for (; !stands(state) && ticks < 1000; ++ticks) lead(kConfig, goal, state);
  EXPECT_LT(ticks, 100);
  const Vector3d frozen = state.X_WB_reference.translation();
  for (int n = 0; n < 100; ++n) lead(kConfig, goal, state);
  EXPECT_EQ(state.X_WB_reference.translation(), frozen);
  goal.pd = true;
  for (int n = 0; n < 400; ++n) lead(kConfig, goal, state);
  EXPECT_EQ(state.X_WB_reference.translation(), goal.X_WB.translation());
}

TEST(BodyReference, WalksToAPoseAndWantsNothingThere) {
  Goal goal{.activity = Activity::kWalkTo};
  goal.X_WB.translation() = Vector3d(0.3, 0, 0);
  goal.v_WB = Vector3d(0.01, 0, 0);
  EXPECT_NEAR(path_speed(wanted_twist(kConfig, goal, Isometry3d::Identity())), 0.01, 1e-12);
  EXPECT_EQ(path_speed(wanted_twist(kConfig, goal, goal.X_WB)), 0);
  goal.activity = Activity::kHold;
  EXPECT_EQ(path_speed(wanted_twist(kConfig, goal, Isometry3d::Identity())), 0);
}

TEST(Trim, SendsTheBodyOnUntilTheErrorIsGone) {
  State state;
  constexpr double kSag_m = 0.002;  // the body settles this far below where it is sent
  for (int n = 0; n < 1000; ++n) {
    state.X_WB = commanded_body(state);
    state.X_WB.translation().z() -= kSag_m;
    trim(kConfig, true, state);
  }
  EXPECT_NEAR(state.X_WB.translation().z(), 0, 1e-6);
}

TEST(Trim, ComesBackFromPdOffWhereTheBodyIs) {
  State state;
  trim(kConfig, false, state);
  state.X_WB.translation() = Vector3d(0.003, 0, -0.002);
  trim(kConfig, false, state);
  EXPECT_TRUE(commanded_body(state).isApprox(state.X_WB_reference));
  trim(kConfig, true, state);
  EXPECT_LT((commanded_body(state).translation() - state.X_WB.translation()).norm(), 1e-4);
}

TEST(Trim, IsBounded) {
  State state;
  state.X_WB.translation() = Vector3d(1, 0, 0);
  for (int n = 0; n < 10000; ++n) trim(kConfig, true, state);
  EXPECT_LE(state.trim_p_W.norm(), kConfig.body.max_trim_m + 1e-12);
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
  const Twist twist = wanted_twist(kConfig, goal, Isometry3d::Identity());
  EXPECT_GT(twist.w_W.z(), 0);
  EXPECT_NEAR(path_speed(twist), 0.01, 1e-12);  // of the feet, 0.3 m away
  EXPECT_NEAR(twist.w_W.norm(), 0.01 / 0.3, 1e-12);
}

TEST(BodyReference, BrakesNoHarderThanItsAcceleration) {
  State state;
  state.budget_m = 0.015;
  const Twist twist{.v_W = {0.03, 0, 0}, .w_W = Vector3d::Zero()};
  double last_m_s = 0;
  for (int n = 0; n < 400; ++n) {
    advance(kConfig, twist, false, state);
    const double drop_m_s = last_m_s - state.speed_m_s;
    ASSERT_LE(drop_m_s, 2.01 * kConfig.gait.acceleration_m_s2 * kConfig.period_s) << "tick " << n;
    last_m_s = state.speed_m_s;
  }
  EXPECT_NEAR(state.X_WB_reference.translation().x(), 0.015, 1e-6);
}

TEST(Trim, TurnsTheBodyOnUntilTheErrorIsGoneAndIsBounded) {
  State state;
  const Matrix3d sag = rotation_exp({0.004, 0, 0});
  for (int n = 0; n < 1000; ++n) {
    state.X_WB = commanded_body(state);
    state.X_WB.linear() = sag * state.X_WB.linear();
    trim(kConfig, true, state);
  }
  EXPECT_LT(rotation_log(state.X_WB.linear()).norm(), 1e-6);
  state.X_WB.linear() = rotation_exp({1, 0, 0});
  for (int n = 0; n < 10000; ++n) trim(kConfig, true, state);
  EXPECT_LE(state.trim_r_W.norm(), kConfig.body.max_trim_m / 0.3 + 1e-12);
}

TEST(Trim, ComesBackFromPdOffAsTheBodyLeans) {
  State state;
  trim(kConfig, false, state);
  state.X_WB.linear() = rotation_exp({0.003, -0.002, 0.01});
  trim(kConfig, true, state);
  EXPECT_LT(rotation_log(commanded_body(state).linear() * state.X_WB.linear().transpose()).norm(),
            2e-4);
}

TEST(BodyReference, LeavesErrorsInsideTheDeadbandAndCountsOnlyWhatIsBeyond) {
  ControllerConfig config;
  config.body.deadband_m = 0.002;
  State state;
  state.X_WB.translation() = Vector3d(0.0015, 0, 0);
  for (int n = 0; n < 1000; ++n) trim(config, true, state);
  EXPECT_TRUE(state.trim_p_W.isZero());
  state.X_WB.translation() = Vector3d(0.003, 0, 0);
  trim(config, true, state);
  EXPECT_NEAR(state.trim_p_W.x(), -0.001 * config.period_s * config.body.feedback_rate_1_s, 1e-15);
}

TEST(BodyReference, LeavesTurnsInsideTheDeadbandOfTheFeet) {
  ControllerConfig config;
  config.body.deadband_m = 0.003;  // 10 mrad at 0.3 m
  State state;
  state.X_WB.linear() = rotation_exp({0.009, 0, 0});
  for (int n = 0; n < 1000; ++n) trim(config, true, state);
  EXPECT_TRUE(state.trim_r_W.isZero());
  state.X_WB.linear() = rotation_exp({0.012, 0, 0});
  trim(config, true, state);
  EXPECT_NEAR(state.trim_r_W.x(), -0.002 * config.period_s * config.body.feedback_rate_1_s, 1e-15);
}

}  // namespace
}  // namespace ventosa::controller
