#include <gtest/gtest.h>

#include "scenarios/session/scenario_run.h"
#include "tests/scenarios/good_scenario.h"

/// A robot with GPS and compass whose start pose is wrong.
namespace ventosa::scenarios::place_in_the_world_test {
namespace {

Scenario placed(const std::string& sensors) {
  std::string text = with("robot: romerin4", "robot: romerin4_gps");
  text.replace(text.find("duration_s: 4"), 13, "duration_s: 16");
  const std::string walk = "walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}";
  text.replace(text.find(walk), walk.size(), "walk: {velocity_m_s: [0.01, 0, 0]}");
  return read(text + sensors +
              "plant: {start: {yaw_deg: 5, position_m: [0.04, 0.03, 0]}}\n"
              "controller: {filter: {start_position_m: 0.05, start_heading_rad: 0.087}}\n");
}

const std::string kNoisy = "gps: {noise_m: 0.02}\ncompass: {noise_deg: 1.5, deviation_deg: 3}\n";
const std::string kOff = "gps: {on: false}\ncompass: {on: false}\n";

double estimate_off_m(const ScenarioRun& run) {
  const auto& plan = run.session().plan();
  return (plan.X_WB_estimate.translation() - run.twin().truth().X_WB.translation())
      .head<2>()
      .norm();
}

TEST(PlaceInTheWorld, FixesCorrectTheEstimateAndMoveNoBody) {
  const Scenario noisy = placed(kNoisy), blind = placed(kOff);
  ScenarioRun corrected(noisy, 1), same(blind, 1);
  double apart_m = 0, apart_m_s = 0;
  while (corrected.advance() && same.advance()) {
    const sim::Truth &a = corrected.twin().truth(), &b = same.twin().truth();
    apart_m = std::max(apart_m, (a.X_WB.translation() - b.X_WB.translation()).norm());
    apart_m_s = std::max(apart_m_s, (a.v_WB - b.v_WB).norm());
  }
  EXPECT_GT(estimate_off_m(same), 0.045);
  EXPECT_LT(estimate_off_m(corrected), 0.02);
  // of corrections by 50 mm
  EXPECT_LT(apart_m, 1e-4);
  EXPECT_LT(apart_m_s, 1e-4);
}

TEST(PlaceInTheWorld, ARunAlongWaypointsGoesOnFromASnapshot) {
  Scenario scenario = placed(kNoisy);
  const Script straight = scenario.script;
  std::vector<TimedGoal> goals = straight.goals();
  goals.front().motion =
      Waypoints{.p_B0 = {{0.02, 0}, {0.02, 0.2}}, .speed_m_s = 0.01, .radius_m = 0.01};
  scenario.script = Script(goals, {});
  ScenarioRun whole(scenario, 2), first(scenario, 2), second(scenario, 2);
  while (whole.advance()) {
  }
  while (first.tick() < 1400 && first.advance()) {
  }
  RunSnapshot snapshot;
  first.save(snapshot);
  EXPECT_GT(snapshot.place.along.n_reached, 0);
  second.restore(snapshot);
  while (second.advance()) {
  }
  EXPECT_EQ(second.state_hash(), whole.state_hash());
}

}  // namespace
}  // namespace ventosa::scenarios::place_in_the_world_test
