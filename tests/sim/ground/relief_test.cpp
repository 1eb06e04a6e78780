#include "sim/ground/relief.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "bench/allocations.h"

namespace ventosa::sim::relief_test {
namespace {

using controller::Vector2d;

constexpr ReliefOptions kRough{.height_m = 0.03, .correlation_m = 0.2};
const Vector2d kHalf_m(1.5, 1);

/// Calls take(p_S) at random points of a patch.
template <class Take>
void at_random_points(const Vector2d& half_extent_m, int n, Take take) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (int i = 0; i < n; ++i)
    take(Vector2d(half_extent_m.x() * unit(random), half_extent_m.y() * unit(random)));
}

/// The highest or deepest point of a grid of `step_m` over the patch.
ReliefPoint extreme(const Relief& relief, double step_m) {
  ReliefPoint extreme;
  for (double x = -kHalf_m.x(); x <= kHalf_m.x(); x += step_m)
    for (double y = -kHalf_m.y(); y <= kHalf_m.y(); y += step_m)
      if (const ReliefPoint point = relief.at({x, y});
          std::abs(point.height_m) > std::abs(extreme.height_m))
        extreme = point;
  return extreme;
}

TEST(Relief, ItsLargestHeightIsTheOneAsked) {
  constexpr double kStep_m = 0.002;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const ReliefPoint point = extreme(Relief(kRough, seed, kHalf_m), kStep_m);
    EXPECT_LE(std::abs(point.height_m), kRough.height_m * (1 + 1e-8));
    // the top is at most half a diagonal of the grid away, and a hill is concave there
    const double missed_m = kStep_m / std::sqrt(2) * point.slope.norm();
    EXPECT_GE(std::abs(point.height_m) + missed_m, kRough.height_m);
  }
}

TEST(Relief, ItsSlopeIsTheDerivativeOfItsHeight) {
  const Relief relief(kRough, 1, kHalf_m);
  constexpr double kStep_m = 1e-6;
  at_random_points(0.99 * kHalf_m, 1000, [&](const Vector2d& p_S) {
    const Vector2d slope = relief.at(p_S).slope;
    for (int axis = 0; axis < 2; ++axis) {
      const Vector2d step = kStep_m * Vector2d::Unit(axis);
      const double rise_m = relief.at(p_S + step).height_m - relief.at(p_S - step).height_m;
      EXPECT_NEAR(slope[axis], rise_m / (2 * kStep_m), 1e-6);
    }
  });
}

TEST(Relief, HeightAndSlopeAreContinuousFromCellToCell) {
  const Relief relief(kRough, 1, kHalf_m);
  const double spacing_m = 2 * kHalf_m.x() / (relief.n_nodes().x() - 1);
  const Vector2d step(1e-9, 0);
  for (int k = 1; k < relief.n_nodes().x() - 1; ++k) {
    const Vector2d border(-kHalf_m.x() + k * spacing_m, 0.123);
    const ReliefPoint before = relief.at(border - step), after = relief.at(border + step);
    EXPECT_NEAR(before.height_m, after.height_m, 1e-8);
    EXPECT_TRUE(before.slope.isApprox(after.slope, 1e-6));
  }
}

TEST(Relief, PassesThroughItsNodes) {
  const Relief relief(kRough, 3, kHalf_m);
  const Eigen::Vector2i n = relief.n_nodes();
  for (const int x : {0, 1, n.x() / 2, n.x() - 1})
    for (const int y : {0, 1, n.y() / 2, n.y() - 1}) {
      const Vector2d share(x / (n.x() - 1.0), y / (n.y() - 1.0));
      const Vector2d p_S = (2 * share.array() - 1) * kHalf_m.array();
      EXPECT_NEAR(relief.at(p_S).height_m, relief.node_m(x, y), 1e-12);
    }
}

/// Mean squares and products over many seeds.
struct Moments {
  double height2 = 0, slope2 = 0, apart = 0;
};

