#include "papers/measure.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace ventosa::papers::measure_test {
namespace {

Tally tally_of(const std::vector<double>& values, double above = 0) {
  Tally tally;
  for (const double value : values) tally.add(value, above);
  tally.end_run();
  return tally;
}

TEST(Tally, IsTheStatisticOfItsValues) {
  const Tally tally = tally_of({3, -5, 1, 1}, 2);
  EXPECT_EQ(tally.value(Statistic::kPeak), 5);
  EXPECT_EQ(tally.value(Statistic::kLeast), -5);
  EXPECT_EQ(tally.value(Statistic::kMean), 0);
  EXPECT_EQ(tally.value(Statistic::kRms), 3);
  EXPECT_EQ(tally.value(Statistic::kEnd), 1);
  EXPECT_EQ(tally.value(Statistic::kChange), -2);
  EXPECT_EQ(tally.value(Statistic::kShareAbove), 0.25);
}

TEST(Tally, OfTwoSeedsIsThatOfAllTheirValuesAndTheMeanOfTheirEnds) {
  Tally both;
  both.add(tally_of({1, 7}));
  both.add(tally_of({-9, 3}));
  const Tally pooled = tally_of({1, 7, -9, 3});
  for (const Statistic each : {Statistic::kPeak, Statistic::kLeast, Statistic::kMean,
                               Statistic::kRms, Statistic::kShareAbove})
    EXPECT_EQ(both.value(each), pooled.value(each)) << static_cast<int>(each);
  EXPECT_EQ(both.value(Statistic::kEnd), 5);
  EXPECT_EQ(both.value(Statistic::kWorstEnd), 7);
  EXPECT_EQ(both.value(Statistic::kChange), 9);
}

TEST(Tally, WithoutAKnownValueIsUnknown) {
  Tally tally = tally_of({std::nan(""), INFINITY});
  tally.add(Tally{});
  for (const Statistic each :
       {Statistic::kPeak, Statistic::kLeast, Statistic::kMean, Statistic::kRms, Statistic::kEnd,
        Statistic::kChange, Statistic::kShareAbove})
    EXPECT_TRUE(std::isnan(tally.value(each))) << static_cast<int>(each);
}

// seeds that end on both sides must not cancel
TEST(Tally, WorstEndKeepsItsSign) {
  Tally both;
  both.add(tally_of({1, -7}));
  both.add(tally_of({9, 3}));
  EXPECT_EQ(both.value(Statistic::kWorstEnd), -7);
}

TEST(Tally, DoesNotCountUnknownValues) {
  EXPECT_EQ(tally_of({2, std::nan(""), 4}).value(Statistic::kMean), 3);
}

}  // namespace
}  // namespace ventosa::papers::measure_test
