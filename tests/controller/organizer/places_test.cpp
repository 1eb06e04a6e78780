#include "controller/organizer/places.h"

#include <gtest/gtest.h>

#include "controller/model/ground.h"
#include "tests/controller/over_surfaces.h"

namespace ventosa::controller::places_test {
namespace {

struct Places : testing::Test, test::OverSurfaces {};

TEST_F(Places, LieOnTheirPatchesWithClearanceToEveryEdge) {
  test::Rng random{7};
  int found = 0;
  for (int trial = 0; trial < 300; ++trial) {
    surfaces.n = 0;
    for (int k = 0; k < kMaxPatches; ++k) add_any(random);
    const PlaceList list = places_near(leg, surfaces, nominal(), ahead_W);
    for (int k = 0; k < list.n; ++k) {
      const Foothold& to = list.place[static_cast<std::size_t>(k)];
      const Patch& patch = surfaces.patch[static_cast<std::size_t>(to.patch)];
      ASSERT_GE(room_m(to), kEdgeClearance_m - kJoint_m / 2);
      ASSERT_NEAR((patch.X_WS.inverse() * to.p_WW).z(), leg.foot.standoff_m, 1e-12);
      ASSERT_EQ(to.z_WF, -patch.X_WS.linear().col(2));
      ++found;
    }
  }
  EXPECT_GT(found, 3000);
}

TEST_F(Places, AreNearestFirstAndAheadRatherThanBehind) {
  test::Rng random{8};
  for (int trial = 0; trial < 100; ++trial) {
    surfaces.n = 0;
    for (int k = 0; k < 6; ++k) add_any(random);
    const PlaceList list = places_near(leg, surfaces, nominal(), ahead_W);
    double last_m = 0;
    for (int k = 0; k < list.n; ++k) {
      const Vector3d way_W = list.place[static_cast<std::size_t>(k)].p_WW - nominal();
      const double cost_m = way_W.norm() - 0.5 * way_W.x();
      EXPECT_GT(cost_m, last_m - 0.0011);
      last_m = cost_m;
    }
  }
}

TEST_F(Places, AreTheNearestOfAllWhereThereIsRoom) {
  add(0, 3);
  const PlaceList list = places_near(leg, surfaces, nominal(), Vector3d::Zero());
  ASSERT_GT(list.n, 16);
  EXPECT_LT((list.place[0].p_WW - nominal()).norm(), 1e-12);
  for (std::size_t k = 1; k <= 8; ++k)
    EXPECT_NEAR((list.place[k].p_WW - nominal()).norm(), 0.03, 1e-12);
}

TEST_F(Places, AreNoneWithoutRoomOrSense) {
  EXPECT_EQ(places_near(leg, surfaces, nominal(), ahead_W).n, 0);
  add(0.3, 0.05);
  EXPECT_EQ(places_near(leg, surfaces, nominal(), ahead_W).n, 0) << "too small";
  surfaces.n = 0;
  add(3, 0.5);
  EXPECT_EQ(places_near(leg, surfaces, nominal(), ahead_W).n, 0) << "too far";
  surfaces.n = 0;
  add(0, 3);
  const Vector3d nowhere = Vector3d::Constant(std::nan(""));
  EXPECT_EQ(places_near(leg, surfaces, nowhere, ahead_W).n, 0);
}

TEST(PlacesOnUnevenGround, AreAsHighAsTheFootStoodAndApproachedSlowly) {
  const RobotModel robot = test::robot("hexapod3");
  const Leg& leg = robot.leg[0];
  ControllerConfig config;
  config.gait.approach_m = 0.008;
  PatchList patches{.n = 2};
  const Foothold last{0, {0.1, 0, 0.012}}, to{0, {0.15, 0, 0}};
  const auto expected = [&] { return on_ground(leg, patches, config.gait, last, to); };
  EXPECT_EQ(expected().p_WW, to.p_WW) << "even";
  EXPECT_EQ(expected().approach.speed_m_s, 0) << "even";
  patches.patch[0].uneven_m = 0.03;
  EXPECT_LT((expected().p_WW - Vector3d(0.15, 0, 0.012)).norm(), 1e-12);
  EXPECT_EQ(expected().approach.from_m, 0.008);
  EXPECT_EQ(expected().approach.speed_m_s, leg.foot.seek_m_s());
  EXPECT_EQ(on_ground(leg, patches, config.gait, {1, last.p_WW}, to).p_WW, to.p_WW)
      << "from another patch";
  patches.patch[0].uneven_m = 0.005;
  EXPECT_LT((expected().p_WW - Vector3d(0.15, 0, 0.005)).norm(), 1e-12);
  EXPECT_EQ(expected().approach.from_m, 0.005);
}

}  // namespace
}  // namespace ventosa::controller::places_test
