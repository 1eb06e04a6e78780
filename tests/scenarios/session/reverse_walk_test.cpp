#include "tests/scenarios/reverse_walk.h"

#include <gtest/gtest.h>

/// Walks by the reverse body, of a hexapod that measures nothing of its body.
namespace ventosa::scenarios::reverse_walk_test {
namespace {

/// Half a stride at both ends: the legs of a tripod end where they began.
TEST(ReverseWalk, EndsInTheStanceItBeganWith) {
  const Walked walk(Way{});
  EXPECT_NEAR(walk.at(walk.last(), "plan.reference.x"), 0.12, 1e-6);
  EXPECT_NEAR(walk.at(walk.last(), "truth.body.x"), 0.12, 1e-3);
  EXPECT_LT(walk.farthest_rad(walk.last()), 2e-3);
  EXPECT_GT(walk.farthest_rad(walk.row_at(1.6)), 0.05);
}

/// Feet that swing a sixth of the time move five times as far as the body in that time.
TEST(ReverseWalk, ClosesWithOneFootAtATime) {
  const Walked walk(Way{.rows = kWave, .sweep_m = "0.04", .duration_s = "26"});
  EXPECT_NEAR(walk.at(walk.last(), "truth.body.x"), 0.12, 2e-3);
  for (std::size_t row = walk.row_at(0.6); row < walk.last(); ++row)
    ASSERT_GE(walk.at(row, "count.loaded"), 5) << row;
}

/// The first row of a tripod takes half a sweep, the others all of it.
TEST(ReverseWalk, BeginsWithHalfAStride) {
  const Walked walk(Way{.script = kAhead});
  const auto reference_m = [&](int rows) {
    return walk.at(walk.row_at(1 + 0.6 * rows), "plan.reference.x");
  };
  EXPECT_NEAR(reference_m(1), 0.015, 2e-4);
  EXPECT_NEAR(reference_m(2) - reference_m(1), 0.03, 2e-4);
  EXPECT_NEAR(reference_m(5) - reference_m(4), 0.03, 2e-4);
}

/// The fictive body goes back as far as the body goes on, and is the body while no foot swings.
TEST(ReverseWalk, RecordsTheFictiveBody) {
  const Walked walk(Way{});
  const std::size_t middle = walk.row_at(1.9);  // half of the second row
  const double start_m = walk.at(walk.row_at(1.6) - 1, "plan.reference.x");
  EXPECT_NEAR(walk.at(middle, "plan.reference.x") - start_m,
              start_m - walk.at(middle, "plan.reverse.x"), 2e-4);
  EXPECT_EQ(walk.at(walk.last(), "plan.reverse.x"), walk.at(walk.last(), "plan.reference.x"));
}

/// A stop in the middle of a swing lands the feet; the next walk centres them again.
TEST(ReverseWalk, GoesOnAfterAStopDuringASwing) {
  const Walked walk(Way{
      .script = "  - {at_s: 1, walk: {velocity_m_s: [0.05, 0, 0], distance_m: 1, gait: mirror}}\n"
                "  - {at_s: 2.3, hold: {}}\n"
                "  - {at_s: 4, walk: {velocity_m_s: [0.05, 0, 0], gait: mirror}}\n",
      .duration_s = "9"});
  const std::size_t held = walk.row_at(3.9);
  EXPECT_EQ(walk.at(held, "count.loaded"), 6);
  EXPECT_GT(walk.farthest_rad(held), 0.02);
  const double way_m = walk.at(walk.last(), "plan.reference.x") - walk.at(held, "plan.reference.x");
  EXPECT_NEAR(way_m, 0.05 * 5, 0.03);
  EXPECT_NEAR(walk.at(walk.last(), "truth.body.x"), walk.at(walk.last(), "plan.reference.x"), 3e-3);
}

/// Walks that no scenario may ask for (reverse_limits_test.cpp) occur in other stances.
/// Shorter rows are tried before a walk is refused: 4 m are 14 advances of at most 0.3 m, the first
/// row would have half of one, and has a quarter.
TEST(ReverseWalk, ShortensRowsThatItsLegsCannotReach) {
  const Walked walk(Way{.script = kFar, .duration_s = "13"}, [](Scenario& scenario) {
    mirror(scenario).sweep_m = 0.4;
    mirror(scenario).step_s = 6;
  });
  EXPECT_NEAR(walk.at(walk.row_at(7), "plan.reference.x"), 4.0 / 14 / 4, 1e-4);
  EXPECT_LT(walk.at(walk.last(), "error.body.position"), 0.01);
  for (std::size_t row = 0; row < walk.last(); ++row)
    ASSERT_EQ(walk.at(row, "plan.reason"), 0) << row;
}

/// Legs that reach 0.1 m ahead and behind leave the body too near the edge of its standing feet.
TEST(ReverseWalk, ShortensRowsAtWhoseEndItsFeetDoNotCarryIt) {
  const Way way{.sweep_m = "0.199", .step_s = "6", .script = kAhead, .duration_s = "8"};
  const auto way_of_first_row = [&](double safety_factor) {
    const Walked walk(way, [&](Scenario& scenario) {
      scenario.controller.sharing.safety_factor = safety_factor;
    });
    return walk.at(walk.row_at(7), "plan.reference.x");
  };
  EXPECT_NEAR(way_of_first_row(1.3), 0.199 / 4, 1e-4);
  EXPECT_NEAR(way_of_first_row(1), 0.199 / 2, 1e-4);
}

/// In the first cycle feet lag by half: so the body goes half as far while none is lifted.
TEST(ReverseWalk, AdvancesByHalfInTheFirstCycleWhileNoFootIsLifted) {
  const std::string waits = "      - {}\n      - {}\n", all = kTripod;
  const std::size_t second = all.find('\n') + 1;
  const Walked walk(Way{.rows = waits + all.substr(0, second) + waits + all.substr(second),
                        .sweep_m = "0.05",
                        .script = kAhead,
                        .duration_s = "9"});
  const auto reference_m = [&](int rows) {
    return walk.at(walk.row_at(1 + 0.6 * rows), "plan.reference.x");
  };
  EXPECT_NEAR(reference_m(2), 0.05 / 5, 2e-4);
  EXPECT_NEAR(reference_m(5) - reference_m(3), 0.05 / 5, 2e-4);
  EXPECT_NEAR(reference_m(8) - reference_m(6), 2 * 0.05 / 5, 2e-4);
}

TEST(ReverseWalk, RefusesARowThatNoShorterWayMakesPossible) {
  const Walked walk(Way{.script = kFar},
                    [](Scenario& scenario) { scenario.controller.gait.lift_m = 0.3; });
  EXPECT_EQ(walk.at(walk.last(), "plan.reference.x"), 0);
  EXPECT_EQ(walk.at(walk.last(), "plan.reason"),
            static_cast<double>(controller::Reason::kUnreachable));
  EXPECT_EQ(walk.at(walk.last(), "plan.refused_leg"), 0);
  EXPECT_EQ(walk.at(walk.last(), "count.loaded"), 6);
}

TEST(ReverseWalk, RefusesARowThatIsTooFastForTheDrives) {
  const Walked walk(Way{.script = kFar},
                    [](Scenario& scenario) { mirror(scenario).step_s = 0.06; });
  EXPECT_EQ(walk.at(walk.last(), "plan.reference.x"), 0);
  EXPECT_EQ(walk.at(walk.last(), "plan.reason"),
            static_cast<double>(controller::Reason::kUnreachable));
}

}  // namespace
}  // namespace ventosa::scenarios::reverse_walk_test
