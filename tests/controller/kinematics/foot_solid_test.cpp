#include <gtest/gtest.h>

#include <numbers>

#include "controller/kinematics/convex.h"
#include "tests/controller/romerin.h"

/// The room that a point foot takes.
namespace ventosa::controller::foot_solid_test {
namespace {

constexpr double kDeg = std::numbers::pi / 180;

/// A foot that stands at the origin of level ground, tilted about any horizontal axis.
Isometry3d standing_foot(double tilt_rad, double about_rad) {
  const Vector3d axis(std::cos(about_rad), std::sin(about_rad), 0);
  Isometry3d X_WF = Isometry3d::Identity();
  X_WF.linear() = Eigen::AngleAxisd(tilt_rad, axis) *
                  Eigen::AngleAxisd(std::numbers::pi, Vector3d::UnitX()).toRotationMatrix();
  return X_WF;
}

/// Height of the lowest point of the last link's rod, which ends where the foot begins.
double lowest_m(const Leg& leg, const Isometry3d& X_WF) {
  const Isometry3d X_WJ = X_WF * leg.X_JF.inverse();
  const double radius_m = leg.link[static_cast<std::size_t>(leg.n_joints) - 1].radius_m;
  return std::min(X_WJ.translation().z(), foot_solid(leg, X_WF).to.z()) - radius_m;
}

TEST(FootSolid, KeepsTheLastLinkOffTheGroundUpTo60DegreesOfTilt) {
  const Leg leg = test::robot("hexapod3").leg[0];
  for (double about = 0; about < 6.28; about += 0.3) {
    for (double tilt = 0; tilt < 59.9; tilt += 3.1)
      EXPECT_GT(lowest_m(leg, standing_foot(tilt * kDeg, about)), 0) << tilt << " deg";
    EXPECT_NEAR(lowest_m(leg, standing_foot(60 * kDeg, about)), 0, 1e-12);
  }
}

TEST(FootSolid, OfAPointFootIsASegmentToThePointWhereItStands) {
  const Leg leg = test::robot("hexapod3").leg[0];
  const Isometry3d X_WF = standing_foot(0.4, 0.7);
  const Convex foot = foot_solid(leg, X_WF);
  EXPECT_EQ(foot.shape, SolidShape::kRod);
  EXPECT_EQ(foot.radius_m, 0);
  EXPECT_EQ(foot.from, X_WF.translation());
  EXPECT_EQ(foot.cup, nullptr);
  // towards the last joint
  const Vector3d up = (X_WF * leg.X_JF.inverse()).translation() - foot.from;
  EXPECT_LT((foot.to - foot.from).normalized().cross(up.normalized()).norm(), 1e-12);
  EXPECT_LT((foot.to - foot.from).norm(), up.norm());
}

TEST(FootSolid, OfACupIsTheCup) {
  const Leg leg = test::robot("romerin4").leg[0];
  const Convex foot = foot_solid(leg, Isometry3d::Identity());
  EXPECT_EQ(foot.shape, SolidShape::kCup);
  EXPECT_EQ(foot.cup, leg.cup());
  EXPECT_NEAR(foot.to.z(), -leg.cup()->height_m, 1e-15);
}

}  // namespace
}  // namespace ventosa::controller::foot_solid_test
