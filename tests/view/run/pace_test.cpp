#include "view/run/pace.h"

#include <gtest/gtest.h>

namespace ventosa::view::pace_test {
namespace {

TEST(Pace, MakesATickDueWhenItsTimeHasPassed) {
  Pace pace(0.01);
  pace.start(100, 50, 1);
  EXPECT_NEAR(pace.wait_s(100, 51), 0.01, 1e-9);
  EXPECT_NEAR(pace.wait_s(100.004, 51), 0.006, 1e-9);
  EXPECT_LE(pace.wait_s(100.0101, 51), 0);
  EXPECT_NEAR(pace.wait_s(100.5, 150), 0.5, 1e-9);
}

TEST(Pace, StretchesTime) {
  Pace pace(0.01);
  pace.start(0, 0, 0.125);
  EXPECT_NEAR(pace.wait_s(0, 1), 0.08, 1e-9);
  pace.start(0, 0, 8);
  EXPECT_NEAR(pace.wait_s(0, 800), 1, 1e-9);
  pace.start(0, 0, Pace::kAsFastAsPossible);
  EXPECT_EQ(pace.wait_s(0, 1'000'000), 0);
}

TEST(Pace, DoesNotRaceAfterAPause) {
  Pace pace(0.01);
  pace.start(0, 0, 1);
  EXPECT_LE(pace.wait_s(5, 1), 0);  // the program was suspended
  int n_due = 0;
  for (std::int64_t tick = 2; pace.wait_s(5, tick) <= 0; ++tick) ++n_due;
  EXPECT_LE(n_due, 11);  // a tenth of a second, not five
}

TEST(Pace, TellsHowFastItIs) {
  Pace pace(0.01);
  pace.start(0, 0, 1);
  EXPECT_EQ(pace.realtime_factor(), 0);
  for (std::int64_t tick = 1; tick <= 300; ++tick)
    pace.passed(0.02 * static_cast<double>(tick), tick);
  EXPECT_NEAR(pace.realtime_factor(), 0.5, 1e-9);
}

}  // namespace
}  // namespace ventosa::view::pace_test
