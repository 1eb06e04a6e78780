#include "controller/kinematics/clearance.h"

#include <gtest/gtest.h>

#include <numbers>

#include "tests/controller/random_robot.h"
#include "tests/controller/romerin.h"

namespace ventosa::controller {
namespace {

constexpr double kLip_m = 0.09;

// no point of a grid on the segments is nearer, and one is as near as the grid is fine
TEST(Distance, OfSegmentsIsThatOfTheirNearestPoints) {
  test::Rng random(3);
  for (int trial = 0; trial < 300; ++trial) {
    const Vector3d a0 = test::any_vector(1, random), a1 = test::any_vector(1, random);
    const Vector3d b0 = test::any_vector(1, random), b1 = test::any_vector(1, random);
    constexpr int kGrid = 100;
    double least_m = 10;
    for (int i = 0; i <= kGrid; ++i)
      for (int k = 0; k <= kGrid; ++k)
        least_m =
            std::min(least_m, (a0 + (a1 - a0) * i / kGrid - b0 - (b1 - b0) * k / kGrid).norm());
    const double d_m = distance_m(a0, a1, b0, b1);
    ASSERT_LE(d_m, least_m + 1e-12) << trial;
    ASSERT_GE(d_m, least_m - 0.5 * ((a1 - a0).norm() + (b1 - b0).norm()) / kGrid) << trial;
  }
}

TEST(Distance, OfParallelCrossingAndPointSegments) {
  const Vector3d o = Vector3d::Zero(), x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
  EXPECT_DOUBLE_EQ(distance_m(o, x, z, x + z), 1);                         // side by side
  EXPECT_DOUBLE_EQ(distance_m(o, x, 3 * x, 5 * x), 2);                     // on one line
  EXPECT_DOUBLE_EQ(distance_m(-x, x, -y, y), 0);                           // through each other
  EXPECT_DOUBLE_EQ(distance_m(o, x, 2 * x + y, 2 * x + y), std::sqrt(2));  // a point
  EXPECT_DOUBLE_EQ(distance_m(o, o, y, y), 1);                             // two points
}

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
      least_m =
          std::min(least_m, (X_WB * pose.p_BJ[static_cast<std::size_t>(j)]).z() - kRodRadius_m);
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

TEST_F(Reach, FromAnotherLegGrowsWithTheWayBetweenThemAndIsMutual) {
  for (int trial = 0; trial < 100; ++trial) {
    const LegPose pose = any_pose();
    LegPose other = any_pose();
    const double here_m = distance_m(leg, pose, leg, other, kLip_m);
    EXPECT_NEAR(distance_m(leg, other, leg, pose, kLip_m), here_m, 1e-12);
    // far away the way dominates: it grows by as much as the leg is moved
    const auto moved_m = [&](double x_m) {
      LegPose far = other;
      for (Vector3d& p : far.p_BJ) p.x() += x_m;
      far.X_BF.translation().x() += x_m;
      return distance_m(leg, pose, leg, far, kLip_m);
    };
    EXPECT_NEAR(moved_m(1001) - moved_m(1000), 1, 1e-3);
  }
}

TEST_F(Reach, OfALipThatLiesOnAnotherLegIsNone) {
  const LegPose pose = any_pose();
  LegPose other = any_pose();
  const Vector3d way = pose.p_BJ[2] + Vector3d(0, 0, kLip_m) - other.X_BF.translation();
  for (Vector3d& p : other.p_BJ) p += way;
  other.X_BF.translation() += way;
  EXPECT_LE(distance_m(leg, pose, leg, other, kLip_m), 0);
}

}  // namespace
}  // namespace ventosa::controller
