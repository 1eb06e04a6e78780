#include "papers/comparison.h"

#include <gtest/gtest.h>

#include <cmath>

#include "models/input_error.h"
#include "tests/papers/made_outcome.h"

namespace ventosa::papers::comparison_test {
namespace {

using scenarios::Bound;

Compared compared(const Line& line, const std::vector<double>& values,
                  const scenarios::Verdict& verdict = passed()) {
  static Experiment experiment;  // results refer to its lines
  experiment = experiment_of(line);
  return compare(outcome_of(experiment, values, verdict), no_robot).front();
}

const Line kAtMost5{.what = "x", .reproduced = Threshold{Bound::kMax, 5}};

TEST(Comparison, FollowsFromTheThresholds) {
  EXPECT_EQ(compared(kAtMost5, {5}).judgement, Judgement::kReproduced);
  EXPECT_EQ(compared(kAtMost5, {5.01}).judgement, Judgement::kNotReproducible);
  Line better = kAtMost5;
  better.better = Threshold{Bound::kMax, 2};
  EXPECT_EQ(compared(better, {1.9}).judgement, Judgement::kBetter);
  EXPECT_EQ(compared(better, {2.1}).judgement, Judgement::kReproduced);
  better.reproduced.reset();
  EXPECT_EQ(compared(better, {2.1}).judgement, Judgement::kNotReproducible);
  EXPECT_EQ(compared({.what = "x"}, {5}).judgement, Judgement::kOpen);
}

TEST(Comparison, OfAnUnknownNumberOrAFailedRunHasFailed) {
  EXPECT_EQ(compared(kAtMost5, {std::nan("")}).judgement, Judgement::kFailed);
  EXPECT_EQ(compared(kAtMost5, {1}, failed("travel x")).judgement, Judgement::kFailed);
  EXPECT_EQ(compared({.what = "x"}, {1}, failed("travel x")).judgement, Judgement::kFailed);
  Line ratio = kAtMost5;
  ratio.over = Measure{.run = "a", .statistic = Statistic::kMean};
  EXPECT_EQ(compared(ratio, {1, 0}).judgement, Judgement::kFailed);  // 1 / 0
}

TEST(Comparison, DividesAndConvertsUnits) {
  Line ratio = kAtMost5;
  ratio.factor = 1000;
  ratio.over = Measure{.run = "a", .statistic = Statistic::kMean};
  EXPECT_EQ(compared(ratio, {1, 4}).ours, 250);
}

TEST(Comparison, SubtractsBeforeItDivides) {
  Line line = kAtMost5;
  line.minus = Measure{.run = "a", .statistic = Statistic::kMean};
  EXPECT_EQ(compared(line, {7, 4}).ours, 3);
  line.over = line.minus;
  EXPECT_EQ(compared(line, {7, 4, 6}).ours, 0.5);
}

TEST(Comparison, FailsByTheRunOfWhatIsSubtracted) {
  Line line = kAtMost5;
  line.minus = Measure{.run = "b", .statistic = Statistic::kMean};
  Experiment experiment = experiment_of(line);
  experiment.runs.push_back({"b", "walk"});
  Outcome outcome = outcome_of(experiment, {7, 4});
  EXPECT_EQ(compare(outcome, no_robot).front().judgement, Judgement::kReproduced);
  outcome.verdicts["b"] = {failed("travel x")};
  EXPECT_EQ(compare(outcome, no_robot).front().judgement, Judgement::kFailed);
}

// a divisor must not take the measure of the next line
TEST(Comparison, TakesTheMeasuresInTheirOrder) {
  Line ratio = kAtMost5;
  ratio.over = Measure{.run = "a", .statistic = Statistic::kMean};
  Experiment experiment = experiment_of(ratio);
  experiment.lines.push_back({.what = "rows", .ours = GaitNumber{"made", "wave"}});
  experiment.lines.push_back(experiment_of(kAtMost5).lines.front());
  const FindRobot with_wave = [](const std::string&) {
    models::Robot robot;
    robot.nominal.gait = {controller::wave("wave", {0, 1, 2, 3})};
    return robot;
  };
  const std::vector<Compared> all = compare(outcome_of(experiment, {6, 3, 4}), with_wave);
  EXPECT_EQ(all.at(0).ours, 2);
  EXPECT_EQ(all.at(1).ours, 4);
  EXPECT_EQ(all.at(2).ours, 4);
}

TEST(Comparison, NamesTheNearestGait) {
  models::Robot robot;
  robot.nominal.gait = {controller::wave("tripod", {0, 1, 2, 3})};
  try {
    gait_of(robot, "trypod");
    FAIL();
  } catch (const models::InputError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean tripod?"), std::string::npos);
  }
}

}  // namespace
}  // namespace ventosa::papers::comparison_test
