#include "controller/organizer/foothold_choice.h"

#include <gtest/gtest.h>

#include "tests/controller/romerin.h"

namespace ventosa::controller::foothold_choice_test {
namespace {

TEST(Footholds, AreNominalUnderABodyThatHasGoneOn) {
  const RobotModel robot = test::robot("romerin4");
  const Isometry3d X_WB(Eigen::Translation3d(0, 0, 0.137));
  const Twist forward{.v_W = {0.02, 0, 0}, .w_W = Vector3d::Zero()};
  const Vector3d place = nominal_place(robot, 0, X_WB, forward, 0.015 + 0.045 / 2);
  const Vector3d nominal = X_WB * robot.leg[0].p_BW_nominal;
  EXPECT_NEAR(place.x() - nominal.x(), 0.015 + 0.045 / 2, 1e-12);
  EXPECT_NEAR(place.y(), nominal.y(), 1e-12);
}

TEST(Footholds, AreNominalUnderABodyThatStands) {
  const RobotModel robot = test::robot("romerin4");
  for (int leg = 0; leg < 4; ++leg) {
    const Vector3d nominal = robot.leg[static_cast<std::size_t>(leg)].p_BW_nominal;
    const Vector3d place = nominal_place(robot, leg, Isometry3d::Identity(),
                                         {Vector3d::Zero(), Vector3d::Zero()}, 0.015);
    EXPECT_LT((place - nominal).norm(), 1e-12);
  }
}

TEST(Footholds, LieAheadOfABodyThatTurns) {
  const Isometry3d X_WB(Eigen::Translation3d(1, 0, 0));
  const Twist turn{.v_W = Vector3d::Zero(), .w_W = {0, 0, 0.1}};
  EXPECT_LT((heading_at(turn, {1.3, 0, 0}, X_WB) - Vector3d::UnitY()).norm(), 1e-12);
  EXPECT_EQ(heading_at({Vector3d::Zero(), Vector3d::Zero()}, {1, 2, 3}, X_WB), Vector3d::Zero());
}

}  // namespace
}  // namespace ventosa::controller::foothold_choice_test
