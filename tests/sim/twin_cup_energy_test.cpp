#include <gtest/gtest.h>

#include "tests/sim/cup_energy.h"

/// Energy of a robot whose rigid cups attach, slip, let go and catch again: the drives bring some,
/// the vacuum at most its force over the gap from which it draws a lip, nothing else.
namespace ventosa::sim::twin_cup_energy_test {
namespace {

class RigidCups : public testing::TestWithParam<EnergyTrial> {};

TEST_P(RigidCups, MakeNoEnergyAndBearNoMoreThanTheirLimits) {
  for (const double step_s : kEnergyTrialSteps_s) {
    const EnergyOutcome outcome = try_energy(GetParam(), step_s);
    EXPECT_FALSE(outcome.unstable) << 1e3 * step_s << " ms";
    EXPECT_LT(outcome.made_J, outcome.vacuum_J) << 1e3 * step_s << " ms";
    EXPECT_LT(outcome.excess_N, 0.1) << 1e3 * step_s << " ms";
  }
}

INSTANTIATE_TEST_SUITE_P(Trials, RigidCups, testing::ValuesIn(kEnergyTrials),
                         [](const auto& trial) { return std::to_string(trial.index); });

}  // namespace
}  // namespace ventosa::sim::twin_cup_energy_test
