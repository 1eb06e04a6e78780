#include "papers/signal.h"

#include <gtest/gtest.h>

#include <cmath>

#include "models/input_error.h"

namespace ventosa::papers::signal_test {
namespace {

using Form = Signal::Form;

constexpr std::int64_t kPeriod_ns = 2'000'000;

std::vector<record::Column> columns(const std::vector<std::string>& names) {
  std::vector<record::Column> columns;
  for (const std::string& name : names) columns.push_back({name, "1"});
  return columns;
}

const std::vector<record::Column> kTorqueColumns =
    columns({"seen.leg0.tau", "seen.leg1.tau", "model.leg0.tau", "model.leg1.tau", "time"});

const std::vector<record::Column> kFootColumns =
    columns({"leg0.foot.normal", "leg0.foot.force.x", "leg0.foot.force.y", "leg0.foot.force.z"});

const models::Robot kRobot;
const RowSource kTorques{kTorqueColumns, kRobot}, kFoot{kFootColumns, kRobot};

double of_foot(Form form, const std::array<double, 4>& foot) {
  return SignalReader({"leg0.foot", form}, kFoot).read(0, foot).front();
}

TEST(Signal, HasAValueForEachMatchInTheOrderOfTheColumns) {
  SignalReader reader({"model.leg*.tau"}, kTorques);
  const auto values = reader.read(0, std::array{1.0, 2.0, 3.0, 4.0, 5.0});
  EXPECT_EQ(std::vector(values.begin(), values.end()), (std::vector{3.0, 4.0}));
}

TEST(Signal, SubtractsLegByLeg) {
  SignalReader reader({"seen.leg*.tau", Form::kDifference, "model.leg*.tau"}, kTorques);
  const auto values = reader.read(0, std::array{1.0, 2.0, 3.0, 7.0, 5.0});
  EXPECT_EQ(std::vector(values.begin(), values.end()), (std::vector{-2.0, -5.0}));
}

TEST(Signal, RefusesWhatTheRunDoesNotRecord) {
  EXPECT_THROW(SignalReader({"seen.leg*.torque"}, kTorques), models::InputError);
  EXPECT_THROW(SignalReader({"seen.leg*.tau", Form::kDifference, "time"}, kTorques),
               models::InputError);
}

// a first-order filter of a ramp reaches its slope
TEST(Signal, RateOfARampIsItsSlope) {
  SignalReader reader({"time", Form::kRate}, kTorques);
  double rate = 0;
  for (int tick = 0; tick < 100; ++tick)
    rate = reader.read(tick * kPeriod_ns, std::array{0.0, 0.0, 0.0, 0.0, 0.006 * tick}).front();
  EXPECT_NEAR(rate, 3, 1e-6);
}

TEST(Signal, FrictionIsTheForceAlongTheGround) {
  // 10 N along the normal of a slope of 30 degrees, 4 N down the slope
  const double c = std::cos(0.5235987755982988), s = 0.5;
  const std::array<double, 4> foot{10, 10 * s - 4 * c, 0, 10 * c + 4 * s};
  EXPECT_NEAR(of_foot(Form::kFriction, foot), 4, 1e-12);
  EXPECT_NEAR(of_foot(Form::kFrictionRatio, foot), 0.4, 1e-12);
}

// horizontal over vertical force is tan(slope + atan(friction over normal force))
TEST(Signal, RatioInTheAxesOfTheWorldExceedsThatInTheAxesOfTheGround) {
  const double slope = 0.3, friction = 0.7;
  const std::array<double, 4> foot{10, 10 * std::sin(slope) + 7 * std::cos(slope), 0,
                                   10 * std::cos(slope) - 7 * std::sin(slope)};
  EXPECT_NEAR(of_foot(Form::kFrictionRatio, foot), friction, 1e-12);
  EXPECT_NEAR(of_foot(Form::kWorldRatio, foot), std::tan(slope + std::atan(friction)), 1e-12);
}

TEST(Signal, RatiosOfAFootWithoutLoadAreUnknown) {
  const std::array<double, 4> foot{0.9 * kLoaded_N, 0.5, 0, 0.9 * kLoaded_N};
  EXPECT_TRUE(std::isnan(of_foot(Form::kFrictionRatio, foot)));
  EXPECT_TRUE(std::isnan(of_foot(Form::kWorldRatio, foot)));
  EXPECT_GT(of_foot(Form::kFriction, foot), 0);
}

}  // namespace
}  // namespace ventosa::papers::signal_test
