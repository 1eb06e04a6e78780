#include "view/run/live_robot.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "hal/blinded_robot.h"
#include "scenarios/session/scenario_run.h"
#include "tests/scenarios/good_scenario.h"

/// A robot behind hal::Robot, watched and steered.
namespace ventosa::view::live_robot_test {
namespace {

using scenarios::Scenario;

std::unique_ptr<hal::Robot> blinded(const Scenario& scenario) {
  return std::make_unique<hal::BlindedRobot>(
      std::make_unique<sim::Twin>(scenario.robot, scenario.twin));
}

void go_to(std::int64_t tick, LiveRun& run) {
  while (run.tick() < tick && run.advance()) {
  }
}

TEST(LiveRobot, IsTouchedButDoesNotGoBack) {
  const Scenario scenario = scenarios::read(scenarios::kGood);
  LiveRobot run(scenario, 1, blinded(scenario));
  go_to(20, run);
  run.intervene({.pd = false});
  go_to(60, run);
  EXPECT_EQ(run.n_interventions(), 1u);
  EXPECT_FALSE(run.run().session().input().goal.pd);
  EXPECT_EQ(run.truth(), nullptr);
  EXPECT_EQ(run.n_reached(), 60);
  EXPECT_NO_THROW(run.seek(60));
  EXPECT_THROW(run.seek(59), std::runtime_error);
  EXPECT_EQ(run.tick(), 60);
}

TEST(LiveRobot, WritesDownForTheTwinWhatWasDone) {
  const Scenario scenario = scenarios::read(scenarios::kGood);
  LiveRobot run(scenario, 1, std::make_unique<sim::Twin>(scenario.robot, scenario.twin));
  go_to(50, run);
  run.intervene({.goal = controller::Goal{.activity = controller::Activity::kHold}});
  go_to(run.run().n_ticks(), run);
  const Scenario recorded = scenarios::read(run.recorded_scenario());
  scenarios::ScenarioRun again(recorded, 1);
  while (again.advance()) {
  }
  const controller::Command& last = run.run().session().command();
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 6; ++j)
      EXPECT_EQ(again.session().command().leg[i].joint[j].q_rad, last.leg[i].joint[j].q_rad);
}

}  // namespace
}  // namespace ventosa::view::live_robot_test
