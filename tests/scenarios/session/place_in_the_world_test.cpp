#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "scenarios/session/scenario_run.h"
#include "tests/scenarios/good_scenario.h"
#include "tests/scenarios/logged_run.h"
#include "tests/scenarios/session/stand.h"

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

TEST(PlaceInTheWorld, ACorrectionIsNoSpeed) {
  const Scenario scenario = placed(kNoisy);
  LoggedRun run(scenario, 1);
  while (run.advance()) {
  }
  const std::size_t speed = run.log().find("motion.centre_velocity.x").value();
  const std::size_t place = run.log().find("motion.centre_of_mass.x").value();
  double most_m_s = 0, most_m = 0;
  for (std::size_t row = 1; row < run.log().n_rows(); ++row) {
    most_m_s = std::max(most_m_s, std::abs(run.log().at(row, speed)));
    most_m = std::max(most_m, std::abs(run.log().at(row, place) - run.log().at(row - 1, place)));
  }
  EXPECT_GT(most_m, 0.01) << "in a tick";
  EXPECT_LT(most_m_s, 0.05);
}

using controller::Observation;

/// The hexapod with GPS and compass, standing for 3 s, whose readings after 1 s are edited.
struct Standing : Stand {
  explicit Standing(std::function<void(Observation&)> spoil) : Stand("hexapod3_gps") {
    robot.edit = [spoil](Observation& seen) {
      if (seen.now_ns > 1'000'000'000) spoil(seen);
    };
    begin();
    until(1500);
  }
  std::int32_t left_out() const {
    const auto& plan = session->plan();
    return plan.fix.left_out + plan.heading.left_out;
  }
};

void drop(Observation& seen) {
  seen.fix.reset();
  seen.heading.reset();
}

TEST(PlaceInTheWorld, ReadingsThatAreLeftOutAreAsGoodAsNone) {
  const Standing good([](Observation&) {}), none(drop);
  EXPECT_NE(good.session->plan().X_WB_estimate.matrix(),
            none.session->plan().X_WB_estimate.matrix());
  EXPECT_EQ(good.left_out(), 0);
  const double inf = std::numeric_limits<double>::infinity();
  for (const double bad : {controller::kUnknown, inf, -inf, 1e300, 5.0}) {
    const Standing spoilt([bad](Observation& seen) {
      seen.fix->p_WG.x() += bad;
      seen.heading->heading_rad += bad;
    });
    EXPECT_EQ(spoilt.session->plan().X_WB_estimate.matrix(),
              none.session->plan().X_WB_estimate.matrix())
        << bad;
    EXPECT_EQ(spoilt.left_out(), 2 * 5 + 2 * 10) << bad << ": all of 2 s";
  }
}

TEST(PlaceInTheWorld, ReadingsThatRepeatThemselvesAreUsedOnceAndThoseOfThePastNever) {
  const Standing none(drop);
  std::optional<Observation> first;
  const Standing repeated([&first](Observation& seen) {
    if (!first) first = seen;
    seen.fix = first->fix;
    seen.heading = first->heading;
  });
  EXPECT_EQ(repeated.session->plan().X_WB_estimate.matrix(),
            none.session->plan().X_WB_estimate.matrix());
  EXPECT_EQ(repeated.left_out(), 0) << "the reading of before, and not another one";
  const Standing backwards([](Observation& seen) {
    seen.fix->sampled_ns = 2'000'000'000 - seen.fix->sampled_ns;
    seen.heading->sampled_ns = 2'000'000'000 - seen.heading->sampled_ns;
  });
  EXPECT_EQ(backwards.session->plan().X_WB_estimate.matrix(),
            none.session->plan().X_WB_estimate.matrix());
  EXPECT_EQ(backwards.left_out(), 2 * 5 + 2 * 10);
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
  EXPECT_GT(snapshot.script.along.n_reached, 0);
  second.restore(snapshot);
  while (second.advance()) {
  }
  EXPECT_EQ(second.state_hash(), whole.state_hash());
}

}  // namespace
}  // namespace ventosa::scenarios::place_in_the_world_test
