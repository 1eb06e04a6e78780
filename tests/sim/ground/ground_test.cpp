#include "sim/ground/ground.h"

#include <gtest/gtest.h>

#include <limits>
#include <numbers>

#include "tests/sim/stands.h"

namespace ventosa::sim::ground_test {
namespace {

using controller::PatchList;
using controller::Vector2d;
using controller::Vector3d;

constexpr ReliefOptions kRough{.seed = 1, .height_m = 0.03, .correlation_m = 0.2};
constexpr double kWall_rad = std::numbers::pi / 2;

/// Patches of half extent 2 m, in the order given.
PatchList patches(std::initializer_list<controller::Patch> all) {
  PatchList list;
  for (const controller::Patch& patch : all) list.patch[static_cast<std::size_t>(list.n++)] = patch;
  return list;
}

controller::Patch raised(double height_m) {
  controller::Patch patch = plane(0);
  patch.X_WS.translation().z() = height_m;
  return patch;
}

TEST(Ground, APlanePatchHasItsOwnNormalAndHeight) {
  const Ground ground(patches({plane(kWall_rad)}), {}, 1);
  const Vector3d n_W = plane(kWall_rad).X_WS.linear().col(2);
  const GroundPoint point = ground.at(0.3 * n_W + Vector3d(1, 0, 0));
  EXPECT_EQ(point.patch, 0);
  EXPECT_NEAR(point.height_m, 0.3, 1e-12);
  EXPECT_TRUE(point.normal_W.isApprox(n_W, 1e-12));
}

TEST(Ground, AReliefHasTheSameShapeOnEverySurface) {
  ReliefList relief;
  relief[0] = kRough;
  const Relief alone(kRough, 1, Vector2d(2, 2));
  for (const double tilt_rad : {0.0, kWall_rad, std::numbers::pi}) {
    const controller::Isometry3d X_WS = plane(tilt_rad).X_WS;
    const Ground ground(patches({plane(tilt_rad)}), relief, 9);
    const ReliefPoint bump = alone.at({0.4, -0.7});
    const GroundPoint point = ground.at(X_WS * Vector3d(0.4, -0.7, 0.1));
    EXPECT_NEAR(point.height_m, 0.1 - bump.height_m, 1e-12);
    const Vector3d normal_S = X_WS.linear().transpose() * point.normal_W;
    EXPECT_NEAR(normal_S.norm(), 1, 1e-12);
    // the normal is perpendicular to the tangents along x and y
    EXPECT_NEAR(normal_S.dot(Vector3d(1, 0, bump.slope.x())), 0, 1e-12);
    EXPECT_NEAR(normal_S.dot(Vector3d(0, 1, bump.slope.y())), 0, 1e-12);
    EXPECT_GT(normal_S.z(), 0);
  }
}

TEST(Ground, AReliefWithoutSeedHasThatOfTheRun) {
  ReliefList own, of_run;
  own[0] = of_run[0] = kRough;
  own[0]->seed = 5;
  of_run[0]->seed = std::nullopt;
  const auto height_m = [](const ReliefList& relief, std::uint64_t seed) {
    return Ground(patches({plane(0)}), relief, seed).at({0.3, 0.3, 0.1}).height_m;
  };
  EXPECT_EQ(height_m(own, 1), height_m(own, 2));
  EXPECT_EQ(height_m(of_run, 5), height_m(own, 1));
  EXPECT_NE(height_m(of_run, 1), height_m(of_run, 2));
}

TEST(Ground, ThereIsNoneBeyondTheEdges) {
  const Ground ground(patches({plane(0)}), {}, 1);
  EXPECT_EQ(ground.at({1.999, 0, 0}).patch, 0);
  EXPECT_EQ(ground.at({2.001, 0, 0}).patch, -1);
  EXPECT_EQ(ground.at({0, -2.001, 0}).patch, -1);
  EXPECT_EQ(ground.on(0, {0, -2.001, 0}).patch, -1);
}

TEST(Ground, ThereIsNoneForAPointThatIsNotFinite) {
  ReliefList relief;
  relief[0] = kRough;
  const Ground ground(patches({plane(0)}), relief, 1);
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    EXPECT_EQ(ground.at({bad, 0, 0}).patch, -1);
}

TEST(Ground, OfASteppedGroundTheUpperStepCounts) {
  const Ground ground(patches({plane(0), raised(0.2)}), {}, 1);
  EXPECT_EQ(ground.at({0, 0, 0.25}).patch, 1);
  EXPECT_EQ(ground.at({0, 0, 0.19}).patch, 1);  // in the step
  EXPECT_EQ(ground.at({0, 0, 0.01}).patch, 0);  // below it
}

TEST(Ground, InACornerTheSurfaceThatThePointIsDeepestInCounts) {
  controller::Patch wall = plane(kWall_rad);  // faces -y
  wall.X_WS.translation().y() = 1;
  const Ground ground(patches({plane(0), wall}), {}, 1);
  EXPECT_EQ(ground.at({0, 0.999, -0.002}).patch, 0);
  EXPECT_EQ(ground.at({0, 1.004, -0.002}).patch, 1);
  EXPECT_EQ(ground.at({0, 0.996, 0.002}).patch, 0);
}

}  // namespace
}  // namespace ventosa::sim::ground_test
