#include "record/axis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace ventosa::record::axis_test {
namespace {

Interval interval_of(std::initializer_list<double> values) {
  Interval all;
  for (const double value : values) all.add(value);
  return all;
}

/// Calls take(interval, most) for intervals of all sizes, near zero and far from it.
template <class Take>
void for_many_intervals(Take take) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> unit(-1, 1), exponent(-9, 9);
  for (int i = 0; i < 2000; ++i) {
    const double length = std::pow(10, exponent(random));
    const double low = length * std::pow(10, (unit(random) + 1) * 1.5) * unit(random);
    for (const int most : {3, 6, 11}) take(Interval{low, low + length}, most);
  }
}

TEST(Ticks, LieWithinTheIntervalAndAreNotTooManyOrTooFew) {
  for_many_intervals([](const Interval& within, int most) {
    const Ticks ticks(within, most);
    const double rounding = 1e-8 * within.length();
    EXPECT_LE(ticks.count(), most);
    EXPECT_GE(ticks.count(), static_cast<int>((most - 1) / 2.5));
    for (int i = 0; i < ticks.count(); ++i) {
      EXPECT_GE(ticks.at(i), within.low - rounding);
      EXPECT_LE(ticks.at(i), within.high + rounding);
    }
  });
}

TEST(Ticks, AreMultiplesOfOneTwoOrFiveTimesAPowerOfTen) {
  for_many_intervals([](const Interval& within, int most) {
    const Ticks ticks(within, most);
    if (ticks.count() < 2) return;
    const double step = ticks.at(1) - ticks.at(0);
    const double exponent = std::floor(std::log10(step) + 1e-6);
    const double mantissa = step / std::pow(10, exponent);
    EXPECT_LT(std::min({std::abs(mantissa - 1), std::abs(mantissa - 2), std::abs(mantissa - 5)}),
              1e-6);
    for (int i = 0; i < ticks.count(); ++i)
      EXPECT_LT(std::abs(std::remainder(ticks.at(i), step)), 1e-6 * step);
  });
}

TEST(Ticks, ReadAsTheirNumbers) {
  for_many_intervals([](const Interval& within, int most) {
    const Ticks ticks(within, most);
    for (int i = 0; i < ticks.count(); ++i) EXPECT_EQ(std::stod(ticks.text(i)), ticks.at(i));
  });
}

TEST(Ticks, HaveTheDecimalsOfTheStep) {
  const Ticks tenths({0, 1}, 6);
  EXPECT_EQ(tenths.text(0), "0.0");
  EXPECT_EQ(tenths.text(1), "0.2");
  const Ticks whole({-3, 2}, 6);
  EXPECT_EQ(whole.text(0), "-3");
  EXPECT_EQ(whole.text(3), "0");
  EXPECT_EQ(Ticks({0, 1e-6}, 6).text(1), "2e-07");
}

TEST(Ticks, AroundAnIntervalAreWithinLessThanAStepOfIt) {
  for_many_intervals([](const Interval& within, int most) {
    const Ticks ticks(within, most);
    if (ticks.count() < 2) return;
    const double step = ticks.at(1) - ticks.at(0);
    const Interval around = ticks.around(within);
    const double rounding = 1e-8 * step;
    EXPECT_LE(around.low, within.low + rounding);
    EXPECT_GE(around.high, within.high - rounding);
    EXPECT_LT(within.low - around.low, step * (1 + 1e-6));
    EXPECT_LT(around.high - within.high, step * (1 + 1e-6));
    EXPECT_LT(std::abs(std::remainder(around.low, step)), 1e-6 * step);
  });
}

TEST(Interval, IgnoresWhatCannotBeDrawn) {
  const Interval all = interval_of({NAN, 2, INFINITY, -1, -INFINITY, 1e308, NAN});
  EXPECT_EQ(all.low, -1);
  EXPECT_EQ(all.high, 2);
}

TEST(Interval, HasALengthEvenWithoutOrWithASingleValue) {
  EXPECT_EQ(Interval().with_length().length(), 1);
  for (const double value : {0.0, 5.0, -1e-7, 3e9, 1e-300}) {
    const Interval around = interval_of({value, value}).with_length();
    EXPECT_LT(around.low, value);
    EXPECT_GT(around.high, value);
  }
  EXPECT_EQ(interval_of({1, 3}).with_length().length(), 2);
}

}  // namespace
}  // namespace ventosa::record::axis_test
