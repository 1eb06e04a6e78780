#include "sim/cups/cup_gauges.h"

#include <gtest/gtest.h>

#include "tests/sim/stands.h"

namespace ventosa::sim::cup_gauges_test {
namespace {

using controller::kNoDistance_m;

const models::CupPlant& plant() {
  static const models::CupPlant cup = *romerin4().cup;
  return cup;
}
GaugeConfig gauges() { return gauge_config(plant(), 9.81); }

TEST(Barometer, ReadsTheMeanOfItsSamplesInWholeSteps) {
  GaugeState gauge;
  gauge.ambient_Pa = 101325;
  for (int k = 0; k < 4; ++k) add_pressure_sample(gauges(), 101325 - 1000 - k, 1, gauge);
  EXPECT_EQ(gauge.vacuum_Pa, 0);  // no new reading before the fifth sample
  add_pressure_sample(gauges(), 101325 - 1005, 1, gauge);
  EXPECT_EQ(gauge.vacuum_Pa, 1002);  // of 1002.2
}

TEST(Barometer, TracksTheAmbientPressureOnlyWhileTheTurbineStandsStill) {
  GaugeState gauge;
  const auto read = [&](double pressure_Pa, double speed) {
    for (int k = 0; k < gauges().n_samples; ++k)
      add_pressure_sample(gauges(), pressure_Pa, speed, gauge);
    return gauge.vacuum_Pa;
  };
  EXPECT_EQ(read(100000, 0), 0);
  EXPECT_EQ(read(99000, 0.06), 1000);
  EXPECT_EQ(read(98990, 1), 1010);  // a drift of 10 Pa reads as vacuum
  EXPECT_EQ(read(99990, 0.04), 0);
  EXPECT_EQ(read(98990, 1), 1000);
}

TEST(Barometer, SeesTheWeatherAndTheHeight) {
  EXPECT_NEAR(ambient_Pa(gauges(), 0, 1) - ambient_Pa(gauges(), 0, 0), -11.77, 0.01);
  EXPECT_NEAR(ambient_Pa(gauges(), 100, 0) - ambient_Pa(gauges(), 0, 0),
              100 * plant().sensors.ambient_drift_Pa_s, 1e-9);
}

TEST(DistanceSensor, ReportsWholeMillimetresAndNothingBeyondItsRange) {
  EXPECT_DOUBLE_EQ(reported_distance_m(gauges(), 0.0344), 0.034);
  EXPECT_DOUBLE_EQ(reported_distance_m(gauges(), 0.0346), 0.035);
  EXPECT_EQ(reported_distance_m(gauges(), 0), 0);
  EXPECT_DOUBLE_EQ(reported_distance_m(gauges(), kNoDistance_m), kNoDistance_m);
}

TwinConfig with_readings(const models::Robot& robot) {
  TwinConfig config = standing(robot, 0);
  config.cup = {CupModel::kRigid, TurbineModel::kIdeal, CupSensing::kReadings};
  return config;
}

// the module would take its vacuum for the air outside, and lift a foot that still holds
TEST(Gauges, ReadTheVacuumOfAnIdealTurbineAsItRunsDown) {
  const models::Robot robot = romerin4();
  Twin twin(robot, with_readings(robot));
  controller::Command command;
  for (controller::LegCommand& leg : command.leg) leg.cup = {controller::CupMode::kRelease};
  controller::Observation seen;
  for (int n = 0; n < 30; ++n) ASSERT_EQ(twin.exchange(command, seen), hal::Status::kOk);
  const double true_Pa = twin.truth().leg[0].cup.vacuum_force_N / robot.nominal.cup()->area_m2;
  EXPECT_GT(true_Pa, 1000);
  EXPECT_GT(seen.leg[0].cup.vacuum_Pa, true_Pa);  // a mean of the time before
}

TEST(Gauges, KeepTheirReadingsBetweenTheirTimes) {
  const models::Robot robot = romerin4();
  Twin twin(robot, with_readings(robot));
  controller::Command command;
  for (controller::LegCommand& leg : command.leg) leg.cup = {controller::CupMode::kGrip, 1};
  controller::Observation seen;
  int changes = 0;
  double last_Pa = -1;
  for (int k = 0; k < 160; ++k) {
    ASSERT_EQ(twin.exchange(command, seen), hal::Status::kOk);
    changes += seen.leg[0].cup.vacuum_Pa != last_Pa;
    last_Pa = seen.leg[0].cup.vacuum_Pa;
  }
  EXPECT_NEAR(changes, 1.6 / robot.cup->sensors.barometer_period_s, 2);
  const double true_Pa = twin.truth().leg[0].cup.vacuum_force_N / robot.nominal.cup()->area_m2;
  EXPECT_NEAR(last_Pa, true_Pa, 10);
}

TEST(Gauges, TellDistancesAtTheirOwnRateWhileTheRobotFalls) {
  const models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0);
  config.cup = {CupModel::kRigid, TurbineModel::kIdeal, CupSensing::kReadings};
  config.X_WB.translation().z() += 0.06;
  for (auto& leg : config.leg) leg.attached = false;
  Twin twin(robot, config);
  controller::Observation seen;
  constexpr int kTicks = 10;
  int changes = 0, true_changes = 0;
  double last_m = -1, last_true_m = -1;
  for (int k = 0; k < kTicks; ++k) {
    ASSERT_EQ(twin.exchange({}, seen), hal::Status::kOk);
    const double d_m = seen.leg[0].cup.distance_m[0];
    const double true_m = twin.truth().leg[0].cup.distance_m[0];
    changes += d_m != last_m;
    true_changes += true_m != last_true_m;
    last_m = d_m;
    last_true_m = true_m;
  }
  EXPECT_EQ(true_changes, kTicks);
  EXPECT_NEAR(changes, kTicks * config.control_period_s / robot.cup->sensors.distance_period_s,
              1.1);
}

}  // namespace
}  // namespace ventosa::sim::cup_gauges_test
