#include "scenarios/session/stability.h"

#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>
#include <random>

#include "controller/dynamics/centre_of_mass.h"
#include "controller/kinematics/forward_kinematics.h"
#include "controller/load_sharing/margins.h"
#include "models/robot.h"
#include "models/self_collision.h"

namespace ventosa::scenarios::stability_test {
namespace {

using controller::Vector3d;
using Eigen::Vector2d;

using Points = Eigen::Matrix<double, 2, Eigen::Dynamic>;

/// Margin of a unit weight over p, on feet at the corners.
double hull_margin_m(const Points& corners, const Vector2d& p) {
  controller::SharingProblem problem;
  for (const auto& corner : corners.colwise()) problem.foot[problem.n_feet++].p_B << corner, 0;
  problem.w << 0, 0, 1, p.y(), -p.x(), 0;
  return controller::stability_margin_m(problem, Vector3d::UnitZ());
}

Points regular_polygon(int n, double radius_m) {
  Points corners(2, n);
  for (int k = 0; k < n; ++k)
    corners.col(k) = radius_m * Vector2d(std::cos(2 * M_PI * k / n), std::sin(2 * M_PI * k / n));
  return corners;
}

TEST(HullMargin, InTheMiddleOfARegularPolygonIsTheRadiusOfItsInscribedCircle) {
  for (const int n : {3, 4, 6})
    EXPECT_NEAR(hull_margin_m(regular_polygon(n, 0.2), Vector2d::Zero()), 0.2 * std::cos(M_PI / n),
                1e-15);
}

TEST(HullMargin, IsNegativeOutside) {
  const Points square = regular_polygon(4, std::sqrt(2.0));
  EXPECT_NEAR(hull_margin_m(square, {1.3, 0}), (std::sqrt(2.0) - 1.3) / std::sqrt(2.0), 1e-15);
  EXPECT_LT(hull_margin_m(square, {1.5, 0}), 0);
}

TEST(HullMargin, DoesNotDependOnFeetInsideNorOnTheirOrder) {
  Points corners(2, 5);
  corners << 1, -1, 0.1, -1, 1,  //
      1, -1, 0.2, 1, -1;
  EXPECT_NEAR(hull_margin_m(corners, {0.3, 0}), 0.7, 1e-15);
}

TEST(HullMargin, IsNegativeOrZeroOfFeetInALine) {
  Points corners(2, 3);
  corners << -1, 0, 1, 0, 0, 0;
  EXPECT_NEAR(hull_margin_m(corners, {0, 0.2}), -0.2, 1e-15);
  EXPECT_EQ(hull_margin_m(corners, {0, 0}), 0);
}

/// Directions of separating lines, sampled: the largest distance by which one parts the point from
/// all corners, or minus the smallest by which none does.
double margin_by_sampling_m(const Points& corners, const Vector2d& p) {
  double least_m = 1e9;
  for (int k = 0; k < 100000; ++k) {
    const Vector2d n(std::cos(2 * M_PI * k / 1e5), std::sin(2 * M_PI * k / 1e5));
    least_m = std::min(least_m, (n.transpose() * corners).maxCoeff() - n.dot(p));
  }
  return least_m;
}

TEST(HullMargin, AgreesWithSeparatingLinesInAllDirections) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> at(-1, 1);
  for (int trial = 0; trial < 20; ++trial) {
    Points corners = Points::NullaryExpr(2, 6, [&] { return at(random); });
    const Vector2d p = corners.rowwise().mean() + 0.1 * Vector2d(at(random), at(random));
    const double expected_m = margin_by_sampling_m(corners, p);
    if (expected_m > 0) {
      EXPECT_NEAR(hull_margin_m(corners, p), expected_m, 1e-4) << trial;
    }
  }
}

/// A hexapod in its nominal stance, with some feet on the ground.
struct Standing {
  controller::RobotModel robot =
      models::load(VENTOSA_SOURCE_DIR "/models/data/hexapod3.yaml").nominal;
  sim::Truth truth;

  explicit Standing(std::initializer_list<std::size_t> feet) {
    for (std::size_t i = 0; i < robot.leg.size(); ++i)
      EXPECT_TRUE(models::find_home(robot.leg[i], truth.leg[i].q_rad));
    for (const std::size_t i : feet) truth.leg[i].point.touches = true;
  }
  double margin_m(const Vector3d& g_W) const { return true_stability_m(robot, truth, g_W); }
};

// Feet of the tripod: (x, y), (0, -r) and (-x, y). The centre of mass is amid the six feet.
TEST(StabilityMargin, OfATripodIsTheDistanceFromItsSide) {
  const double x = 0.1248 + 0.13 / std::sqrt(2), y = 0.0616 + 0.13 / std::sqrt(2), r = 0.2334;
  const double expected_m = x * r / std::hypot(x, y + r);
  EXPECT_NEAR(Standing({0, 3, 4}).margin_m({0, 0, -9.81}), expected_m, 1e-6);
  EXPECT_NEAR(Standing({0, 3, 4}).margin_m({0, 0, -1}), expected_m, 1e-6);
}

// Along gravity the ground shrinks by cos a across the slope, and the centre of mass, h above the
// feet, moves down by h sin a. Feet 3 and 5 are the lowest ones: the edge between them passes
// (0, -r) and (-x, -y).
TEST(StabilityMargin, ShrinksOnASlope) {
  const Standing robot({0, 1, 2, 3, 4, 5});
  const double a = 0.2, x = 0.1248 + 0.13 / std::sqrt(2), y = 0.0616 + 0.13 / std::sqrt(2);
  controller::MassMoment mass = controller::body_mass(robot.robot);
  for (std::size_t i = 0; i < 6; ++i)
    mass += controller::leg_mass(
        robot.robot.leg[i], controller::leg_pose(robot.robot.leg[i], robot.truth.leg[i].q_rad));
  const double h = 0.12 + controller::centre(mass).z();
  const Vector2d from(-x, -y * std::cos(a)), to(0, -0.2334 * std::cos(a)), p(0, -h * std::sin(a));
  const Vector2d way = to - from;
  const double expected_m = (way.x() * (p - from).y() - way.y() * (p - from).x()) / way.norm();
  EXPECT_NEAR(robot.margin_m(9.81 * Vector3d(0, -std::sin(a), -std::cos(a))), expected_m, 1e-6);
  EXPECT_LT(robot.margin_m({0, -20, -1}), 0);
}

TEST(StabilityMargin, IsTheWorstWithTwoFeet) {
  EXPECT_EQ(Standing({0, 5}).margin_m({0, 0, -9.81}), kNoPolygon_m);
  EXPECT_EQ(Standing({}).margin_m({0, 0, -9.81}), kNoPolygon_m);
  EXPECT_EQ(Standing({0, 3, 4}).margin_m({0, 0, 0}), kNoPolygon_m);
}

}  // namespace
}  // namespace ventosa::scenarios::stability_test
