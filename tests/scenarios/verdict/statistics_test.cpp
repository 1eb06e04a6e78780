#include "scenarios/verdict/statistics.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ventosa::scenarios::statistics_test {
namespace {

AssertResult below(double limit, double value) {
  return {.name = "error", .pass = value <= limit, .value = value, .limit = limit, .unit = "m"};
}
AssertResult above(double limit, double value) {
  return {.name = "factor",
          .pass = value >= limit,
          .bound = Bound::kMin,
          .value = value,
          .limit = limit,
          .unit = "1"};
}

Verdict run_of(std::uint64_t seed, std::vector<AssertResult> asserts) {
  Verdict verdict;
  verdict.scenario = "climb";
  verdict.seed = seed;
  verdict.asserts = std::move(asserts);
  verdict.is_complete = true;
  verdict.outcome = Outcome::kPass;
  for (const AssertResult& each : verdict.asserts)
    if (!each.pass) verdict.outcome = Outcome::kFail;
  verdict.exit_code =
      verdict.outcome == Outcome::kPass ? ExitCode::kPass : ExitCode::kAssertionFailed;
  return verdict;
}

TEST(Statistics, QuartilesAreThoseOfNumpy) {
  // numpy.quantile([7, 1, 3, 2], [0.25, 0.5, 0.75]): 1.75, 2.5, 4.0
  const Distribution four = distribution_of({7, 1, 3, 2});
  EXPECT_DOUBLE_EQ(four.mean, 3.25);
  EXPECT_DOUBLE_EQ(four.least, 1);
  EXPECT_DOUBLE_EQ(four.lower_quartile, 1.75);
  EXPECT_DOUBLE_EQ(four.median, 2.5);
  EXPECT_DOUBLE_EQ(four.upper_quartile, 4);
  EXPECT_DOUBLE_EQ(four.largest, 7);
  const Distribution one = distribution_of({5});
  EXPECT_DOUBLE_EQ(one.lower_quartile, 5);
  EXPECT_DOUBLE_EQ(one.largest, 5);
}

TEST(Statistics, TheWorstIsNearestToItsLimitWhicheverSideThatIs) {
  const std::vector<Verdict> verdicts{run_of(1, {below(2, 0.5), above(1, 3)}),
                                      run_of(2, {below(2, 1.5), above(1, 4)}),
                                      run_of(3, {below(2, 1.0), above(1, 2)})};
  const auto all = statistics_of(verdicts);
  ASSERT_EQ(all.size(), 1u);
  ASSERT_EQ(all[0].asserts.size(), 2u);
  EXPECT_EQ(all[0].asserts[0].worst_seed, 2u);
  EXPECT_EQ(all[0].asserts[0].worst.value, 1.5);
  EXPECT_EQ(all[0].asserts[1].worst_seed, 3u);
  EXPECT_EQ(all[0].asserts[1].worst.value, 2);
  EXPECT_EQ(all[0].asserts[1].values->median, 3);
}

TEST(Statistics, AFailedResultIsWorseThanAnyThatPassed) {
  // an expected incident that did not happen is below its limit, and failed
  AssertResult missing = below(2, 0);
  missing.pass = false;
  const std::vector<Verdict> verdicts{run_of(1, {below(2, 1.9)}), run_of(2, {missing})};
  EXPECT_EQ(statistics_of(verdicts)[0].asserts[0].worst_seed, 2u);
  EXPECT_EQ(statistics_of(verdicts)[0].asserts[0].n_failed, 1u);
}

TEST(Statistics, ARunThatBrokeOffIsUnknownAndWorst) {
  std::vector<Verdict> verdicts{run_of(1, {below(2, 3)}), run_of(2, {below(2, 0.1)})};
  verdicts[1].is_complete = false;
  verdicts[1].outcome = Outcome::kError;
  verdicts[1].exit_code = ExitCode::kUnstable;
  const auto all = statistics_of(verdicts);
  const AssertStatistics& of = all[0].asserts[0];
  EXPECT_EQ(of.worst_seed, 2u);
  EXPECT_TRUE(std::isnan(of.worst.value));
  EXPECT_EQ(of.n_failed, 2u);
  EXPECT_EQ(of.n_unknown, 1u);
  EXPECT_FALSE(of.values);
  EXPECT_EQ(all[0].worst_run().seed, 2u);
}

TEST(Statistics, ARunWithoutTheAssertionIsUnknown) {
  const std::vector<Verdict> verdicts{run_of(1, {below(2, 1)}), run_of(2, {})};
  const auto all = statistics_of(verdicts);
  EXPECT_EQ(all[0].asserts[0].n_unknown, 1u);
  EXPECT_FALSE(all[0].asserts[0].values);
}

TEST(Statistics, WordsHaveNoMean) {
  AssertResult word = below(2, 1);
  word.value_name = "lift_refused";
  EXPECT_FALSE(statistics_of({run_of(1, {word}), run_of(2, {word})})[0].asserts[0].values);
}

TEST(Statistics, ScenariosKeepTheirOrder) {
  std::vector<Verdict> verdicts{run_of(1, {}), run_of(1, {}), run_of(2, {})};
  verdicts[1].scenario = "another";
  const auto all = statistics_of(verdicts);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].scenario, "climb");
  EXPECT_EQ(all[0].runs.size(), 2u);
  EXPECT_EQ(all[1].scenario, "another");
}

}  // namespace
}  // namespace ventosa::scenarios::statistics_test
