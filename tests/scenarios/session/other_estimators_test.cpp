#include <gtest/gtest.h>

#include <cstdio>

#include "scenarios/verdict/verdict.h"
#include "tests/scenarios/session/stand.h"

/// The filter's scenarios with the other estimators: less accurate, but the robot arrives.
namespace ventosa::scenarios::other_estimators_test {
namespace {

using controller::Estimator;

class OtherEstimators : public testing::TestWithParam<const char*> {};

const AssertResult& result_of(const Verdict& verdict, const std::string& name) {
  for (const AssertResult& result : verdict.asserts)
    if (result.name == name) return result;
  throw std::logic_error("no assertion " + name);
}

TEST_P(OtherEstimators, BringTheRobotThereWithoutARefusalOrALostCup) {
  Scenario scenario = shipped(GetParam());
  for (const Estimator estimator : {Estimator::kRegistration, Estimator::kWeightedMean})
    for (const std::uint64_t seed : scenario.seeds) {
      scenario.controller.body.estimator = estimator;
      JudgedRun run(scenario, seed);
      while (run.advance()) {
      }
      const Verdict verdict = run.verdict(1);
      std::printf("%-24s seed %d %-13s position rms %.2f mm, angle rms %.2f mrad\n", GetParam(),
                  static_cast<int>(seed), std::string(controller::name(estimator)).c_str(),
                  1e3 * result_of(verdict, "position rms").value,
                  1e3 * result_of(verdict, "angle rms").value);
      EXPECT_TRUE(result_of(verdict, "nothing refused").pass) << to_text(verdict.hindrances[0]);
      EXPECT_TRUE(result_of(verdict, "cups hold").pass);
      const auto& walk = std::get<Walk>(scenario.script.goals().front().motion);
      EXPECT_NEAR((run.twin().truth().X_WB.translation() - scenario.twin.X_WB.translation()).norm(),
                  walk.distance_m, 0.01);
    }
}

INSTANTIATE_TEST_SUITE_P(Each, OtherEstimators,
                         testing::Values("estimate_ground", "estimate_up_wall",
                                         "estimate_sideways_wall", "estimate_diagonal_wall",
                                         "estimate_ceiling", "estimate_two_planes",
                                         "estimate_hexapod"));

}  // namespace
}  // namespace ventosa::scenarios::other_estimators_test
