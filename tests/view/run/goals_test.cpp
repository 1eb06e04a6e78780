#include "view/run/goals.h"

#include <gtest/gtest.h>

#include "tests/scenarios/session/stand.h"

namespace ventosa::view::goals_test {
namespace {

using controller::Activity;
using controller::Goal;
using controller::Vector3d;

/// Turned a quarter to the left.
Frame turned() {
  Frame frame;
  frame.plan.X_WB_reference.linear() =
      Eigen::AngleAxisd(1.5707963267948966, Vector3d::UnitZ()).toRotationMatrix();
  frame.plan.X_WB_reference.translation() = Vector3d(1, 2, 3);
  frame.goal.request.id = 7;
  frame.goal.pd = false;
  return frame;
}

TEST(Goals, WalkTheBodysWay) {
  const Goal goal = walking(turned(), {.forwards_m_s = 0.004, .turn_rad_s = 0.01});
  EXPECT_EQ(goal.activity, Activity::kWalk);
  EXPECT_TRUE(goal.v_WB.isApprox(Vector3d(0, 0.004, 0)));
  EXPECT_TRUE(goal.w_WB.isApprox(Vector3d(0, 0, 0.01)));
}

TEST(Goals, StandWhenNoWayIsAsked) {
  Frame frame = turned();
  frame.goal = walking(frame, {.left_m_s = 0.004});
  const Goal goal = walking(frame, {});
  EXPECT_EQ(goal.activity, Activity::kHold);
  EXPECT_TRUE(goal.v_WB.isZero());
}

TEST(Goals, ShiftTheBodyInItsFrame) {
  const Goal goal = shifted(turned(), Vector3d(0.01, 0, 0.02));
  EXPECT_EQ(goal.activity, Activity::kPose);
  EXPECT_TRUE(goal.X_WB.translation().isApprox(Vector3d(1, 2.01, 3.02)));
}

TEST(Goals, ShiftTheBodyTwiceBetweenTwoTicks) {
  Frame frame = turned();
  frame.goal = shifted(frame, Vector3d(0.01, 0, 0));
  EXPECT_TRUE(
      shifted(frame, Vector3d(0.01, 0, 0)).X_WB.translation().isApprox(Vector3d(1, 2.02, 3)));
}

/// A frame of the hexapod on point feet, whose gaits are wave, ripple and tripod.
Frame of_hexapod() {
  Frame frame;
  frame.scenario = std::make_shared<scenarios::Scenario>(scenarios::shipped("hexapod3_stand"));
  return frame;
}

TEST(Goals, LimitAWalkByItsGait) {
  Frame frame = of_hexapod();
  const double wave_m_s = walk_limits(frame).speed_m_s;
  frame.goal = in_gait(frame, 2);
  EXPECT_NEAR(wave_m_s, 0.0125, 1e-4);
  EXPECT_NEAR(walk_limits(frame).speed_m_s, 0.0476, 1e-4);
  EXPECT_GT(walk_limits(frame).turn_rad_s, 3 * wave_m_s);
}

TEST(Goals, GoThroughTheGaits) {
  Frame frame = of_hexapod();
  for (const int gait : {1, 2, controller::kFreeGait, 0}) {
    frame.goal = in_gait(frame, next_gait(frame));
    EXPECT_EQ(frame.goal.gait, gait);
  }
}

TEST(Goals, WalkOnInAnotherGait) {
  Frame frame = of_hexapod();
  frame.goal = walking(frame, {.forwards_m_s = 0.01});
  const Goal goal = in_gait(frame, 1);
  EXPECT_EQ(goal.activity, Activity::kWalk);
  EXPECT_EQ(goal.v_WB, frame.goal.v_WB);
}

/// A repeated request with the same number would be ignored.
TEST(Goals, KeepTheCountOfRequestsAndWhetherPdIsOn) {
  for (const Goal& goal : {walking(turned(), {}), walking(turned(), {.left_m_s = 0.001}),
                           shifted(turned(), Vector3d::UnitX())}) {
    EXPECT_EQ(goal.request.id, 7);
    EXPECT_FALSE(goal.pd);
  }
}

}  // namespace
}  // namespace ventosa::view::goals_test
