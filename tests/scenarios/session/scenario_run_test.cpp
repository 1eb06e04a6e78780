#include "scenarios/session/scenario_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>
#include <stdexcept>

#include "scenarios/session/load.h"
#include "scenarios/verdict/verdict.h"
#include "tests/scenarios/logged_run.h"

namespace ventosa::scenarios::scenario_run_test {
namespace {

namespace fs = std::filesystem;

const fs::path kRobots = fs::path(VENTOSA_SOURCE_DIR) / "models" / "data";
const fs::path kData = fs::path(VENTOSA_SOURCE_DIR) / "scenarios" / "data";

/// A shipped scenario, shortened.
Scenario shipped(const std::string& name, double duration_s) {
  Scenario scenario = load(kData / (name + ".yaml"), kRobots);
  scenario.duration_s = duration_s;
  return scenario;
}

void finish(ScenarioRun& run) {
  while (run.advance()) {
  }
}

double at_end(const LoggedRun& run, const char* signal) {
  return run.log().at(run.log().n_rows() - 1, run.log().find(signal).value());
}

TEST(ScenarioRun, RecordsTheStartAndEveryTick) {
  const Scenario scenario = shipped("hold_push_ground", 0.5);
  LoggedRun run(scenario, 1);
  EXPECT_EQ(run.log().n_rows(), 1u);
  finish(run);
  EXPECT_EQ(run.tick(), 50);
  EXPECT_EQ(run.log().n_rows(), 51u);
  for (std::size_t i = 0; i < 51; ++i)
    EXPECT_NEAR(run.log().at(i, run.log().find("seen.time").value()), 0.01 * static_cast<double>(i),
                1e-12);
  EXPECT_FALSE(run.advance());
}

TEST(ScenarioRun, NamesEverySignalOnce) {
  const Scenario scenario = shipped("crawl_up_wall_hexapod", 1);
  std::vector<std::string> names;
  for (const record::Column& column : recorded_columns(scenario)) names.push_back(column.name);
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
}

TEST(ScenarioRun, ChainsEveryRowUpToTheTopicMotionIntoItsHash) {
  const Scenario scenario = shipped("hold_push_ground", 0.3);
  LoggedRun run(scenario, 1);
  finish(run);
  const std::size_t n_hashed = run.log().find("motion.centre_of_mass.x").value();
  EXPECT_LT(run.log().find("count.attached").value(), n_hashed);
  std::uint64_t hash = record::kEmptyHash;
  for (std::size_t i = 0; i < run.log().n_rows(); ++i)
    hash = record::chain(hash, std::span(run.log().row(i)).first(n_hashed));
  EXPECT_EQ(hash, run.state_hash());
}

TEST(ScenarioRun, PushesTheBodyWhenTheScriptSaysSo) {
  const Scenario scenario = shipped("hold_push_ground", 1.1);
  LoggedRun run(scenario, 1);
  finish(run);
  const std::size_t speed = run.log().find("truth.velocity.x").value();
  EXPECT_LT(std::abs(run.log().at(100, speed)), 1e-4);
  EXPECT_GT(run.log().at(101, speed), 1e-3);
}

TEST(ScenarioRun, SwitchesRelaysByItsCommands) {
  const Scenario scenario = shipped("brown_out_ground", 2.1);
  LoggedRun run(scenario, 1);
  finish(run);
  const auto at = [&](std::size_t row, const char* signal) {
    return run.log().at(row, run.log().find(signal).value());
  };
  constexpr double kStays = -1, kIsolated = 0, kBusOnly = 3;
  EXPECT_EQ(at(199, "goal.leg2.pack.relay"), kStays);
  EXPECT_EQ(at(199, "command.leg2.pack.relay"), kStays);
  EXPECT_EQ(at(200, "goal.leg2.pack.relay"), kIsolated);
  EXPECT_EQ(at(200, "command.leg2.pack.relay"), kIsolated);
  EXPECT_EQ(at(200, "truth.leg2.pack.relay"), kBusOnly);
  EXPECT_EQ(at(201, "truth.leg2.pack.relay"), kIsolated);
}

TEST(ScenarioRun, WalksInTheDirectionOfItsScript) {
  const Scenario scenario = shipped("crawl_sideways_wall", 8);
  LoggedRun run(scenario, 1);
  finish(run);
  EXPECT_GT(at_end(run, "error.travel.y"), 0.01);
  EXPECT_LT(std::abs(at_end(run, "error.travel.x")), 0.002);
}

TEST(ScenarioRun, DependsOnItsSeedOnlyThroughNoise) {
  const Scenario noisy = shipped("hold_pd_off_ground_noise", 0.2);
  const Scenario ideal = shipped("hold_pd_off_ground", 0.2);
  const auto hash = [](const Scenario& scenario, std::uint64_t seed) {
    LoggedRun run(scenario, seed);
    finish(run);
    return run.state_hash();
  };
  EXPECT_NE(hash(noisy, 1), hash(noisy, 2));
  EXPECT_EQ(hash(ideal, 1), hash(ideal, 2));
}

/// Equal, also where both are unknown.
bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

// the same scenario, seed and binary must give the same run, also from a snapshot at any tick
TEST(ScenarioRun, GoesOnFromASnapshotAsIfNeverStopped) {
  for (const char* name : {"crawl_up_wall", "hold_pd_off_wall_noise", "hold_push_two_planes"}) {
    const Scenario scenario = shipped(name, 4);
    LoggedRun whole(scenario, 3);
    finish(whole);
    for (const std::int64_t stop : {0, 1, 105, 250, 399}) {
      LoggedRun first(scenario, 3);
      while (first.tick() < stop && first.advance()) {
      }
      RunSnapshot snapshot;
      first.save(snapshot);
      LoggedRun second(scenario, 3);
      second.restore(snapshot);
      finish(second);
      EXPECT_EQ(second.state_hash(), whole.state_hash()) << name << " from tick " << stop;
      EXPECT_EQ(second.tick(), whole.tick());
      const auto next = second.log().row(0);
      const auto want = whole.log().row(static_cast<std::size_t>(stop) + 1);
      EXPECT_TRUE(std::equal(next.begin(), next.end(), want.begin(), same_bits))
          << name << " " << stop;
    }
  }
}

TEST(ScenarioRun, RefusesTheSnapshotOfAnotherRobot) {
  const Scenario quadruped = shipped("crawl_up_wall", 1);
  const Scenario hexapod = shipped("crawl_up_wall_hexapod", 1);
  RunSnapshot snapshot;
  scenarios::ScenarioRun(quadruped, 1).save(snapshot);
  LoggedRun other(hexapod, 1);
  EXPECT_THROW(other.restore(snapshot), std::invalid_argument);
}

Outcome outcome_of(const Scenario& scenario) {
  JudgedRun run(scenario, 1);
  finish(run);
  return run.verdict(1).outcome;
}

// the verdict uses the true state: a controller with wrong masses must fail
TEST(ScenarioRun, FailsTheWallHoldOnlyWhenTheControllerBelievesWrongMasses) {
  Scenario scenario = shipped("hold_pd_off_wall", 15);
  EXPECT_EQ(outcome_of(scenario), Outcome::kPass);
  controller::RobotModel& controller_model = scenario.controller_model;
  for (controller::Leg& leg : controller_model.leg) {
    for (int j = leg.n_arm; j < leg.n_joints; ++j) {
      controller::Link& link = leg.link[static_cast<std::size_t>(j)];
      controller_model.body_mass_kg +=
          link.mass_kg;  // the stance wrists and cups, booked onto the body
      link.mass_kg = 0;
    }
  }
  EXPECT_EQ(outcome_of(scenario), Outcome::kFail);
}

/// Set-points and estimate of a controller with a given start.
struct Driven {
  std::vector<double> set_points;
  controller::Vector3d p_WB_estimate;
};

Driven drive(const Scenario& scenario, const controller::Isometry3d& X_WB_given) {
  sim::Twin twin(scenario.robot, scenario.twin);
  controller::Start start;
  EXPECT_EQ(twin.start(start), hal::Status::kOk);
  start.X_WB = X_WB_given;
  controller::Controller controller(scenario.controller_model, scenario.controller, start);
  controller::Observation seen = start.seen;
  Driven driven;
  for (int tick = 0; tick < 800; ++tick) {
    const auto command = controller.tick(seen, scenario.script.goal_at(0.01 * tick, X_WB_given));
    for (int i = 0; i < scenario.controller_model.n_legs(); ++i)
      for (int j = 0; j < scenario.controller_model.leg[static_cast<std::size_t>(i)].n_arm; ++j)
        driven.set_points.push_back(
            command.leg[static_cast<std::size_t>(i)].joint[static_cast<std::size_t>(j)].q_rad);
    EXPECT_EQ(twin.exchange(command, seen), hal::Status::kOk);
  }
  driven.p_WB_estimate = controller.diagnostics().X_WB_estimate.translation();
  return driven;
}

// the controller knows its position only from its start: with another one on the same level ground,
// it walks the same steps and its estimate stays shifted to the end
TEST(ScenarioRun, LetsNoTruthReachTheController) {
  const Scenario scenario = shipped("crawl_ground", 8);
  const controller::Vector3d shift(0.25, -0.125, 0);
  const Driven truly = drive(scenario, scenario.twin.X_WB);
  const Driven elsewhere = drive(scenario, Eigen::Translation3d(shift) * scenario.twin.X_WB);
  ASSERT_EQ(truly.set_points.size(), elsewhere.set_points.size());
  for (std::size_t i = 0; i < truly.set_points.size(); ++i)
    ASSERT_NEAR(truly.set_points[i], elsewhere.set_points[i], 1e-3);
  EXPECT_LT((elsewhere.p_WB_estimate - truly.p_WB_estimate - shift).norm(), 1e-4);
  EXPECT_GT(truly.p_WB_estimate.x(), 0.01);  // it did walk
}

}  // namespace
}  // namespace ventosa::scenarios::scenario_run_test
