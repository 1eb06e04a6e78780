#include "view/run/goals.h"

#include <gtest/gtest.h>

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
