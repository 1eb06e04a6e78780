#include "bench/bare_step.h"

#include <gtest/gtest.h>

#include "sim/mujoco/engine_version.h"
#include "tests/sim/stands.h"

namespace ventosa::bench::bare_step_test {
namespace {

// without its torques or its cups a part of the robot would fall g t^2 / 2 = 0.5 mm in a period
TEST(BareStep, HoldsTheRobotAtItsRestForAPeriod) {
  const models::Robot robot = sim::romerin4();
  const sim::TwinConfig config = sim::standing(robot, 1);
  BareStep bare(robot, config);
  for (int k = 0; k < 10; ++k) {
    bare.advance();
    EXPECT_LT(bare.largest_motion(), 1e-6);
    EXPECT_NEAR(bare.elapsed_s(), config.control_period_s, 1e-12);
  }
}

TEST(EngineVersion, IsTheOneThisIsBuiltFor) { EXPECT_EQ(sim::engine_version(), "4.0.1"); }

}  // namespace
}  // namespace ventosa::bench::bare_step_test
