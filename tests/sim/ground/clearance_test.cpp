#include "sim/ground/clearance.h"

#include <gtest/gtest.h>

#include <numbers>

#include "tests/sim/stands.h"

/// Clearance of robots of simple shapes, in closed form.
namespace ventosa::sim::clearance_test {
namespace {

using controller::Isometry3d;
using controller::kSelfRange_m;
using controller::Leg;
using controller::PartId;
using controller::Patch;
using controller::PatchList;
using controller::Vector2d;
using controller::Vector3d;

constexpr double kTolerance_m = 2e-6;  // that of convex.h
constexpr double kLip_m = 0.09, kRod_m = 0.02;
constexpr double kTilt_rad = 18 * std::numbers::pi / 180;
constexpr PartId kBody{};
constexpr PartId kArm{0, 1}, kLast{0, 2}, kFoot{0, 3};

/// A body whose one leg goes 0.3 m ahead from its hip and then 0.2 m down to its lip. Its first
/// link has no length.
controller::RobotModel crane() {
  controller::RobotModel robot = one_cup({}).nominal;
  Leg& leg = robot.leg.front();
  leg.n_joints = 3;
  leg.n_arm = 2;
  for (const std::size_t j : {0U, 1U, 2U}) {
    leg.joint[j].axis = Vector3d::UnitY();
    leg.link[j].radius_m = kRod_m;
  }
  leg.joint[2].p_PJ = {0.3, 0, 0};
  leg.X_JF.translation() = Vector3d(0, 0, -0.2);
  leg.foot.hold = controller::Cup{
      .lip_radius_m = kLip_m, .rim_m = 0.008, .height_m = 0.045, .neck_radius_m = 0.02};
  robot.body_box = {{.half_extent_m = {0.1, 0.1, 0.03}}};
  return robot;
}

/// A horizontal patch whose middle is at a point, and one that faces -x.
Patch level(const Vector3d& p_WS, const Vector2d& half_extent_m = {2, 2}) {
  Patch patch;
  patch.X_WS = Eigen::Translation3d(p_WS);
  patch.half_extent_m = half_extent_m;
  return patch;
}
Patch wall(double x_m) {
  Patch patch = level({x_m, 0, 0});
  patch.X_WS.rotate(Eigen::AngleAxisd(-std::numbers::pi / 2, Vector3d::UnitY()));
  return patch;
}

/// The crane, its lip 0.3 m ahead of the world's origin, over patches.
struct Crane : testing::Test {
  controller::RobotModel robot = crane();
  Isometry3d X_WB{Eigen::Translation3d(0, 0, 0.2)};
  controller::PerJoint<double> q_rad{};
  PatchList patches;
  ReliefList relief;
  int under = -1;  ///< patch under the foot