/// Moments of heights h, slopes, and of heights a correlation length apart. Each relief is divided
/// by its own mean square, because its largest height is fixed, not its variance.
Moments moments() {
  Moments sum;
  const Vector2d half_m(4, 4);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Relief relief({.height_m = 0.1, .correlation_m = 0.4}, seed, half_m);
    Moments one;
    at_random_points(half_m - Vector2d(0.4, 0.4), 4000, [&](const Vector2d& p_S) {
      const ReliefPoint point = relief.at(p_S);
      one.height2 += std::pow(point.height_m, 2);
      one.slope2 += point.slope.squaredNorm();
      one.apart += point.height_m * relief.at(p_S + Vector2d(0.4, 0)).height_m / 2 +
                   point.height_m * relief.at(p_S + Vector2d(0, 0.4)).height_m / 2;
    });
    sum.height2 += 1;
    sum.slope2 += one.slope2 / one.height2;
    sum.apart += one.apart / one.height2;
  }
  return {1, sum.slope2 / sum.height2, sum.apart / sum.height2};
}

/// For the correlation exp(-(r / l)^2) the mean square of the slope is 4 / l^2 that of the height.
TEST(Relief, HasTheCorrelationAskedFor) {
  const Moments mean = moments();
  // 20 reliefs of 400 correlation lengths squared: relative deviation about 1 / sqrt(8000 / pi)
  EXPECT_NEAR(mean.apart, std::exp(-1), 3 * 0.02);
  EXPECT_NEAR(mean.slope2 * 0.4 * 0.4 / 4, 1, 3 * 0.02);
}

/// Slopes of a Gaussian relief have a Rayleigh distribution: the 95th percentile is
/// sqrt(ln 20 / ln 2) = 2.08 times the median.
TEST(Relief, SlopesHaveTheQuantilesOfAGaussianRelief) {
  std::vector<double> slopes_deg;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Relief relief(kRough, seed, kHalf_m);
    at_random_points(kHalf_m, 10000, [&](const Vector2d& p_S) {
      slopes_deg.push_back(std::atan(relief.at(p_S).slope.norm()) * 180 / M_PI);
    });
  }
  std::sort(slopes_deg.begin(), slopes_deg.end());
  const double median_deg = slopes_deg[slopes_deg.size() / 2];
  const double rare_deg = slopes_deg[slopes_deg.size() * 95 / 100];
  RecordProperty("median_deg", std::to_string(median_deg));
  RecordProperty("percentile_95_deg", std::to_string(rare_deg));
  RecordProperty("largest_deg", std::to_string(slopes_deg.back()));
  EXPECT_NEAR(rare_deg / median_deg, std::sqrt(std::log(20) / std::log(2)), 0.15);
  EXPECT_NEAR(median_deg, 4, 1);  // +-30 mm over 0.2 m: rough ground for the hexapod
  EXPECT_LT(slopes_deg.back(), 20);
}

TEST(Relief, IsAFunctionOfItsSeed) {
  const Relief one(kRough, 1, kHalf_m), same(kRough, 1, kHalf_m), other(kRough, 2, kHalf_m);
  int n_equal = 0;
  at_random_points(kHalf_m, 100, [&](const Vector2d& p_S) {
    EXPECT_EQ(one.at(p_S).height_m, same.at(p_S).height_m);
    n_equal += one.at(p_S).height_m == other.at(p_S).height_m;
  });
  EXPECT_EQ(n_equal, 0);
}

TEST(Relief, ContinuesBeyondItsEdgesAsAtThem) {
  const Relief relief(kRough, 1, kHalf_m);
  EXPECT_EQ(relief.at({9, 0.3}).height_m, relief.at({kHalf_m.x(), 0.3}).height_m);
  EXPECT_EQ(relief.at({0.3, -9}).height_m, relief.at({0.3, -kHalf_m.y()}).height_m);
}

TEST(Relief, EvaluationDoesNotAllocate) {
  const Relief relief(kRough, 1, kHalf_m);
  double sum_m = 0;
  const bench::AllocationCount count;
  if (count.value() < 0) GTEST_SKIP() << "allocations cannot be counted";
  for (double x = -1; x < 1; x += 0.01) sum_m += relief.at({x, -x}).height_m;
  EXPECT_EQ(count.value(), 0);
  EXPECT_NE(sum_m, 0);
}

}  // namespace
}  // namespace ventosa::sim::relief_test
