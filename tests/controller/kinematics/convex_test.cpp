#include "controller/kinematics/convex.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/controller/random_robot.h"
#include "tests/controller/solid_cup.h"

/// Distances of solids against closed forms and grids; the comparison with MuJoCo is in
/// tests/sim/mujoco.
namespace ventosa::controller::convex_test {
namespace {

using test::any_vector;
using test::Rng;

constexpr double kFar_m = 10;
const Vector3d kHalf_m(0.08, 0.0825, 0.035);

// no pair of grid points is nearer, and one is as near as the grid spacing allows
TEST(Distance, OfSegmentsIsThatOfTheirNearestPoints) {
  Rng random(3);
  for (int trial = 0; trial < 300; ++trial) {
    const Vector3d a0 = any_vector(1, random), a1 = any_vector(1, random);
    const Vector3d b0 = any_vector(1, random), b1 = any_vector(1, random);
    constexpr int kGrid = 100;
    double least_m = 10;
    for (int i = 0; i <= kGrid; ++i)
      for (int k = 0; k <= kGrid; ++k)
        least_m =
            std::min(least_m, (a0 + (a1 - a0) * i / kGrid - b0 - (b1 - b0) * k / kGrid).norm());
    const double d_m = distance_m(a0, a1, b0, b1);
    ASSERT_LE(d_m, least_m + 1e-12) << trial;
    ASSERT_GE(d_m, least_m - 0.5 * ((a1 - a0).norm() + (b1 - b0).norm()) / kGrid) << trial;
  }
}

TEST(Distance, OfParallelCrossingAndPointSegments) {
  const Vector3d o = Vector3d::Zero(), x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
  EXPECT_DOUBLE_EQ(distance_m(o, x, z, x + z), 1);                         // side by side
  EXPECT_DOUBLE_EQ(distance_m(o, x, 3 * x, 5 * x), 2);                     // on one line
  EXPECT_DOUBLE_EQ(distance_m(-x, x, -y, y), 0);                           // through each other
  EXPECT_DOUBLE_EQ(distance_m(o, x, 2 * x + y, 2 * x + y), std::sqrt(2));  // a point
  EXPECT_DOUBLE_EQ(distance_m(o, o, y, y), 1);                             // two points
}

Convex cup_at(const Vector3d& p, const Vector3d& rpy = Vector3d::Zero()) {
  Isometry3d X = Isometry3d::Identity();
  X.linear() = (Eigen::AngleAxisd(rpy.z(), Vector3d::UnitZ()) *
                Eigen::AngleAxisd(rpy.y(), Vector3d::UnitY()) *
                Eigen::AngleAxisd(rpy.x(), Vector3d::UnitX()))
                   .toRotationMatrix();
  X.translation() = p;
  return foot_solid(test::leg_with_cup(), X);
}

double apart_m(const Convex& a, const Convex& b) { return distance_m(a, b, kFar_m); }

TEST(Distance, OfCupsIsThatOfTheirLipsRimsAndNecks) {
  const Convex cup = cup_at({0, 0, 0});
  EXPECT_NEAR(apart_m(cup, cup_at({0.3, 0, 0})), 0.12, 2e-6);      // lip to lip
  EXPECT_NEAR(apart_m(cup, cup_at({0.3, 0, 0.008})), 0.12, 2e-6);  // lip to rim
  EXPECT_NEAR(apart_m(cup, cup_at({0, 0, 0.1})), 0.055, 2e-6);     // neck to lip
  EXPECT_NEAR(apart_m(cup, rod({0, 0, 0.1}, {0, 0, 0.2}, 0.02)), 0.08, 2e-6);
  // beside the slope between rim and neck
  const Vector3d middle(0.05625, 0, -0.0265);
  const Vector3d outward = Vector3d(0.037, 0, -0.0675).normalized();
  EXPECT_NEAR(apart_m(cup, rod(middle + 0.05 * outward, middle + 0.2 * outward, 0.02)), 0.03, 2e-6);
}

TEST(Distance, OfSolidsThatOverlapIsTheShiftThatFreesThem) {
  EXPECT_NEAR(apart_m(rod({-1, 0, 0}, {1, 0, 0}, 0.02), rod({0, -1, 0}, {0, 1, 0}, 0.03)), -0.05,
              1e-9);
  EXPECT_NEAR(apart_m(box({.half_extent_m = kHalf_m}), rod({-1, 0, 0.03}, {1, 0, 0.03}, 0.02)),
              -0.025, 1e-6);
  EXPECT_NEAR(apart_m(box({.half_extent_m = kHalf_m}), rod({-1, 0, 0}, {1, 0, 0}, 0.02)), -0.055,
              1e-6);
  EXPECT_NEAR(apart_m(cup_at({0, 0, 0}), cup_at({0.17, 0, 0})), -0.01, 1e-6);
  EXPECT_NEAR(apart_m(cup_at({0, 0, 0}), cup_at({0, 0, -0.04})), -0.005, 1e-6);
}

TEST(Distance, SaturatesAndIsNoNumberForWhatIsNone) {
  const Convex there = rod({1, 0, 0}, {1, 1, 0}, 0.02);
  EXPECT_EQ(distance_m(box({.half_extent_m = kHalf_m}), there, 0.05), 0.05);
  EXPECT_EQ(distance_m(cup_at({0, 0, 0}), cup_at({0.24, 0, 0}), 0.05), 0.05);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Convex& other : {there, box({.half_extent_m = kHalf_m}), cup_at({0, 0, 0})})
    for (const Convex& broken : {rod({nan, 0, 0}, {0, 1, 0}, 0.02), cup_at({0, nan, 0})})
      EXPECT_TRUE(std::isnan(distance_m(other, broken, 0.05)));
}

}  // namespace
}  // namespace ventosa::controller::convex_test