  void add(const Patch& patch) { patches.patch[static_cast<std::size_t>(patches.n++)] = patch; }
  /// Tilts the robot about its foot, which stays on the ground, by raising its body.
  void tilt(double angle_rad) {
    const Vector3d p_WF(0.3, 0, 0);
    X_WB = Eigen::Translation3d(p_WF) * Eigen::AngleAxisd(angle_rad, Vector3d::UnitY()) *
           Eigen::Translation3d(-p_WF) * X_WB;
  }
  /// Lifts the foot with the whole robot.
  void lift(double height_m) { X_WB.pretranslate(Vector3d(0, 0, height_m)); }
  Clearance now() const {
    controller::PerLeg<controller::LegPose> pose;
    pose[0] = leg_pose(robot.leg[0], q_rad);
    controller::PerLeg<int> foot_patch;
    foot_patch.fill(under);
    return clearance_of({robot, X_WB, pose, foot_patch}, Ground(patches, relief, 1));
  }
  void expect(double distance_m, PartId part, int patch) const {
    const Clearance found = now();
    EXPECT_NEAR(found.distance_m, distance_m, kTolerance_m);
    EXPECT_EQ(found.part, part) << "leg " << found.part.leg << " link " << found.part.link;
    EXPECT_EQ(found.patch, patch);
  }
  void expect_none() const { expect(kSelfRange_m, kBody, -1); }
};

TEST_F(Crane, HasNoneWithoutASurfaceInRange) {
  expect_none();
  add(level({0, 0, -0.1}));
  expect_none();
}

TEST_F(Crane, CountsItsBodyAtEverySurface) {
  add(level({0, 0, 0.13}, {0.15, 0.15}));
  for (const int patch : {-1, 0}) {
    under = patch;
    expect(0.04, kBody, 0);
    lift(-0.05);
    expect(-0.01, kBody, 0);
    lift(0.05);
  }
}

TEST_F(Crane, LeavesOutTheSurfaceThatItsFootIsSealedOn) {
  add(level({0, 0, 0}));
  tilt(kTilt_rad);
  lift(0.05);
  under = 0;
  expect_none();
  under = -1;
  expect(0.05 - kLip_m * std::sin(kTilt_rad), kFoot, 0);
}

TEST_F(Crane, LeavesOutTheSurfaceThatItsFootLeavesOrLandsOn) {
  add(level({0, 0, 0}));
  for (const double height_m : {-0.003, 0.004, 0.03}) {
    lift(height_m);
    expect_none();
    lift(-height_m);
  }
  lift(0.03);
  tilt(0.8 * kTilt_rad);
  expect_none();
}

TEST_F(Crane, CountsASurfaceThatItsFootIsIn) {
  add(level({0, 0, 0}));
  lift(-0.02);
  expect(-0.02, kFoot, 0);
}

TEST_F(Crane, CountsASurfaceOnWhichItsFootDoesNotFit) {
  add(level({0.3, 0, 0}, {0.08, 0.08}));
  lift(0.004);
  expect(0.004, kFoot, 0);
}

TEST_F(Crane, CountsASurfaceWhoseEdgeIsUnderItsFoot) {
  add(level({0.35, 0, 0}, {0.1, 0.2}));
  lift(0.004);
  expect(0.004, kFoot, 0);
}

TEST_F(Crane, CountsAnotherSurfaceBesideItsFoot) {
  add(level({0, 0, 0}));
  add(wall(0.3 + kLip_m + 0.002));
  for (const int patch : {-1, 0}) {
    under = patch;
    expect(0.002, kFoot, 1);
  }
}

TEST_F(Crane, CountsAnotherSurfaceBesideItsLastLink) {
  add(level({0, 0, 0}));
  Patch plate = wall(0.3 + kRod_m + 0.03);
  plate.X_WS.translation().z() = 0.12;
  plate.half_extent_m.setConstant(0.03);
  add(plate);
  expect(0.03, kLast, 1);
}

/// Two tiles with a gap of 5 mm. The lip ends in the middle of the gap.
TEST_F(Crane, TakesTilesOfOnePlaneForOneSurface) {
  add(level({0.29, 0, 0}, {0.0975, 0.2}));
  add(level({0.4925, 0, 0}, {0.1, 0.2}));
  under = 0;
  expect_none();
  patches.patch[1].X_WS.translation().z() = 0.01;
  expect(0.0025, kFoot, 1);
}

TEST_F(Crane, CountsItsArmAtTheSurfaceUnderItsFoot) {
  robot.leg[0].X_JF.translation().z() = -0.06;
  robot.body_box = {{.half_extent_m = {0.01, 0.01, 0.01}}};
  X_WB.translation().z() = 0.06;
  add(level({1.1, 0, 0}, {1, 1}));
  under = 0;
  expect(0.04, kArm, 0);
}

TEST_F(Crane, LeavesOutASurfaceWithARelief) {
  add(level({0, 0, 0.15}, {0.15, 0.15}));
  expect(0.02, kBody, 0);
  relief[0] = ReliefOptions{.seed = 1, .height_m = 0.01, .correlation_m = 0.2};
  expect_none();
}

TEST_F(Crane, OnAPointMayLeanOverItsSurface) {
  robot.leg[0].foot.hold = controller::PointFoot{};
  add(level({0, 0, 0}));
  for (const double lean_rad : {0.0, 0.85}) {
    tilt(lean_rad);
    lift(0.004);
    expect_none();
    lift(-0.004);
  }
  tilt(0.25);
  lift(0.004);
  EXPECT_LT(now().distance_m, 0.005);
  EXPECT_EQ(now().patch, 0);
  under = 0;
  expect_none();
}

}  // namespace
}  // namespace ventosa::sim::clearance_test
