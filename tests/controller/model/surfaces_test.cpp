#include "controller/model/surfaces.h"

#include <gtest/gtest.h>

#include "tests/controller/romerin.h"

namespace ventosa::controller::surfaces_test {
namespace {

struct Surfaces : testing::Test {
  const RobotModel robot = test::robot("romerin4");
  const Leg& leg = robot.leg[0];
  PatchList patches;

  void add(double half_m, double z_m) {
    Patch& patch = patches.patch[static_cast<std::size_t>(patches.n++)];
    patch = {.half_extent_m = {half_m, half_m}, .friction = 0.6};
    patch.X_WS.translation().z() = z_m;
  }
  Foothold at(const Vector3d& p_WW) const { return nearest_foothold(leg, patches, p_WW); }
};

TEST_F(Surfaces, OfferTheNearestPatchThatHasRoomForTheWholeLip) {
  add(0.5, 0);
  add(2, -0.02);
  EXPECT_EQ(at({0.40, 0, 0.09}).patch, 0);
  EXPECT_NEAR(at({0.40, 0, 0.09}).p_WW.z(), 0.087, 1e-12);
  EXPECT_EQ(at({0.42, 0, 0.09}).patch, 1);
  EXPECT_NEAR(at({0.42, 0, 0.09}).p_WW.z(), 0.067, 1e-12);
  EXPECT_EQ(at({1.95, 0, 0.09}).patch, -1);
}

TEST_F(Surfaces, KeepTheWholeLipOnThePatchBothWays) {
  add(1, 0);
  EXPECT_EQ(at({0, 0.95, 0.087}).patch, -1);
  EXPECT_EQ(at({0, -0.90, 0.087}).patch, 0);
}

TEST_F(Surfaces, TurnTheCupIntoAWall) {
  add(1, 0);
  patches.patch[0].X_WS.linear() =
      Eigen::AngleAxisd(-M_PI / 2, Vector3d::UnitY()).toRotationMatrix();  // normal -x
  const Foothold foothold = at({-0.1, 0.2, 0.3});
  EXPECT_EQ(foothold.patch, 0);
  EXPECT_LT((foothold.z_WF - Vector3d::UnitX()).norm(), 1e-12);
  EXPECT_LT((foothold.p_WW - Vector3d(-leg.foot.standoff_m, 0.2, 0.3)).norm(), 1e-12);
}

TEST_F(Surfaces, AreAsHighUnderAFootAsTheyAreUneven) {
  add(1, 0.1);
  Patch& patch = patches.patch[0];
  const auto height_m = [&](double over_m) {
    return ground_height_m(leg, patch, {0.2, 0.3, 0.1 + leg.foot.standoff_m + over_m});
  };
  EXPECT_EQ(height_m(0.013), 0) << "even";
  patch.uneven_m = 0.02;
  EXPECT_NEAR(height_m(0.013), 0.013, 1e-12);
  EXPECT_NEAR(height_m(-0.013), -0.013, 1e-12);
  EXPECT_EQ(height_m(0.03), 0.02);
  EXPECT_EQ(height_m(-0.03), -0.02);
}

TEST_F(Surfaces, OfferNothingWhereThereAreNone) { EXPECT_EQ(at(Vector3d::Zero()).patch, -1); }

}  // namespace
}  // namespace ventosa::controller::surfaces_test
