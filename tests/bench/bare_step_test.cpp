#include "bench/bare_step.h"

#include <gtest/gtest.h>

#include "sim/mujoco/engine_version.h"
#include "tests/sim/stands.h"

namespace ventosa::bench {
namespace {

TEST(BareStep, RunsOnTheModelOfAStandingRobot) {
  const models::Robot robot = sim::romerin4();
  BareStep bare(robot, sim::standing(robot, 1));
  for (int k = 0; k < 10; ++k) bare.advance();
}

TEST(EngineVersion, IsTheOneThisIsBuiltFor) { EXPECT_EQ(sim::engine_version(), "4.0.1"); }

}  // namespace
}  // namespace ventosa::bench
