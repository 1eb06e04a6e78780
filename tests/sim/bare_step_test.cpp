#include "sim/bare_step.h"

#include <gtest/gtest.h>

#include "sim/engine_version.h"
#include "tests/sim/stands.h"

namespace ventosa::sim {
namespace {

TEST(BareStep, RunsOnTheModelOfAStandingRobot) {
  const models::Robot robot = romerin4();
  BareStep bare(robot, standing(robot, 1));
  for (int k = 0; k < 10; ++k) bare.advance();
}

TEST(EngineVersion, IsTheOneThisIsBuiltFor) { EXPECT_EQ(engine_version(), "4.0.1"); }

}  // namespace
}  // namespace ventosa::sim
