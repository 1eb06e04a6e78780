#include <gtest/gtest.h>

#include <cmath>

#include "tests/scenarios/logged_run.h"
#include "tests/scenarios/session/stand.h"

/// The walk between two points without fixes or without a part of the filter: it ends elsewhere.
namespace ventosa::scenarios::gps_walk_test {
namespace {

constexpr double kMost_m = 0.03;
constexpr double kMost_rad = 2 * controller::kRadPerDegree;

/// True end of `hexapod3_gps`, changed in one thing.
struct End {
  double off_m = 0;    ///< from the last point
  double off_rad = 0;  ///< from the heading of the line
};

End end_of(std::uint64_t seed, const std::function<void(Scenario&)>& change) {
  Scenario scenario = shipped("hexapod3_gps");
  change(scenario);
  LoggedRun run(scenario, seed);
  while (run.advance()) {
  }
  const auto at_end = [&](const char* signal) {
    return run.log().at(run.log().n_rows() - 1, run.log().find(signal).value());
  };
  return {std::hypot(at_end("error.travel.x") - 2, at_end("error.travel.y")),
          std::abs(at_end("travel.yaw"))};
}

TEST(GpsWalk, ArrivesWithAllThatItHas) {
  const End end = end_of(1, [](Scenario&) {});
  EXPECT_LT(end.off_m, kMost_m);
  EXPECT_LT(end.off_rad, kMost_rad);
}

TEST(GpsWalk, EndsFarOffWithoutFixes) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
    const End end = end_of(
        seed, [](Scenario& scenario) { scenario.twin.gps.on = scenario.twin.compass.on = false; });
    EXPECT_GT(end.off_m, 0.1) << seed;
    EXPECT_GT(end.off_rad, kMost_rad) << seed;
  }
}

/// The compass deviates by 3 degrees: a filter that knows of no deviation turns the robot.
TEST(GpsWalk, EndsAskewWithoutTheDeviationAsAStateOfTheFilter) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
    const End end =
        end_of(seed, [](Scenario& scenario) { scenario.controller.filter.deviation_rad = 0; });
    EXPECT_GT(end.off_m, kMost_m) << seed;
    EXPECT_NEAR(end.off_rad, 3 * controller::kRadPerDegree, 1 * controller::kRadPerDegree) << seed;
  }
}

}  // namespace
}  // namespace ventosa::scenarios::gps_walk_test
