#include "controller/organizer/footholds.h"

#include <gtest/gtest.h>

#include "tests/controller/romerin.h"

namespace ventosa::controller {
namespace {

/// While a foot stands the body goes by it: half the way before and half of it behind.
TEST(Footholds, HaveTheNominalPlaceInTheMiddleOfTheNextStance) {
  const RobotModel robot = test::robot("romerin4");
  PatchList patches;
  patches.n = 1;
  patches.patch[0].half_extent_m = {2, 2};
  Isometry3d X_WB = Isometry3d::Identity();
  X_WB.translation().z() = 0.137;
  GaitConfig gait;
  gait.stride_m = 0.06;
  const Twist forward{.v_W = {0.02, 0, 0}, .w_W = Vector3d::Zero()};
  const Foothold foothold = next_foothold(robot, 0, patches, X_WB, forward, gait, 0.015);
  // by landing the body has moved 15 mm; until the next lift it moves 45 mm more
  const Vector3d nominal = X_WB * robot.leg[0].p_BW_nominal;
  EXPECT_EQ(foothold.patch, 0);
  EXPECT_NEAR(foothold.p_WW.x() - nominal.x(), 0.015 + 0.045 / 2, 1e-12);
  EXPECT_NEAR(foothold.p_WW.y(), nominal.y(), 1e-12);
}

TEST(Footholds, AreNominalUnderABodyThatStands) {
  const RobotModel robot = test::robot("romerin4");
  PatchList patches;
  patches.n = 1;
  patches.patch[0].half_extent_m = {2, 2};
  for (int leg = 0; leg < 4; ++leg) {
    const Vector3d nominal = robot.leg[static_cast<std::size_t>(leg)].p_BW_nominal;
    const Foothold foothold = next_foothold(robot, leg, patches, Isometry3d::Identity(),
                                            {Vector3d::Zero(), Vector3d::Zero()}, {}, 0.015);
    EXPECT_LT((foothold.p_WW - nominal).head<2>().norm(), 1e-12);
  }
}

}  // namespace
}  // namespace ventosa::controller
