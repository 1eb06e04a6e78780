#include <gtest/gtest.h>

#include <cmath>

#include "scenarios/verdict/verdict.h"
#include "tests/scenarios/good_scenario.h"
#include "tests/scenarios/logged_run.h"

/// Walks by the reverse body, of a hexapod that measures nothing of its body.
namespace ventosa::scenarios::reverse_walk_test {
namespace {

const std::filesystem::path kFile =
    std::filesystem::path(VENTOSA_SOURCE_DIR) / "tests/scenarios/data/walk.yaml";

constexpr const char* kTripod = R"(      - {step: [front_left, middle_right, rear_left]}
      - {step: [front_right, middle_left, rear_right]}
)";
constexpr const char* kWave = R"(      - {step: [rear_left]}
      - {step: [middle_left]}
      - {step: [front_left]}
      - {step: [rear_right]}
      - {step: [middle_right]}
      - {step: [front_right]}
)";

struct Way {
  std::string rows = kTripod;
  std::string sweep_m = "0.03";
  std::string step_s = "0.6";
  std::string lift_m = "0.03";
  std::string script =
      "  - {at_s: 1, walk: {velocity_m_s: [0.05, 0, 0], distance_m: 0.12, gait: mirror}}\n";
  std::string duration_s = "6";
};

std::string text_of(const Way& way) {
  return R"(schema: 1
title: A test
robot: ./blind_hexapod.yaml
gaits:
  mirror:
    step_s: )" +
         way.step_s + "\n    sweep_m: " + way.sweep_m + R"(
    swing: reverse_body
    rows:
)" + way.rows +
         R"(surfaces:
  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [4, 4], friction: 0.7}
placement: {surface: ground}
control_period_s: 0.002
controller: {gait: {acceleration_m_s2: 10, lift_m: )" +
         way.lift_m + "}}\nduration_s: " + way.duration_s + "\nscript:\n" + way.script +
         "asserts:\n  - {name: refused, signal: plan.reason, equals: none}\n";
}

struct Walked {
  explicit Walked(const Way& way)
      : scenario(parse(text_of(way), kFile, kRobots)), run(scenario, 1) {
    while (run.advance()) {
    }
  }
  std::size_t row_at(double time_s) const {
    return static_cast<std::size_t>(std::lround(time_s / 0.002));
  }
  std::size_t last() const { return run.log().n_rows() - 1; }
  double at(std::size_t row, const std::string& signal) const {
    return run.log().at(row, run.log().find(signal).value());
  }
  /// Change of the commanded joint angles of all legs since the start.
  double farthest_rad(std::size_t row) const {
    double most = 0;
    for (int leg = 0; leg < 6; ++leg)
      for (int joint = 0; joint < 3; ++joint) {
        const std::string signal =
            "command.leg" + std::to_string(leg) + ".joint" + std::to_string(joint) + ".q";
        most = std::max(most, std::abs(at(row, signal) - at(0, signal)));
      }
    return most;
  }
  const Scenario scenario;
  LoggedRun run;
};

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
  const Walked walk(
      Way{.script = "  - {at_s: 1, walk: {velocity_m_s: [0.05, 0, 0], gait: mirror}}\n"});
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

constexpr const char* kFar =
    "  - {at_s: 1, walk: {velocity_m_s: [0.05, 0, 0], distance_m: 4, gait: mirror}}\n";

/// Shorter rows are tried before a walk is refused: 4 m are 14 advances of at most 0.3 m, the first
/// row would have half of one, and has a quarter.
TEST(ReverseWalk, ShortensRowsThatItsLegsCannotReach) {
  const Walked walk(Way{.sweep_m = "0.4", .step_s = "6", .script = kFar, .duration_s = "13"});
  EXPECT_NEAR(walk.at(walk.row_at(7), "plan.reference.x"), 4.0 / 14 / 4, 1e-4);
  EXPECT_LT(walk.at(walk.last(), "error.body.position"), 0.01);
  for (std::size_t row = 0; row < walk.last(); ++row)
    ASSERT_EQ(walk.at(row, "plan.reason"), 0) << row;
}

TEST(ReverseWalk, RefusesARowThatNoShorterWayMakesPossible) {
  const Walked walk(Way{.lift_m = "0.3", .script = kFar});
  EXPECT_EQ(walk.at(walk.last(), "plan.reference.x"), 0);
  EXPECT_EQ(walk.at(walk.last(), "plan.reason"),
            static_cast<double>(controller::Reason::kUnreachable));
  EXPECT_EQ(walk.at(walk.last(), "plan.refused_leg"), 0);
  EXPECT_EQ(walk.at(walk.last(), "count.loaded"), 6);
}

TEST(ReverseWalk, RefusesARowThatIsTooFastForTheDrives) {
  const Walked walk(Way{.step_s = "0.06", .script = kFar});
  EXPECT_EQ(walk.at(walk.last(), "plan.reference.x"), 0);
  EXPECT_EQ(walk.at(walk.last(), "plan.reason"),
            static_cast<double>(controller::Reason::kUnreachable));
}

}  // namespace
}  // namespace ventosa::scenarios::reverse_walk_test
