#include "controller/trajectory/swing_clearance.h"

#include <gtest/gtest.h>

#include "controller/kinematics/clearance.h"
#include "tests/controller/romerin.h"

namespace ventosa::controller::swing_clearance_test {
namespace {

/// The left front leg of a quadruped whose body is at the origin, on its nominal place; it steps
/// 0.1 m ahead.
struct SwingClearance : testing::Test {
  static constexpr double kWay_m = 0.1;
  const RobotModel robot = test::robot("romerin4");
  const Leg& leg = robot.leg[0];
  const double ground_m = leg.p_BW_nominal.z() - leg.foot.standoff_m;
  const double x_m = leg.p_BW_nominal.x(), y_m = leg.p_BW_nominal.y();
  const PerJoint<double> q_rad = test::nominal_pose(leg);
  ControllerConfig config;
  PatchList patches;
  SwingPath path{
      .p_from_W = leg.p_BW_nominal,
      .z_from_W = -Vector3d::UnitZ(),
      .goal = {.p_WW = leg.p_BW_nominal + Vector3d(kWay_m, 0, 0), .z_WF = -Vector3d::UnitZ()}};

  SwingClearance() { add({0, 0, 0}, 3); }
  Patch& add(const Vector3d& over_ground, double half_m) {
    Patch& patch = patches.patch[static_cast<std::size_t>(patches.n++)];
    patch = {.half_extent_m = {half_m, half_m}, .friction = 0.6};
    patch.X_WS.translation() = over_ground + Vector3d(0, 0, ground_m);
    return patch;
  }
  mutable int poses_looked_at = 0;
  SwingWay way() const {
    int poses_left = 0;
    const SwingWay way =
        way_of({leg, patches, poses_left}, Isometry3d::Identity(), config, path, q_rad);
    poses_looked_at = -poses_left;
    return way;
  }
  SwingWay landing() const {
    int poses_left = 0;
    return landing_of({leg, patches, poses_left}, Isometry3d::Identity(), config, path, q_rad);
  }
};

TEST_F(SwingClearance, IsThereOverOneSurface) {
  EXPECT_EQ(way(), SwingWay::kFree);
  EXPECT_EQ(landing(), SwingWay::kFree);
}

/// Another surface in the same plane, and one slightly above it, as detected by a camera.
TEST_F(SwingClearance, IsThereWhereSurfacesOverlap) {
  add({0.5, 0, 0}, 1);
  add({0.5, 0, 0.003}, 1);
  EXPECT_EQ(way(), SwingWay::kFree);
  EXPECT_EQ(landing(), SwingWay::kFree);
}

TEST_F(SwingClearance, EndsWhereAPlateStandsHigherThanTheFootIsLifted) {
  for (const double height_m : {0.01, 0.025, 0.04}) {
    patches.n = 1;
    add({x_m + kWay_m / 2, y_m + 0.1, height_m}, 0.01);
    path.form.higher_m = 0;
    const bool clear = height_m < config.gait.lift_m - kLeastClearance_m;
    EXPECT_EQ(way(), clear ? SwingWay::kFree : SwingWay::kObstructed) << height_m;
    path.form.higher_m = 0.04;
    EXPECT_EQ(way(), SwingWay::kFree) << height_m;
  }
}

TEST_F(SwingClearance, EndsAtTheEdgeOfAStep) {
  patches.patch[0].half_extent_m = {0.1, 0.5};
  patches.patch[0].X_WS.translation() = Vector3d(x_m, y_m, ground_m);
  Patch& step = add({x_m + 0.6, y_m, 0.03}, 0.5);
  path.goal.p_WW = leg.p_BW_nominal + Vector3d(0.2, 0, 0.03);
  EXPECT_EQ(landing(), SwingWay::kFree);
  EXPECT_EQ(way(), SwingWay::kObstructed);
  path.form.higher_m = 0.04;
  EXPECT_EQ(way(), SwingWay::kFree);
  step.X_WS.translation().z() -= 0.03;
  path.goal.p_WW.z() -= 0.03;
  path.form.higher_m = 0;
  EXPECT_EQ(way(), SwingWay::kFree);
}

TEST_F(SwingClearance, EndsUnderAPlate) {
  add({x_m + kWay_m, y_m, 0.1}, 0.1);
  EXPECT_EQ(landing(), SwingWay::kObstructed);
  EXPECT_EQ(way(), SwingWay::kObstructed);
}

/// 5 mm beside its lip: the foot may move away from it or along it.
TEST_F(SwingClearance, IsNotAskedForWhereTheFootStands) {
  add({x_m - 0.09 - 0.005 - 0.02, y_m, 0.03}, 0.02);
  EXPECT_EQ(way(), SwingWay::kFree);
  path.goal.p_WW = leg.p_BW_nominal - Vector3d(0.03, 0, 0);
  EXPECT_EQ(way(), SwingWay::kObstructed);
}

TEST_F(SwingClearance, CountsThePosesThatItLooksAt) {
  EXPECT_EQ(way(), SwingWay::kFree);
  EXPECT_EQ(poses_looked_at, 0) << "one surface";
  add({0.5, 0, 0}, 1);
  EXPECT_EQ(way(), SwingWay::kFree);
  EXPECT_EQ(poses_looked_at, 33);
}

TEST_F(SwingClearance, IsNotFoundBeyondReach) {
  add({0.5, 0, 0}, 1);
  path.goal.p_WW.x() += 2;
  EXPECT_EQ(way(), SwingWay::kUnreachable);
  EXPECT_EQ(landing(), SwingWay::kUnreachable);
  path.goal.p_WW.x() = std::nan("");
  EXPECT_EQ(landing(), SwingWay::kUnreachable);
}

}  // namespace
}  // namespace ventosa::controller::swing_clearance_test
