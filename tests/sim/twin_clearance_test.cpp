#include <gtest/gtest.h>

#include <numbers>

#include "sim/mujoco/world.h"
#include "tests/sim/feet/walking_robot.h"
#include "tests/sim/stands.h"

/// The clearance of the twin's true state.
namespace ventosa::sim::twin_clearance_test {
namespace {

using controller::kSelfRange_m;
using controller::PartId;
using controller::Patch;
using controller::Vector3d;

constexpr double kCeiling_rad = std::numbers::pi;
constexpr double kTolerance_m = 2e-6;  // that of convex.h

void add(const Patch& patch, TwinConfig& config) {
  config.patches.patch[static_cast<std::size_t>(config.patches.n++)] = patch;
}

void expect(const Truth& truth, double distance_m, PartId part, int patch) {
  EXPECT_NEAR(truth.clearance.distance_m, distance_m, kTolerance_m);
  EXPECT_EQ(truth.clearance.part, part);
  EXPECT_EQ(truth.clearance.patch, patch);
}
void expect_none(const Truth& truth) { expect(truth, kSelfRange_m, {}, -1); }

TEST(TrueClearance, IsThatOfTheBodyOverTheSurfaceOfItsCup) {
  Twin twin(one_cup({}), stuck({}, 0, 100));
  expect(twin.truth(), 0.03, {}, 0);
}

TEST(TrueClearance, FollowsABodyThatFalls) {
  TwinConfig config = stuck({}, 0, 0);
  config.leg[0].attached = false;
  config.X_WB = Eigen::Translation3d(0, 0, 0.06) * Eigen::AngleAxisd(M_PI, Vector3d::UnitX());
  const models::Robot robot = one_cup({});
  Twin twin(robot, config);
  expect(twin.truth(), 0.04, {}, 0);
  run(twin, {}, 0.05);
  const double height_m = twin.truth().X_WB.translation().z();
  EXPECT_LT(height_m, 0.055);
  expect(twin.truth(), height_m - 0.02, {}, 0);
}

TEST(TrueClearance, LeavesOutTheSurfaceFromWhichACupFalls) {
  const Block block{.height_m = 0.1};
  const models::Robot robot = one_cup(block);
  Twin twin(robot, stuck(block, kCeiling_rad, 100));
  for (double fallen_m = 0; fallen_m < 0.04;
       fallen_m = -0.1 - twin.truth().X_WB.translation().z()) {
    expect_none(twin.truth());
    run(twin, grip(robot, 0), 0.01);
  }
  EXPECT_EQ(twin.truth().leg[0].cup.phase, CupPhase::kFree);
}

/// The block, turned by 20 deg about its lip's centre.
TEST(TrueClearance, LeavesOutTheSurfaceOnWhichATiltedCupIsSealed) {
  const Block block{.height_m = 0.1};
  World world(one_cup(block), stuck(block, 0, 100));
  const Eigen::Quaterniond q_WB(Eigen::AngleAxisd(std::numbers::pi / 9, Vector3d::UnitX()));
  Vector3d::Map(world.data->qpos) = q_WB * Vector3d(0, 0, block.height_m);
  Eigen::Vector4d::Map(world.data->qpos + 3) << q_WB.w(), q_WB.vec();
  update_truth(world);
  expect_none(world.truth);
  world.state.cup[0].patch = -1;
  update_truth(world);
  EXPECT_LT(world.truth.clearance.distance_m, 0);
}

/// The quadruped with its first foot 4 mm over the ground.
struct Lifted {
  models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0);

  Lifted() { config.leg[0] = {.q_rad = stance(robot.nominal.leg[0], 0.004), .attached = false}; }
  Vector3d p_WF() const {
    return config.X_WB * leg_pose(robot.nominal.leg[0], config.leg[0].q_rad).X_BF.translation();
  }
};

TEST(TrueClearance, LeavesOutTheSurfaceUnderALiftedFoot) {
  const Lifted lifted;
  expect_none(Twin(lifted.robot, lifted.config).truth());
}

TEST(TrueClearance, CountsAnotherSurfaceBesideALiftedFoot) {
  Lifted lifted;
  Patch plate;  // ahead of the foot, and towards it
  const double rim_m = lifted.robot.nominal.cup()->lip_radius_m;
  plate.X_WS = Eigen::Translation3d(lifted.p_WF() + Vector3d(rim_m + 0.002, 0, 0)) *
               Eigen::AngleAxisd(-std::numbers::pi / 2, Vector3d::UnitY());
  plate.half_extent_m.setConstant(0.03);
  plate.friction = 0.6;
  add(plate, lifted.config);
  expect(Twin(lifted.robot, lifted.config).truth(), 0.002, {0, 6}, 1);
}

TEST(TrueClearance, LeavesOutTheGroundUnderPointFeet) {
  const models::Robot robot = test::hexapod();
  const TwinConfig config = test::standing_on(robot, 0);
  Twin twin(robot, config);
  run(twin, test::hold(config), 1);
  ASSERT_TRUE(twin.truth().leg[0].point.touches);
  expect_none(twin.truth());
}

TEST(TrueClearance, LeavesOutAReliefAlsoUnderTheBody) {
  const models::Robot robot = test::hexapod();
  TwinConfig config = test::standing_on(robot, 0);
  config.X_WB.translation().z() = 0.05;
  EXPECT_LT(Twin(robot, config).truth().clearance.distance_m, 0.04);
  config.relief[0] = {.seed = 1, .height_m = 0.01, .correlation_m = 0.2};
  config.patches.patch[0].uneven_m = 0.01;
  expect_none(Twin(robot, config).truth());
}

}  // namespace
}  // namespace ventosa::sim::twin_clearance_test
