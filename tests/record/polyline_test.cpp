#include "record/polyline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

namespace ventosa::record::polyline_test {
namespace {

/// A noisy signal of 100 000 points, in 100 columns of pixels.
Curve long_signal() {
  std::mt19937 random(1);
  std::normal_distribution<double> noise;
  Curve curve;
  for (int k = 0; k < 100000; ++k) {
    curve.x.push_back(1e-3 * k);
    curve.y.push_back(std::sin(0.1 * curve.x.back()) + 0.1 * noise(random));
  }
  return curve;
}

const Axis kX{{0, 100}, 0, 100}, kY{{-2, 2}, 50, -50};

std::map<double, Interval> heights_by_column(const Polyline& line) {
  std::map<double, Interval> columns;
  for (const Pixel& point : line) columns[std::floor(point.x)].add(point.y);
  return columns;
}

TEST(Polyline, KeepsTheExtremesOfEveryColumnOfPixels) {
  const Curve curve = long_signal();
  const std::vector<Polyline> lines = polylines(curve, kX, kY);
  ASSERT_EQ(lines.size(), 1u);
  Polyline all;
  for (std::size_t k = 0; k < curve.x.size(); ++k)
    all.push_back({kX.px(curve.x[k]), kY.px(curve.y[k])});
  const auto whole = heights_by_column(all), thinned = heights_by_column(lines[0]);
  ASSERT_EQ(thinned.size(), whole.size());
  for (const auto& [column, heights] : whole) {
    EXPECT_EQ(thinned.at(column).low, heights.low);
    EXPECT_EQ(thinned.at(column).high, heights.high);
  }
}

TEST(Polyline, HasAtMostFourPointsInAColumnInTheirOrder) {
  const std::vector<Polyline> lines = polylines(long_signal(), kX, kY);
  EXPECT_LE(lines[0].size(), 4u * 101);
  EXPECT_TRUE(std::is_sorted(lines[0].begin(), lines[0].end(),
                             [](const Pixel& a, const Pixel& b) { return a.x < b.x; }));
  EXPECT_EQ(lines[0].front().x, 0);
  EXPECT_NEAR(lines[0].back().x, 99.999, 1e-9);
}

TEST(Polyline, EndsAtAGapAndBeginsAfterIt) {
  const Curve curve{"", {0, 1, 2, 3, 4, 5, NAN}, {1, 1, NAN, 1, INFINITY, 1, 1}};
  const std::vector<Polyline> lines = polylines(curve, kX, kY);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].size(), 2u);
  EXPECT_EQ(lines[1].size(), 1u);
  EXPECT_EQ(lines[2].size(), 1u);
}

TEST(Polyline, KeepsEveryPointOfATrackThatTurnsBack) {
  Curve curve;
  for (int k = 0; k < 40; ++k) {
    curve.x.push_back(50 + 40 * std::cos(0.3 * k));
    curve.y.push_back(std::sin(0.3 * k));
  }
  EXPECT_EQ(polylines(curve, kX, kY)[0].size(), 40u);
}

TEST(Polyline, PointsOnTheSamePlaceAreDrawnOnce) {
  const Curve curve{"", {1, 1, 1.01, 2, NAN}, {0, 0, 0, 0, 0}, Curve::Style::kPoints};
  EXPECT_EQ(distinct_points(curve, kX, kY).size(), 2u);
}

}  // namespace
}  // namespace ventosa::record::polyline_test
