#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/scenarios/logged_run.h"
#include "tests/scenarios/session/stand.h"

/// Gaits by the clock, walked by the hexapod.
namespace ventosa::scenarios::gait_clock_test {
namespace {

using controller::FootPhase;

struct Walk {
  Scenario scenario;
  LoggedRun run;

  Walk(const std::string& name, double duration_s)
      : scenario([&] {
          Scenario read = shipped(name);
          read.duration_s = duration_s;
          return read;
        }()),
        run(scenario, 1) {
    while (run.advance()) {
    }
  }
  double at(std::size_t row, const std::string& signal) const {
    return run.log().at(row, run.log().find(signal).value());
  }
  /// Ticks at which a leg leaves its stance.
  std::vector<std::size_t> lifts(int leg) const {
    const std::string phase = "plan.leg" + std::to_string(leg) + ".phase";
    std::vector<std::size_t> rows;
    for (std::size_t row = 1; row < run.log().n_rows(); ++row)
      if (at(row - 1, phase) == static_cast<double>(FootPhase::kStance) && at(row, phase) != 0)
        rows.push_back(row);
    return rows;
  }
};

/// Rows of the table, each of step_s, between two lifts of a leg.
void expect_period(const Walk& walk, double cycle_s) {
  const auto ticks = static_cast<std::size_t>(std::lround(cycle_s / 0.002));
  for (int leg = 0; leg < 6; ++leg) {
    const std::vector<std::size_t> lifts = walk.lifts(leg);
    ASSERT_GE(lifts.size(), 2u) << leg;
    for (std::size_t k = 1; k < lifts.size(); ++k) EXPECT_EQ(lifts[k] - lifts[k - 1], ticks) << leg;
  }
}

TEST(GaitByTheClock, LiftsEveryFootOnTime) {
  expect_period(Walk("hexapod3_tripod_flat", 10), 6 * 0.35);
  expect_period(Walk("hexapod3_ripple_flat", 14), 12 * 0.25);
  expect_period(Walk("hexapod3_wave_flat", 14), 19 * 0.25);
}

TEST(GaitByTheClock, LeavesTheBodyAtItsPace) {
  const Walk walk("hexapod3_tripod_flat", 10);
  const double pace_m = 0.1 / (6 * 0.35) * 0.002;  // a tick
  double least_m = 1, most_m = 0;
  for (std::size_t row = 2000; row < 5000; ++row) {
    const double way_m = walk.at(row, "plan.reference.x") - walk.at(row - 1, "plan.reference.x");
    least_m = std::min(least_m, way_m);
    most_m = std::max(most_m, way_m);
  }
  EXPECT_NEAR(least_m, pace_m, 0.01 * pace_m);
  EXPECT_NEAR(most_m, pace_m, 0.01 * pace_m);
}

}  // namespace
}  // namespace ventosa::scenarios::gait_clock_test
