#include "controller/model/robot_model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace ventosa::controller::robot_model_test {
namespace {

Leg mounted(double yaw_rad, double pitch_rad, double roll_rad) {
  Leg leg;
  leg.X_BL.translate(Vector3d(0.1, 0.2, 0.3));
  leg.X_BL.rotate(Eigen::AngleAxisd(yaw_rad, Vector3d::UnitZ()));
  leg.X_BL.rotate(Eigen::AngleAxisd(pitch_rad, Vector3d::UnitY()));
  leg.X_BL.rotate(Eigen::AngleAxisd(roll_rad, Vector3d::UnitX()));
  return leg;
}

TEST(PointAhead, IsAlongTheYawOfAHipHoweverItIsPitchedAndRolled) {
  constexpr double kPi = std::numbers::pi, kYaw = 0.7;
  const Vector3d want(0.1 + 2 * std::cos(kYaw), 0.2 + 2 * std::sin(kYaw), 0.3 - 1);
  for (const double roll : {0.0, 0.4, kPi})
    for (const double pitch : {0.0, 0.3, -1.2})
      EXPECT_LT((mounted(kYaw, pitch, roll).point_ahead(2, 1) - want).norm(), 1e-12) << pitch;
  for (const double straight : {kPi / 2, -kPi / 2})  // down, up
    EXPECT_LT((mounted(kYaw, straight, 0).point_ahead(2, 1) - want).norm(), 1e-12) << straight;
}

TEST(Leg, NumbersItsJointsFromOneButTheFirstOfASevenJointModuleZero) {
  Leg six, seven;
  six.n_joints = 6, six.n_arm = 3;
  seven.n_joints = 7, seven.n_arm = 4;
  EXPECT_EQ(six.joint_number(0), 1);
  EXPECT_EQ(six.joint_number(5), 6);
  EXPECT_EQ(seven.joint_number(0), 0);
  EXPECT_EQ(seven.joint_number(6), 6);
}

}  // namespace
}  // namespace ventosa::controller::robot_model_test
