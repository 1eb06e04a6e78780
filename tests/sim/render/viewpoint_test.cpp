#include "sim/render/viewpoint.h"

#include <gtest/gtest.h>

#include <random>

namespace ventosa::sim::viewpoint_test {
namespace {

using controller::Patch;
using controller::PatchList;
using controller::Vector3d;

/// A square patch with its middle at `p_W`.
Patch square(const Vector3d& p_W, const Vector3d& normal, double half_m) {
  Patch patch;
  patch.X_WS.translation() = p_W;
  patch.X_WS.linear() = Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), normal).matrix();
  patch.half_extent_m = {half_m, half_m};
  return patch;
}

/// The inside of a room of 2 m x 2 m x 2 m, from its corner at the origin.
PatchList room() {
  PatchList patches;
  for (int axis = 0; axis < 3; ++axis)
    for (const double side : {0.0, 2.0}) {
      Vector3d p_W(1, 1, 1), normal = Vector3d::Zero();
      p_W[axis] = side;
      normal[axis] = side > 0 ? -1 : 1;
      patches.patch[static_cast<std::size_t>(patches.n++)] = square(p_W, normal, 1);
    }
  return patches;
}

TEST(ClearWay, EndsAtThePatchThatIsMet) {
  PatchList patches;
  patches.n = 1;
  patches.patch[0] = square({0, 0, 1}, -Vector3d::UnitZ(), 0.5);
  EXPECT_NEAR(clear_way_m(patches, {0, 0, 0}, Vector3d::UnitZ(), 5), 1, 1e-12);
  EXPECT_EQ(clear_way_m(patches, {0, 0, 0}, -Vector3d::UnitZ(), 5), 5);
  EXPECT_EQ(clear_way_m(patches, {0, 0, 0}, Vector3d::UnitX(), 5), 5);
  EXPECT_EQ(clear_way_m(patches, {0.6, 0, 0}, Vector3d::UnitZ(), 5), 5);  // past its rim
  EXPECT_EQ(clear_way_m(patches, {0, 0, 0}, Vector3d::UnitZ(), 0.5), 0.5);
}

TEST(View, IsTakenFromTheWantedDistanceWhereNothingIsInTheWay) {
  for (const Vector3d& n_W : {Vector3d(0, 0, 1), Vector3d(-1, 0, 0), Vector3d(0, 0, -1)}) {
    PatchList patches;
    patches.n = 1;
    patches.patch[0] = square(Vector3d::Zero(), n_W, 3);
    const Viewpoint view = choose_view(patches, 0.15 * n_W, n_W, 1.5);
    EXPECT_NEAR(view.distance_m, 1.5, 1e-9);
    EXPECT_GT(view.direction_W.dot(n_W), 0.2);
    EXPECT_NEAR(view.direction_W.norm(), 1, 1e-12);
  }
}

TEST(View, OfAnInclineIsNearlyAlongIt) {
  const Vector3d n_W = Vector3d(-1, 0, 1).normalized();
  const Viewpoint view = choose_view({}, {0, 0, 1}, n_W, 1.5);
  EXPECT_LT(view.direction_W.dot(n_W), 0.6);  // or the slope would look flat
  EXPECT_LT(std::abs(view.direction_W.z()), 0.5);
}

TEST(View, IsNeverFromBehindASurfaceOfARoom) {
  const PatchList patches = room();
  std::mt19937_64 random{5};
  std::uniform_real_distribution<double> place(0.15, 1.85);
  for (int n = 0; n < 2000; ++n) {
    const int on = static_cast<int>(random() % 6);
    const Vector3d n_W = patches.patch[static_cast<std::size_t>(on)].X_WS.linear().col(2);
    Vector3d robot_W(place(random), place(random), place(random));
    robot_W[on / 2] = on % 2 == 0 ? 0.15 : 1.85;
    const Viewpoint view = choose_view(patches, robot_W, n_W, 1.5);
    const Vector3d camera_W = robot_W + view.distance_m * view.direction_W;
    EXPECT_GE(camera_W.minCoeff(), 0);
    EXPECT_LE(camera_W.maxCoeff(), 2);
    EXPECT_GT(view.distance_m, 0.7) << robot_W.transpose() << " on " << on;
    const Vector3d lamp_W = lamp_position(patches, robot_W, n_W, view.direction_W);
    EXPECT_GE(lamp_W.minCoeff(), 0);
    EXPECT_LE(lamp_W.maxCoeff(), 2);
  }
}

}  // namespace
}  // namespace ventosa::sim::viewpoint_test
