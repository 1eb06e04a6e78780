#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <functional>
#include <iterator>

#include "controller/diagnostics.h"
#include "controller/model/frames.h"
#include "record/run_log.h"
#include "scenarios/session/load.h"
#include "scenarios/session/row_recorder.h"
#include "scenarios/verdict/assertion_fold.h"
#include "sim/truth.h"

namespace ventosa::scenarios::assertion_test {
namespace {

using Kind = Assertion::Kind;

constexpr double kPeriod_s = 0.01;
constexpr std::size_t kRows = 301;  // 0 .. 3 s

/// A log whose columns are functions of time.
record::RunLog log_of(
    const std::vector<std::pair<record::Column, std::function<double(double)>>>& signals) {
  std::vector<record::Column> columns;
  for (const auto& signal : signals) columns.push_back(signal.first);
  record::RunLog log(columns);
  for (std::size_t i = 0; i < kRows; ++i) {
    const std::span<double> row = log.append();
    for (std::size_t k = 0; k < signals.size(); ++k)
      row[k] = signals[k].second(static_cast<double>(i) * kPeriod_s);
  }
  return log;
}

record::RunLog ramp() {
  return log_of({{{"a", "m"}, [](double t) { return t; }}});
}

Assertion on(const char* signal, Bound bound, double limit) {
  Assertion assertion;
  assertion.name = "test";
  assertion.signal = signal;
  assertion.bound = bound;
  assertion.limit = limit;
  assertion.unit = "m";
  return assertion;
}

AssertResult judged(const Assertion& assertion, const record::RunLog& log) {
  AssertionFold fold(assertion, log.columns(), kPeriod_s);
  for (std::size_t i = 0; i < log.n_rows(); ++i) fold.take(i, log.row(i));
  return fold.result();
}

TEST(Assertion, BoundsAMaximum) {
  EXPECT_TRUE(judged(on("a", Bound::kMax, 3.0), ramp()).pass);
  const AssertResult result = judged(on("a", Bound::kMax, 2.9), ramp());
  EXPECT_FALSE(result.pass);
  EXPECT_EQ(result.value, 3.0);
  EXPECT_EQ(result.limit, 2.9);
  EXPECT_EQ(result.worst_s, 3.0);
  EXPECT_EQ(result.unit, "m");
}

TEST(Assertion, BoundsAMeanAndARootMeanSquareOverItsWindow) {
  Assertion mean = on("a", Bound::kMax, 1.51);  // 1 .. 2 s of the ramp a = t
  mean.kind = Assertion::Kind::kMean;
  mean.from_s = 1;
  mean.to_s = 2;
  EXPECT_NEAR(judged(mean, ramp()).value, 1.5, 1e-12);
  EXPECT_TRUE(judged(mean, ramp()).pass);
  mean.limit = 1.49;
  EXPECT_FALSE(judged(mean, ramp()).pass);

  Assertion rms = on("a", Bound::kMax, 5);
  rms.kind = Assertion::Kind::kRms;
  const auto swing = log_of({{{"a", "m"}, [](double t) { return t < 1.5 ? -4 : 4; }}});
  EXPECT_NEAR(judged(rms, swing).value, 4, 1e-12);
  rms.from_s = rms.to_s = 99;
  EXPECT_FALSE(judged(rms, ramp()).pass) << "an empty window proves nothing";
}

TEST(Assertion, BoundsAMinimum) {
  EXPECT_TRUE(judged(on("a", Bound::kMin, 0), ramp()).pass);
  const AssertResult result = judged(on("a", Bound::kMin, 0.5), ramp());
  EXPECT_FALSE(result.pass);
  EXPECT_EQ(result.value, 0);
  EXPECT_EQ(result.worst_s, 0);
}

TEST(Assertion, WantsEqualityEverywhere) {
  const auto log = log_of({{{"flat", "1"}, [](double) { return 4; }},
                           {{"dent", "1"}, [](double t) { return t == 1.5 ? 3 : 4; }}});
  EXPECT_TRUE(judged(on("flat", Bound::kEquals, 4), log).pass);
  const AssertResult result = judged(on("dent", Bound::kEquals, 4), log);
  EXPECT_FALSE(result.pass);
  EXPECT_EQ(result.value, 3);
  EXPECT_EQ(result.worst_s, 1.5);
}

TEST(Assertion, LooksOnlyIntoItsWindowWithBothEnds) {
  Assertion assertion = on("a", Bound::kMax, 2.0);
  assertion.from_s = 0.5;
  assertion.to_s = 2.0;
  const AssertResult result = judged(assertion, ramp());
  EXPECT_TRUE(result.pass);
  EXPECT_EQ(result.value, 2.0);
  assertion.bound = Bound::kMin;
  assertion.limit = 0.5;
  EXPECT_TRUE(judged(assertion, ramp()).pass);
  EXPECT_EQ(judged(assertion, ramp()).value, 0.5);
}

TEST(Assertion, LooksOnlyAtTheEnd) {
  Assertion assertion = on("a", Bound::kEquals, 3.0);
  assertion.at_end = true;
  EXPECT_TRUE(judged(assertion, ramp()).pass);
  assertion.limit = 2.99;
  EXPECT_FALSE(judged(assertion, ramp()).pass);
}

TEST(Assertion, FailsWhenItsWindowHoldsNothing) {
  Assertion assertion = on("a", Bound::kMax, 10);
  assertion.from_s = 5;
  EXPECT_FALSE(judged(assertion, ramp()).pass);
  EXPECT_TRUE(std::isnan(judged(assertion, ramp()).value));
}

TEST(Assertion, FailsOnASignalThatIsNotThere) {
  EXPECT_FALSE(judged(on("b", Bound::kMax, 10), ramp()).pass);
}

TEST(Assertion, FailsOnNan) {
  const auto log = log_of({{{"a", "m"}, [](double t) { return t == 1 ? NAN : 0; }}});
  for (const Bound bound : {Bound::kMax, Bound::kMin, Bound::kEquals}) {
    const AssertResult result = judged(on("a", bound, 0), log);
    EXPECT_FALSE(result.pass);
    EXPECT_EQ(result.worst_s, 1);
  }
}

TEST(Assertion, TakesTheWorstOfManyJoints) {
  const auto log = log_of({{{"x.leg0.joint0.tau", "N m"}, [](double) { return 1; }},
                           {{"x.leg10.joint0.tau", "N m"}, [](double t) { return t; }},
                           {{"x.leg0.joint1.tau", "N m"}, [](double t) { return -t; }},
                           {{"x.leg0.joint1.q", "rad"}, [](double) { return 99; }}});
  EXPECT_EQ(judged(on("x.leg*.joint*.tau", Bound::kMax, 1), log).value, 3);
  EXPECT_EQ(judged(on("x.leg*.joint*.tau", Bound::kMin, 1), log).value, -3);
  EXPECT_EQ(judged(on("x.leg0.joint*.tau", Bound::kMax, 1), log).value, 1);
}

TEST(Assertion, LetsAStarStandForNoMoreThanOnePartOfAName) {
  const auto log = log_of({{{"x.a.tau", "N m"}, [](double) { return 1; }},
                           {{"x.a.b.tau", "N m"}, [](double) { return 2; }}});
  EXPECT_EQ(judged(on("x.*.tau", Bound::kMax, 1), log).value, 1);
}

TEST(Assertion, TakesTheRootOfTheMeanSquareOverItsWindowOfTheWorstSignal) {
  const auto log = log_of({{{"leg0.e", "m"}, [](double t) { return t < 1 ? 0.0 : -2.0; }},
                           {{"leg1.e", "m"}, [](double) { return 1.5; }}});
  Assertion assertion = on("leg*.e", Bound::kMax, 1.9);
  assertion.kind = Kind::kRms;
  AssertResult result = judged(assertion, log);
  EXPECT_TRUE(result.pass);
  EXPECT_NEAR(result.value, 2 * std::sqrt(201.0 / 301), 1e-12);
  assertion.to_s = 1.5;
  EXPECT_EQ(judged(assertion, log).value, 1.5);
  assertion.from_s = 1;
  result = judged(assertion, log);
  EXPECT_FALSE(result.pass);
  EXPECT_EQ(result.value, 2);
  assertion.from_s = 5;
  assertion.to_s = 6;
  EXPECT_FALSE(judged(assertion, log).pass);
}

TEST(Assertion, FailsARootMeanSquareWithANaN) {
  const auto log = log_of({{{"a", "m"}, [](double t) { return t == 1 ? std::nan("") : 0.0; }}});
  Assertion assertion = on("a", Bound::kMax, 1);
  assertion.kind = Kind::kRms;
  EXPECT_FALSE(judged(assertion, log).pass);
}

/// Two signals of 301 samples each: 201 of them above 1 in leg 0, none in leg 1.
record::RunLog two_legs() {
  return log_of({{{"leg0.e", "m"}, [](double t) { return t < 1 ? 0.0 : 2.0; }},
                 {{"leg1.e", "m"}, [](double) { return 0.5; }},
                 {{"leg0.on", "bool"}, [](double t) { return t >= 2 ? 1.0 : 0.0; }},
                 {{"leg1.on", "bool"}, [](double t) { return t >= 1 ? 1.0 : 0.0; }},
                 {{"leg0.f", "m"}, [](double t) { return -4 * t; }},
                 {{"leg1.f", "m"}, [](double) { return 2.0; }}});
}

Assertion share(Bound bound, double limit) {
  Assertion assertion = on("leg*.e", bound, limit);
  assertion.kind = Kind::kShare;
  assertion.above = 1;
  assertion.unit = "1";
  return assertion;
}

TEST(Assertion, TakesTheShareOfAllSamplesAboveAValue) {
  const AssertResult result = judged(share(Bound::kMax, 0.33), two_legs());
  EXPECT_FALSE(result.pass);
  EXPECT_DOUBLE_EQ(result.value, 201.0 / 602);
  EXPECT_TRUE(result.worst_signal.empty());
  EXPECT_TRUE(judged(share(Bound::kMax, 0.34), two_legs()).pass);
  EXPECT_TRUE(judged(share(Bound::kMin, 0.33), two_legs()).pass);
}

TEST(Assertion, CountsOnlySamplesAtWhichItsPartnerIsNotZero) {
  Assertion assertion = share(Bound::kMax, 1);
  assertion.during = "leg*.on";
  EXPECT_DOUBLE_EQ(judged(assertion, two_legs()).value, 101.0 / (101 + 201));
  assertion.kind = Kind::kMean;
  EXPECT_EQ(judged(assertion, two_legs()).value, 2);
  assertion.kind = Kind::kSignal;
  assertion.bound = Bound::kMin;
  EXPECT_EQ(judged(assertion, two_legs()).value, 0.5);
}

TEST(Assertion, DividesAStatisticByThePeakOfItsPartner) {
  Assertion assertion = on("leg*.e", Bound::kMax, 1);
  assertion.kind = Kind::kRms;
  assertion.peak_of = "leg*.f";
  const AssertResult result = judged(assertion, two_legs());
  EXPECT_NEAR(result.value, 0.25, 1e-12);
  EXPECT_EQ(result.worst_signal, "leg1.e");
  assertion.peak_of = "leg0.f";
  EXPECT_NEAR(judged(assertion, two_legs()).value, 2 * std::sqrt(201.0 / 301) / 12, 1e-12);
}

/// Lost samples count against the bound, whichever it is.
TEST(Assertion, IsNeverBetterForLostSamples) {
  const double nan = std::nan("");
  const auto log = log_of({{{"a", "m"}, [=](double t) { return t < 1   ? 2.0
                                                               : t < 2 ? nan
                                                                       : 0.0; }},
                           {{"on", "bool"}, [=](double t) { return t < 2.5 ? 1.0 : nan; }},
                           {{"f", "m"}, [=](double t) { return t == 0 ? nan : 1.0; }},
                           {{"off", "bool"}, [](double) { return 0.0; }}});
  Assertion assertion = share(Bound::kMax, 1);
  assertion.signal = "a";
  EXPECT_DOUBLE_EQ(judged(assertion, log).value, 200.0 / 301);
  assertion.bound = Bound::kMin;
  EXPECT_DOUBLE_EQ(judged(assertion, log).value, 100.0 / 301);
  assertion.bound = Bound::kEquals;
  EXPECT_FALSE(judged(assertion, log).pass);
  assertion.bound = Bound::kMax;
  assertion.during = "on";
  EXPECT_DOUBLE_EQ(judged(assertion, log).value, 251.0 / 301);
  assertion.during = "off";
  EXPECT_FALSE(judged(assertion, log).pass) << "no sample at all";

  assertion = on("f", Bound::kMax, 1e9);
  assertion.kind = Kind::kRms;
  assertion.from_s = 0.5;
  EXPECT_TRUE(judged(assertion, log).pass);
  assertion.peak_of = "off";
  EXPECT_FALSE(judged(assertion, log).pass) << "a peak of 0";
  assertion.signal = "off";
  assertion.peak_of = "f";
  EXPECT_TRUE(judged(assertion, log).pass);
  assertion.from_s = 0;
  EXPECT_FALSE(judged(assertion, log).pass) << "an unknown peak";
}

TEST(Assertion, CountsMissingRowsAsUnknown) {
  const auto log = ramp();
  const auto without_a_second = [&](const Assertion& assertion) {
    AssertionFold fold(assertion, log.columns(), kPeriod_s);
    for (std::size_t i = 0; i < log.n_rows(); ++i)
      if (i < 100 || i >= 200) fold.take(i, log.row(i));
    return fold.result();
  };
  Assertion assertion = on("a", Bound::kMax, 4);
  EXPECT_FALSE(without_a_second(assertion).pass);
  assertion.kind = Kind::kMean;
  EXPECT_FALSE(without_a_second(assertion).pass);
  assertion.from_s = 2;
  EXPECT_TRUE(without_a_second(assertion).pass);
  Assertion above_2 = share(Bound::kMax, 1);
  above_2.signal = "a";
  above_2.above = 1.995;
  EXPECT_DOUBLE_EQ(without_a_second(above_2).value, 201.0 / 301);
}

TEST(Assertion, MeasuresDriftFromAGivenTime) {
  const auto log = log_of({{{"p.x", "m"}, [](double t) { return 7 + 3 * t; }},
                           {{"p.y", "m"}, [](double t) { return 4 * t; }},
                           {{"p.z", "m"}, [](double) { return 1; }}});
  Assertion assertion = on("p", Bound::kMax, 10.0);
  assertion.kind = Kind::kDrift;
  assertion.from_s = assertion.since_s = 1;
  AssertResult result = judged(assertion, log);
  EXPECT_TRUE(result.pass);
  EXPECT_NEAR(result.value, 10, 1e-12);
  assertion.since_s = 0;
  result = judged(assertion, log);
  EXPECT_FALSE(result.pass);
  EXPECT_NEAR(result.value, 15, 1e-12);
}

TEST(Assertion, MeasuresTurnsFromAGivenTime) {
  const controller::Quaterniond start(Eigen::AngleAxisd(1, controller::Vector3d::UnitY()));
  const auto q = [&](double t) {
    return start * controller::Quaterniond(
                       Eigen::AngleAxisd(1e-6 * t, controller::Vector3d(1, 2, 2).normalized()));
  };
  const auto log = log_of({{{"X.qw", "1"}, [&](double t) { return q(t).w(); }},
                           {{"X.qx", "1"}, [&](double t) { return q(t).x(); }},
                           {{"X.qy", "1"}, [&](double t) { return q(t).y(); }},
                           {{"X.qz", "1"}, [&](double t) { return q(t).z(); }}});
  Assertion assertion = on("X", Bound::kMax, 2.5e-6);
  assertion.kind = Kind::kAngleDrift;
  assertion.unit = "rad";
  const AssertResult result = judged(assertion, log);
  EXPECT_FALSE(result.pass);
  EXPECT_NEAR(result.value, 3e-6, 1e-12);
  assertion.from_s = assertion.since_s = 1;
  EXPECT_TRUE(judged(assertion, log).pass);
}

TEST(EnumNames, StandInTheGuideInTheirOrder) {
  std::ifstream file(VENTOSA_SOURCE_DIR "/docs/scenario-files.md");
  const std::string guide{std::istreambuf_iterator<char>(file), {}};
  const std::vector<record::Column> columns = recorded_columns(load(
      VENTOSA_SOURCE_DIR "/scenarios/data/hold_push_wall.yaml", VENTOSA_SOURCE_DIR "/models/data"));
  for (const record::Column& column : columns) {
    if (column.kind != controller::NumberKind::kEnum) continue;
    std::string row;
    for (const std::string& name : column.enumerators)
      row += (row.empty() ? "| `" : ", `") + name + "`";
    EXPECT_NE(guide.find(row + " |"), std::string::npos) << column.name << ": " << row;
  }
}

TEST(Assertion, NamesEnumerations) {
  const auto log =
      log_of({{{"plan.reason", "enum", controller::NumberKind::kEnum, {"none", "lift_refused"}},
               [](double t) {
                 return t < 1 ? 0.0 : static_cast<double>(controller::Reason::kLiftRefused);
               }}});
  Assertion assertion =
      on("plan.reason", Bound::kEquals, static_cast<double>(controller::Reason::kLiftRefused));
  assertion.unit = "enum";
  assertion.at_end = true;
  EXPECT_TRUE(judged(assertion, log).pass);
  EXPECT_EQ(judged(assertion, log).value_name, "lift_refused");
  assertion.at_end = false;
  EXPECT_FALSE(judged(assertion, log).pass);
  EXPECT_EQ(judged(assertion, log).value_name, "none");
}

}  // namespace
}  // namespace ventosa::scenarios::assertion_test
