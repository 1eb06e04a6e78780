#include <gtest/gtest.h>

#include "scenarios/session/load.h"
#include "scenarios/session/pushed_twin.h"
#include "tests/hal/armed.h"
#include "tests/hal/native/native_twin.h"

/// A robot on a wall whose link is cut: in virtual time, over the native protocol.
namespace ventosa::hal::native_wall_test {
namespace {

using scenarios::RobotRun;
using scenarios::Scenario;

/// A climb up a wall in real time.
struct Climb : testing::Test {
  Climb()
      : scenario(scenarios::load(VENTOSA_SOURCE_DIR "/scenarios/data/crawl_up_wall.yaml",
                                 VENTOSA_SOURCE_DIR "/models/data")),
        plant(scenario, 1),
        inputs(scenario) {
    controller::Start start;
    EXPECT_EQ(plant.start(start), Status::kOk);
    wire.emplace(plant, test::ends_of(scenario.robot.nominal, start,
                                      plant.capabilities().control_period_ns, Pace::kRealTime));
    EXPECT_TRUE(wire->take());
    run.emplace(scenario, wire->robot, std::vector<record::RowSink*>{}, nullptr, &inputs);
  }

  GuardMode mode() const { return run->session().report().guard.mode; }
  void until(double time_s) {
    while (run->time_s() < time_s && run->advance()) {
    }
  }
  std::vector<double> vacuum_forces_N() const {
    std::vector<double> all;
    for (std::size_t i = 0; i < 4; ++i)
      all.push_back(plant.twin().truth().leg[i].cup.vacuum_force_N);
    return all;
  }

  const Scenario scenario;
  scenarios::PushedTwin plant;
  test::Armed inputs;
  std::optional<test::WiredRobot> wire;
  std::optional<RobotRun> run;
};

TEST_F(Climb, GoesUpOverTheWire) {
  const double before_m = plant.twin().truth().X_WB.translation().z();
  until(25);
  EXPECT_EQ(mode(), GuardMode::kActive);
  EXPECT_GT(run->controller().diagnostics().steps_done, 1);
  EXPECT_GT(plant.twin().truth().X_WB.translation().z(), before_m + 0.01);
}

TEST_F(Climb, HoldsWithin300MillisecondsOfACutAndLowersNoCup) {
  for (const double cut_s : {6.0}) {
    until(cut_s);
    const std::vector<double> before_N = vacuum_forces_N();
    const double height_m = plant.twin().truth().X_WB.translation().z();
    wire->network.is_cut = true;
    until(cut_s + 0.31);
    EXPECT_EQ(mode(), GuardMode::kHold);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NE(wire->fleet.module(i).mode(), GuardMode::kActive);
    until(cut_s + 10);
    const std::vector<double> after_N = vacuum_forces_N();
    for (std::size_t i = 0; i < 4; ++i) EXPECT_GE(after_N[i], 0.99 * before_N[i]) << i;
    EXPECT_NEAR(plant.twin().truth().X_WB.translation().z(), height_m, 0.01);
  }
}

TEST_F(Climb, GoesOnWhereItWasWhenTheOperatorHasSeenTheCut) {
  until(6);
  wire->network.is_cut = true;
  until(8);
  wire->network.is_cut = false;
  until(12);
  EXPECT_EQ(mode(), GuardMode::kHold);  // nothing resumes by itself
  inputs.request = {OperatorAction::kAcknowledge};
  until(12.1);
  inputs.request = {};
  EXPECT_EQ(mode(), GuardMode::kActive);
  const int steps = run->controller().diagnostics().steps_done;
  until(35);
  EXPECT_EQ(mode(), GuardMode::kActive);
  EXPECT_GT(run->controller().diagnostics().steps_done, steps);
  for (const double force_N : vacuum_forces_N()) EXPECT_GE(force_N, 0);
}

}  // namespace
}  // namespace ventosa::hal::native_wall_test
