#include "controller/kinematics/clearance.h"

#include <gtest/gtest.h>

#include <numbers>

#include "tests/controller/random_robot.h"
#include "tests/controller/romerin.h"

namespace ventosa::controller {
namespace {

constexpr double kLip_m = 0.09, kRadius_m = 0.02;

struct Reach : testing::Test {
  const RobotModel robot = test::robot("romerin4");
  const Leg& leg = robot.leg[0];
  test::Rng random{5};
  Patch ground;

  Reach() { ground.half_extent_m.setConstant(5); }
  LegPose any_pose() { return leg_pose(leg, test::any_joints(1.5, random)); }
};

// the rim sampled, the joints one by one
TEST_F(Reach, FromASurfaceIsThatOfTheDeepestPoint) {
  for (int trial = 0; trial < 300; ++trial) {
    const LegPose pose = any_pose();
    Isometry3d X_WB = Isometry3d::Identity();
    X_WB.rotate(Eigen::AngleAxisd(0.3, test::any_vector(1, random).normalized()));
    X_WB.pretranslate(Vector3d(0.2, 0.1, 1.5));
    double least_m = 10;
    for (int j = 1; j < leg.n_joints; ++j)
      least_m = std::min(least_m, (X_WB * pose.p_BJ[static_cast<std::size_t>(j)]).z() - kRadius_m);
    for (int k = 0; k < 3600; ++k) {
      const double turn = 2 * std::numbers::pi * k / 3600;
      const Vector3d rim_F(kLip_m * std::cos(turn), kLip_m * std::sin(turn), 0);
      least_m = std::min(least_m, (X_WB * (pose.X_BF * rim_F)).z());
    }
    ASSERT_NEAR(distance_m(leg, pose, kLip_m, ground, X_WB), least_m, 1e-6);
  }
}

TEST_F(Reach, CountsOnlySurfacesThatTheLegIsOver) {
  const LegPose pose = any_pose();
  Isometry3d X_WB = Isometry3d::Identity();
  X_WB.translation() = Vector3d(0, 0, 1.5);
  EXPECT_LT(distance_m(leg, pose, kLip_m, ground, X_WB), 2);
  Patch aside = ground;
  aside.half_extent_m.setConstant(0.1);
  aside.X_WS.translation() = Vector3d(3, 0, 0);
  EXPECT_EQ(distance_m(leg, pose, kLip_m, aside, X_WB), std::numeric_limits<double>::infinity());
}

TEST_F(Reach, IsTheSameFromBehindASurface) {
  Patch turned = ground;
  turned.X_WS.linear() = Eigen::AngleAxisd(std::numbers::pi, Vector3d::UnitX()).toRotationMatrix();
  for (int trial = 0; trial < 50; ++trial) {
    const LegPose pose = any_pose();
    Isometry3d X_WB = Isometry3d::Identity();
    X_WB.translation() = Vector3d(0, 0, 1.5);
    EXPECT_NEAR(distance_m(leg, pose, kLip_m, turned, X_WB),
                distance_m(leg, pose, kLip_m, ground, X_WB), 1e-12);
  }
}

}  // namespace
}  // namespace ventosa::controller
