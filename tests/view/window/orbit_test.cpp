#include "view/window/orbit.h"

#include <gtest/gtest.h>

namespace ventosa::view::orbit_test {
namespace {

using controller::Vector3d;

TEST(Orbit, LooksFromWhereItIsTold) {
  Orbit orbit;
  const Vector3d direction_W = Vector3d(0.3, -0.8, 0.4).normalized();
  orbit.look_from({direction_W, 1.7}, {1, 2, 3});
  EXPECT_LT((orbit.view().direction_W - direction_W).norm(), 1e-12);
  EXPECT_EQ(orbit.view().distance_m, 1.7);
  EXPECT_EQ(orbit.point_W, Vector3d(1, 2, 3));
}

TEST(Orbit, NeverTurnsOverItsTop) {
  Orbit orbit;
  for (int n = 0; n < 100; ++n) orbit.turn(0, -0.1);
  EXPECT_GT(orbit.view().direction_W.z(), 0.99);
  EXPECT_GT(orbit.view().direction_W.head<2>().norm(), 1e-4);
}

TEST(Orbit, ShiftsAcrossTheView) {
  Orbit orbit;
  orbit.look_from({Vector3d(1, 0, 0), 2}, Vector3d::Zero());
  orbit.shift(0.1, 0);
  EXPECT_NEAR(orbit.point_W.x(), 0, 1e-12);
  EXPECT_LT(orbit.point_W.y(), 0);  // the scene moves to the right, and so does +y
  EXPECT_NEAR(orbit.point_W.z(), 0, 1e-12);
  orbit.shift(0, 0.1);
  EXPECT_LT(orbit.point_W.z(), 0);
}

TEST(Orbit, ZoomsWithinReason) {
  Orbit orbit;
  for (int n = 0; n < 100; ++n) orbit.zoom(1);
  EXPECT_GT(orbit.distance_m, 0.1);
  for (int n = 0; n < 100; ++n) orbit.zoom(-1);
  EXPECT_LT(orbit.distance_m, 100);
}

TEST(Orbit, FollowsTheBodyUntilItIsToldNotTo) {
  Orbit orbit;
  orbit.look_from({Vector3d(1, 0, 0), 2}, {0, 0, 1});
  orbit.follow({5, 5, 5});
  EXPECT_EQ(orbit.point_W, Vector3d(0, 0, 1));
  orbit.follow({5.5, 5, 5});
  EXPECT_EQ(orbit.point_W, Vector3d(0.5, 0, 1));
  orbit.follows_body = false;
  orbit.follow({7, 5, 5});
  EXPECT_EQ(orbit.point_W, Vector3d(0.5, 0, 1));
}

}  // namespace
}  // namespace ventosa::view::orbit_test
