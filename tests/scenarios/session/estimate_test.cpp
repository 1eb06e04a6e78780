#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "scenarios/session/load.h"
#include "scenarios/session/scenario_run.h"
#include "tests/scenarios/logged_run.h"

/// The three estimators, each controlling its own run.
namespace ventosa::scenarios::estimate_test {
namespace {

namespace fs = std::filesystem;
using controller::Estimator;

/// Long enough for two steps.
Scenario walk(const char* name, Estimator estimator) {
  const fs::path source(VENTOSA_SOURCE_DIR);
  Scenario scenario =
      load(source / "scenarios/data" / (std::string(name) + ".yaml"), source / "models/data");
  scenario.duration_s = 15;
  scenario.controller.body.estimator = estimator;
  return scenario;
}

double rms(const LoggedRun& run, const char* signal) {
  const std::size_t column = run.log().find(signal).value();
  double sum = 0;
  for (std::size_t row = 0; row < run.log().n_rows(); ++row)
    sum += run.log().at(row, column) * run.log().at(row, column);
  return std::sqrt(sum / static_cast<double>(run.log().n_rows()));
}

struct Error {
  double position_m = 0;
  double angle_rad = 0;
};

Error error_of(const char* name, Estimator estimator) {
  const Scenario scenario = walk(name, estimator);
  LoggedRun run(scenario, 1);
  while (run.advance()) {
  }
  EXPECT_FALSE(run.unstable());
  return {rms(run, "error.estimate.position"), rms(run, "error.estimate.angle")};
}

TEST(Estimate, OfTheFilterIsAQuarterBetterThanThePapersMeanAndBetterThanTheRegistration) {
  for (const char* name : {"estimate_up_wall", "estimate_ceiling", "estimate_two_planes"}) {
    const Error filter = error_of(name, Estimator::kFilter);
    const Error mean = error_of(name, Estimator::kWeightedMean);
    const Error registration = error_of(name, Estimator::kRegistration);
    EXPECT_LT(filter.position_m, 0.75 * mean.position_m) << name;
    EXPECT_LT(filter.angle_rad, 0.75 * mean.angle_rad) << name;
    EXPECT_LT(filter.position_m, registration.position_m) << name;
    EXPECT_LT(filter.angle_rad, registration.angle_rad) << name;
  }
}

/// The quarter of the wall below the lower left foot is slippery, and load sharing without
/// knowledge of the friction loads that cup like any other.
constexpr const char* kIce = R"(
schema: 1
robot: romerin4
surfaces:
  - {name: wall, position_m: [0.5, 0, 2.25], normal: [-1, 0, 0], size_m: [1.5, 3], friction: 0.6}
  - {name: right, position_m: [0.5, -0.75, 0.75], normal: [-1, 0, 0], size_m: [1.5, 1.5], friction: 0.6}
  - {name: ice, position_m: [0.5, 0.75, 0.75], normal: [-1, 0, 0], size_m: [1.5, 1.5], friction: 0.13}
placement: {surface: wall, position_m: [-0.75, 0]}
cup_force_N: 120
drive: {encoder_noise_rad: 0.0015}
controller: {body: {estimator: filter}, sharing: {objective: least_norm}}
duration_s: 3
asserts:
  - {signal: count.attached, equals: 4}
)";

int first_alarm(const controller::Diagnostics& d) {
  for (int i = 0; i < 4; ++i)
    if (d.alarm[static_cast<std::size_t>(i)] != controller::FootAlarm::kNone) return i;
  return -1;
}

TEST(Estimate, NamesTheFootThatSlipsInTheTwinHoldsItBackAndStaysWhereTheBodyIs) {
  const fs::path source(VENTOSA_SOURCE_DIR);
  const Scenario scenario = parse(kIce, "ice.yaml", source / "models/data");
  LoggedRun run(scenario, 1);
  const std::size_t column = run.log().find("error.estimate.position").value();
  int first = -1;
  double slip_m = 0, error_m = 0;
  while (run.advance()) {
    if (first < 0) first = first_alarm(run.controller().diagnostics());
    slip_m = std::max(slip_m, run.twin().truth().leg[2].cup.slip_m);
    error_m = std::max(error_m, run.log().at(run.log().n_rows() - 1, column));
  }
  EXPECT_EQ(first, 2);
  EXPECT_GT(slip_m, 0.01);
  EXPECT_LT(slip_m, 0.05) << "following it, its joints would let it go";
  EXPECT_LT(error_m, 0.001);
}

/// Readings that are all 54 ms old are late, but each one is new.
TEST(Estimate, HoldsWithTelemetryThatTakesLongerThanManyOfItsIntervals) {
  const std::filesystem::path source(VENTOSA_SOURCE_DIR);
  const Scenario scenario = parse(R"(schema: 1
title: A hold with late telemetry
robot: romerin4
fidelity: full
surfaces:
  - {name: wall, position_m: [0.5, 0, 1.5], normal: [-1, 0, 0], size_m: [3, 3], friction: 0.6}
placement: {surface: wall}
cup_force_N: 120
duration_s: 3
control_period_s: 0.002
link: {telemetry_latency_s: 0.054}
script:
  - {at_s: 1, hold: {}}
asserts:
  - {name: cups, signal: count.attached, min: 0}
)",
                                  source / "late.yaml", source / "models/data");
  ScenarioRun run(scenario, 1);
  double worst_m = 0;
  while (run.advance())
    worst_m = std::max(worst_m, (run.controller().diagnostics().X_WB_estimate.translation() -
                                 run.twin().truth().X_WB.translation())
                                    .norm());
  EXPECT_LT(worst_m, 0.01);
}

}  // namespace
}  // namespace ventosa::scenarios::estimate_test
