#include "sim/sensors/place_sensors.h"

#include <gtest/gtest.h>

#include <cmath>

#include "models/input_error.h"
#include "tests/sim/stands.h"

namespace ventosa::sim::place_sensors_test {
namespace {

using controller::Observation;
using controller::Vector3d;

TwinConfig placed(const GpsOptions& gps, const CompassOptions& compass) {
  TwinConfig config = standing(romerin4(), 0);
  config.gps = gps;
  config.compass = compass;
  return config;
}

/// Heading of the body's x axis in the truth.
double heading_rad(const Truth& truth) {
  return std::atan2(truth.X_WB.linear()(1, 0), truth.X_WB.linear()(0, 0));
}

TEST(PlaceSensors, TellTheAntennasPlaceAndTheHeadingAtTheirRates) {
  const models::Robot robot = placed_romerin4();
  Twin twin(robot, placed({.on = true}, {.on = true, .deviation_rad = 0.05}));
  Observation seen;
  int n_fixes = 0, n_headings = 0;
  std::int64_t fix_ns = -1, heading_ns = -1;
  for (int n = 0; n < 200; ++n) {
    ASSERT_EQ(twin.exchange({}, seen), hal::Status::kOk);
    if (seen.fix && seen.fix->sampled_ns != fix_ns) {
      ++n_fixes;
      fix_ns = seen.fix->sampled_ns;
      const Vector3d p_WG = twin.truth().X_WB * robot.nominal.p_BG;
      EXPECT_LT((seen.fix->p_WG - p_WG).norm(), 1e-4) << "the body hardly moves in a period";
      EXPECT_LE(seen.fix->sampled_ns, seen.now_ns);
    }
    if (seen.heading && seen.heading->sampled_ns != heading_ns) {
      ++n_headings;
      heading_ns = seen.heading->sampled_ns;
      EXPECT_NEAR(seen.heading->heading_rad, heading_rad(twin.truth()) + 0.05, 1e-4);
    }
  }
  EXPECT_EQ(n_fixes, 10) << "5 Hz in 2 s";
  EXPECT_EQ(n_headings, 20) << "10 Hz in 2 s";
}

TEST(PlaceSensors, AreMissingWhenSwitchedOff) {
  Twin twin(placed_romerin4(), placed({}, {}));
  Observation seen;
  for (int n = 0; n < 50; ++n) ASSERT_EQ(twin.exchange({}, seen), hal::Status::kOk);
  EXPECT_FALSE(seen.fix);
  EXPECT_FALSE(seen.heading);
}

TEST(PlaceSensors, HaveWhiteNoiseOfTheirDeviation) {
  double fix2 = 0, heading2 = 0, product = 0, last = 0;
  constexpr int kDraws = 20000;
  const controller::Quaterniond upright = controller::Quaterniond::Identity();
  for (std::uint64_t tick = 0; tick < kDraws; ++tick) {
    const Vector3d fix = measured_fix({.noise_m = 0.02}, 7, tick, Vector3d::Zero(), 0);
    const double heading = measured_heading_rad({.noise_rad = 0.03}, 7, tick, upright);
    fix2 += fix.squaredNorm() / 3 / kDraws;
    heading2 += heading * heading / kDraws;
    product += heading * last / kDraws;
    last = heading;
  }
  EXPECT_NEAR(std::sqrt(fix2), 0.02, 0.0003);
  EXPECT_NEAR(std::sqrt(heading2), 0.03, 0.0006);
  EXPECT_NEAR(product / heading2, 0, 0.03) << "one tick says nothing of the next";
}

TEST(PlaceSensors, NoiseIsAFunctionOfSeedAndTick) {
  const auto fix = [](std::uint64_t seed, std::uint64_t tick) {
    return measured_fix({.noise_m = 1}, seed, tick, Vector3d::Zero(), 0);
  };
  EXPECT_EQ(fix(1, 5), fix(1, 5));
  EXPECT_NE(fix(1, 5), fix(2, 5));
  EXPECT_NE(fix(1, 5), fix(1, 6));
}

TEST(PlaceSensors, AWildFixJumpsByItsDistanceAndStaysThere) {
  const Vector3d first = measured_fix({}, 3, 10, {1, 2, 3}, 5);
  EXPECT_NEAR((first - Vector3d(1, 2, 3)).norm(), 5, 1e-12);
  EXPECT_EQ(first.z(), 3);
  EXPECT_EQ(first, measured_fix({}, 3, 11, {1, 2, 3}, 5));
}

TEST(PlaceSensors, AHeadingStaysWithinHalfATurn) {
  const controller::Quaterniond back(Eigen::AngleAxisd(3.1, Vector3d::UnitZ()));
  EXPECT_NEAR(measured_heading_rad({.deviation_rad = 0.2}, 1, 1, back), 3.3 - 2 * M_PI, 1e-12);
}

TEST(PlaceSensors, FaultsActOnNewReadings) {
  TwinConfig config = placed({.on = true}, {.on = true});
  Twin twin(placed_romerin4(), config);
  Observation seen;
  for (int n = 0; n < 50; ++n) ASSERT_EQ(twin.exchange({}, seen), hal::Status::kOk);
  const Observation good = seen;
  Stimulus faults;
  faults.fault.add({{.kind = FaultKind::kFixWild, .amount = 5}});
  faults.fault.add({{.kind = FaultKind::kHeadingStuck}});
  twin.apply(faults);
  for (int n = 0; n < 50; ++n) ASSERT_EQ(twin.exchange({}, seen), hal::Status::kOk);
  EXPECT_NEAR((seen.fix->p_WG - good.fix->p_WG).norm(), 5, 0.01);
  EXPECT_EQ(seen.heading->heading_rad, good.heading->heading_rad);
  EXPECT_GT(seen.heading->sampled_ns, good.heading->sampled_ns);
}

std::string refusal(const models::Robot& robot, const TwinConfig& config) {
  try {
    const Twin twin(robot, config);
  } catch (const models::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(PlaceSensors, AreRefusedWhereARobotOrItsWorldCannotHaveThem) {
  EXPECT_EQ(refusal(placed_romerin4(), placed({.on = true}, {.on = true})), "");
  EXPECT_NE(refusal(romerin4(), placed({.on = true}, {})).find("gps.on"), std::string::npos);
  EXPECT_NE(refusal(romerin4(), placed({}, {.on = true})).find("compass.on"), std::string::npos);
  TwinConfig turned = placed({.on = true}, {});
  turned.gravity_W = {9.81, 0, 0};
  EXPECT_NE(refusal(placed_romerin4(), turned).find("gravity along -z"), std::string::npos);
  models::Robot fast = placed_romerin4();
  fast.gps->rate_hz = 1000;
  EXPECT_NE(refusal(fast, placed({.on = true}, {})).find("gps.rate_hz"), std::string::npos);
}

}  // namespace
}  // namespace ventosa::sim::place_sensors_test
