#include "controller/trajectory/via_path.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/controller/romerin.h"

namespace ventosa::controller::via_path_test {
namespace {

constexpr int kPaths = 10000;
constexpr double kRounding = 1e-9;

/// Random points with joint limits, inside a leg's range.
ViaProblem joint_problem(const Leg& leg, int n_points, std::mt19937_64& rng) {
  ViaProblem problem{.n_points = n_points};
  for (std::size_t k = 0; k < static_cast<std::size_t>(n_points); ++k) {
    const PerJoint<double> q = test::random_pose(leg, rng);
    for (int j = 0; j < leg.n_joints; ++j) problem.point[k][j] = q[static_cast<std::size_t>(j)];
  }
  for (int j = 0; j < leg.n_joints; ++j) {
    const Joint& joint = leg.joint[static_cast<std::size_t>(j)];
    problem.limit[static_cast<std::size_t>(problem.n_limits++)] = {
        j, 1, {joint.speed_limit_rad_s, joint.acceleration_limit_rad_s2, joint.jerk_limit_rad_s3}};
  }
  return problem;
}

/// A position and a rotation vector, each limited by its norm.
ViaProblem body_problem(int n_points, double scale, std::mt19937_64& rng) {
  ViaProblem problem{.n_points = n_points, .n_limits = 2};
  for (std::size_t k = 0; k < static_cast<std::size_t>(n_points); ++k)
    problem.point[k].head<6>() << test::random_vector(scale, rng), test::random_vector(scale, rng);
  problem.limit[0] = {0, 3, {0.05, 0.1, 1}};
  problem.limit[1] = {3, 3, {0.3, 0.6, 6}};
  return problem;
}

/// Row by row: for a block of a size known only at run time GCC warns of reads past the vector.
double norm(const ViaLimit& group, const ViaVector& x) {
  double sum = 0;
  for (int i = group.first; i < group.first + group.n; ++i) sum += x[i] * x[i];
  return std::sqrt(sum);
}

void expect_within_limits(const ViaProblem& problem, const ViaPath& path) {
  constexpr int kSamples = 100;
  const double h = path.duration_s() / kSamples;
  for (int n = 0; n < kSamples; ++n) {
    const ViaState s = path.at(n * h), next = path.at((n + 1) * h);
    for (int g = 0; g < problem.n_limits; ++g) {
      const ViaLimit& group = problem.limit[static_cast<std::size_t>(g)];
      const MotionLimits& limits = group.limits;
      ASSERT_LE(norm(group, s.v), limits.speed * (1 + kRounding));
      ASSERT_LE(norm(group, s.a), limits.acceleration * (1 + kRounding));
      // acceleration is piecewise linear: no chord is steeper than the jerk limit
      const ViaVector jerk = (next.a - s.a) / h;
      ASSERT_LE(norm(group, jerk), limits.jerk * (1 + 1e-6));
    }
  }
}

/// Largest use of any limit by the path: 1 is the limit.
double used(const ViaProblem& problem, const ViaPath& path) {
  constexpr int kSamples = 2000;
  double most = 0;
  for (int n = 0; n < kSamples; ++n) {
    const double h = path.duration_s() / kSamples;
    const ViaState s = path.at(n * h), next = path.at((n + 1) * h);
    for (int g = 0; g < problem.n_limits; ++g) {
      const ViaLimit& group = problem.limit[static_cast<std::size_t>(g)];
      const MotionLimits& limits = group.limits;
      most =
          std::max({most, norm(group, s.v) / limits.speed, norm(group, s.a) / limits.acceleration,
                    norm(group, next.a - s.a) / h / limits.jerk});
    }
  }
  return most;
}

void expect_through_points(const ViaProblem& problem, const ViaPath& path) {
  ASSERT_EQ(path.n_points(), static_cast<std::size_t>(problem.n_points));
  for (std::size_t k = 0; k < path.n_points(); ++k) {
    const ViaVector missed = path.at(path.passes_s(k)).x - problem.point[k];
    ASSERT_LT(missed.norm(), 1e-9) << "point " << k;
  }
  const ViaState end = path.at(path.duration_s());
  ASSERT_EQ(end.x, problem.point[path.n_points() - 1]);
  ASSERT_EQ(end.v, ViaVector::Zero());
}

/// Position, velocity and acceleration just before and just after every point.
void expect_continuous(const ViaProblem& problem, const ViaPath& path) {
  const double h = 1e-9 * path.duration_s();
  for (std::size_t k = 0; k < path.n_points(); ++k) {
    const ViaState a = path.at(path.passes_s(k) - h), b = path.at(path.passes_s(k) + h);
    for (int g = 0; g < problem.n_limits; ++g) {
      const ViaLimit& group = problem.limit[static_cast<std::size_t>(g)];
      const MotionLimits& limits = group.limits;
      ASSERT_LT(norm(group, b.x - a.x), 1e-6);
      ASSERT_LT(norm(group, b.v - a.v), 1e-6 * limits.speed + 4 * h * limits.acceleration);
      ASSERT_LT(norm(group, b.a - a.a), 1e-6 * limits.acceleration + 4 * h * limits.jerk);
    }
  }
}

TEST(ViaPath, PassesEveryPointSmoothlyWithinEveryLimit) {
  const Leg leg = test::robot("romerin4").leg[0];
  std::mt19937_64 rng(1);
  for (int n = 0; n < kPaths; ++n) {
    const int n_points = 2 + n % 15;
    const ViaProblem problem =
        n % 2 == 0 ? joint_problem(leg, n_points, rng) : body_problem(n_points, 0.1, rng);
    ViaPath path;
    ASSERT_EQ(ViaPath::plan(problem, path), ViaStatus::kOk);
    expect_through_points(problem, path);
    expect_within_limits(problem, path);
    expect_continuous(problem, path);
  }
}

TEST(ViaPath, LeavesLittleOfItsNearestLimitUnused) {
  std::mt19937_64 rng(2);
  for (int n = 0; n < 100; ++n) {
    const ViaProblem problem = body_problem(3 + n % 10, 0.1, rng);
    ViaPath path;
    ASSERT_EQ(ViaPath::plan(problem, path), ViaStatus::kOk);
    EXPECT_GT(used(problem, path), 0.7);
  }
}

TEST(ViaPath, HasTheVelocityOfItsPlaceAndTheAccelerationOfItsVelocity) {
  std::mt19937_64 rng(3);
  const ViaProblem problem = body_problem(6, 0.1, rng);
  ViaPath path;
  ASSERT_EQ(ViaPath::plan(problem, path), ViaStatus::kOk);
  constexpr double h = 1e-5;
  for (double t = 0.01; t < path.duration_s() - h; t += 0.037) {
    const ViaState a = path.at(t - h), b = path.at(t + h), s = path.at(t);
    EXPECT_LT((s.v - (b.x - a.x) / (2 * h)).norm(), 1e-8);
    EXPECT_LT((s.a - (b.v - a.v) / (2 * h)).norm(), 1e-4);
  }
}

TEST(ViaPath, DoesNotStopBetweenItsEnds) {
  ViaProblem problem{.n_points = 4, .n_limits = 1};
  problem.limit[0] = {0, 2, {1, 2, 10}};
  for (int k = 0; k < 4; ++k) problem.point[static_cast<std::size_t>(k)].head<2>() << k, k % 2;
  ViaPath path;
  ASSERT_EQ(ViaPath::plan(problem, path), ViaStatus::kOk);
  EXPECT_GT(path.at(path.passes_s(1)).v.norm(), 0.2);
  EXPECT_GT(path.at(path.passes_s(2)).v.norm(), 0.2);
}

TEST(ViaPath, IsFineWithRepeatedNearTinyAndHugePoints) {
  const auto plan = [](std::initializer_list<double> points) {
    ViaProblem problem{.n_limits = 1};
    problem.limit[0] = {0, 1, {1, 2, 3}};
    for (const double x : points)
      problem.point[static_cast<std::size_t>(problem.n_points++)][0] = x;
    ViaPath path;
    EXPECT_EQ(ViaPath::plan(problem, path), ViaStatus::kOk);
    for (double s = 0; s <= 1; s += 0.01) {
      const ViaState state = path.at(s * path.duration_s());
      EXPECT_TRUE(state.x.allFinite() && state.v.allFinite() && state.a.allFinite());
      EXPECT_LE(std::abs(state.v[0]), 1 + 1e-9);
    }
    EXPECT_EQ(path.at(path.duration_s()).x[0], *(points.end() - 1));
    return path;
  };
  EXPECT_EQ(plan({0.3}).duration_s(), 0);
  EXPECT_EQ(plan({0.3, 0.3, 0.3}).duration_s(), 0);
  EXPECT_EQ(plan({0, 0, 1, 1, 2}).n_points(), 3u);
  EXPECT_LT(plan({0, 1, 1 + 1e-15, 2}).duration_s(), 60);
  plan({0, 1e-300});
  plan({0, 1e-300, 2e-300, 1});
  plan({0, 1e100, -1e100});
}

TEST(ViaPath, RefusesBadLimitsAndPoints) {
  ViaProblem good{.n_points = 2, .n_limits = 1};
  good.point[1][0] = 1;
  good.limit[0] = {0, 1, {1, 2, 3}};
  ViaPath path;
  ASSERT_EQ(ViaPath::plan(good, path), ViaStatus::kOk);
  const double before_s = path.duration_s();
  for (const double bad : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
    ViaProblem problem = good;
    problem.limit[0].limits.acceleration = bad;
    EXPECT_EQ(ViaPath::plan(problem, path), ViaStatus::kBadLimits);
  }
  ViaProblem none = good;
  none.n_points = 0;
  EXPECT_EQ(ViaPath::plan(none, path), ViaStatus::kBadPoints);
  none.n_points = static_cast<int>(kMaxViaPoints) + 1;
  EXPECT_EQ(ViaPath::plan(none, path), ViaStatus::kBadPoints);
  ViaProblem nan = good;
  nan.point[1][0] = std::nan("");
  EXPECT_EQ(ViaPath::plan(nan, path), ViaStatus::kBadPoints);
  EXPECT_EQ(path.duration_s(), before_s);
}

}  // namespace
}  // namespace ventosa::controller::via_path_test
