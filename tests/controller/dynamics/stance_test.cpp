#include "controller/dynamics/stance.h"

#include <gtest/gtest.h>

#include "tests/controller/weighed_stance.h"

namespace ventosa::controller::stance_test {
namespace {

struct StandingRobot : testing::Test {
  const RobotModel robot = test::robot("romerin4");
  Stance stance = test::weighed_stance(robot, Vector3d(-4, 1, -8.5));
};

TEST_F(StandingRobot, NeedsTheWeightOfAllButTheWristsThatHangOnTheCups) {
  double hanging_kg = 0;
  for (const Leg& leg : robot.leg)
    for (int k = leg.n_arm; k < leg.n_joints; ++k)
      hanging_kg += leg.link[static_cast<std::size_t>(k)].mass_kg;
  const Vector3d carried = -(robot.total_mass_kg() - hanging_kg) * stance.g_B;
  EXPECT_LT((required_wrench(robot, stance).head<3>() - carried).norm(), 1e-12);
}

TEST_F(StandingRobot, CarriesALiftedLegWhole) {
  const Vector6d before = required_wrench(robot, stance);
  const Vector6d lifted = required_wrench(robot, stance, LegSet(0b10));
  stance.leg[1].attached = false;
  EXPECT_EQ(required_wrench(robot, stance), lifted);
  const Vector3d more = (lifted - before).head<3>();
  const double wrist_kg = 0.205 + 0.120 + 0.292;
  EXPECT_LT((more + wrist_kg * stance.g_B).norm(), 1e-12);
}

TEST_F(StandingRobot, ResistsTheMotionThatItsJointsAndGyroscopeShow) {
  const Vector3d v(0.02, -0.01, 0.03);
  stance.w_WB_B = Vector3d(0.1, 0.2, -0.3);
  for (StanceLeg& leg : stance.leg) leg.v_BW = -(v + stance.w_WB_B.cross(leg.pose.p_BW));
  const Vector6d wrench = damping_wrench(robot, {.damping_Ns_m = 60, .damping_Nms_rad = 3}, stance);
  EXPECT_LT((wrench.head<3>() + 60 * v).norm(), 1e-12);
  EXPECT_LT((wrench.tail<3>() + 3 * stance.w_WB_B).norm(), 1e-12);
}

}  // namespace
}  // namespace ventosa::controller::stance_test
