#include "controller/execution/open_loop.h"

#include <gtest/gtest.h>

namespace ventosa::controller::open_loop_test {
namespace {

struct OpenLoop : testing::Test {
  ControllerConfig config;
  ExecutionState state;
  Observation seen;

  OpenLoop() {
    config.body.estimator = Estimator::kOpenLoop;
    seen.now_ns = 5;
    seen.leg[1].sampled_ns = 3;
    seen.leg[1].joint[2] = {.q_rad = 0.5, .dq_rad_s = 2, .tau_Nm = 3, .current_A = 1, .errors = 4};
    seen.leg[1].foot = {.sampled_ns = 4, .f_F_N = {1, 2, 3}};
    seen.body.w_WB_B = {1, 0, 0};
    seen.detections.n = 1;
    seen.fix.emplace();
    seen.heading.emplace();
  }
};

TEST_F(OpenLoop, TakesJointsWhereTheyWereSent) {
  state.module[1].q_commanded_rad[2] = 0.7;
  const Observation taken = as_sent(config, seen, state).value();
  EXPECT_EQ(taken.leg[1].joint[2].q_rad, 0.7);
  EXPECT_EQ(taken.leg[1].joint[2].dq_rad_s, 0);
}

TEST_F(OpenLoop, BeginsWhereItsJointsAreRead) {
  EXPECT_EQ(as_sent(config, seen, state)->leg[1].joint[2].q_rad, 0.5);
}

TEST_F(OpenLoop, BeginsWhereItWasPlaced) {
  Start start;
  start.q_rad.emplace();
  (*start.q_rad)[1][2] = 0.6;
  begin_as_placed(config, start, state);
  EXPECT_EQ(as_sent(config, seen, state)->leg[1].joint[2].q_rad, 0.6);
  ExecutionState other;
  begin_as_placed({}, start, other);
  EXPECT_FALSE(other.module[1].q_commanded_rad[2].has_value());
}

TEST_F(OpenLoop, KnowsNeitherForceNorMotionNorPlace) {
  const Observation taken = as_sent(config, seen, state).value();
  EXPECT_FALSE(is_known(taken.leg[1].joint[2].tau_Nm));
  EXPECT_FALSE(is_known(taken.leg[1].joint[2].current_A));
  EXPECT_FALSE(taken.leg[1].foot.is_known());
  EXPECT_FALSE(taken.body.is_known());
  EXPECT_EQ(taken.detections.n, 0);
  EXPECT_FALSE(taken.fix || taken.heading);
}

TEST_F(OpenLoop, KnowsWhichModulesAndDrivesHaveFailed) {
  const Observation taken = as_sent(config, seen, state).value();
  EXPECT_EQ(taken.now_ns, 5);
  EXPECT_EQ(taken.leg[1].sampled_ns, 3);
  EXPECT_EQ(taken.leg[1].joint[2].errors, 4);
}

TEST_F(OpenLoop, IsOneEstimatorOfSeveral) {
  for (const Estimator other :
       {Estimator::kFilter, Estimator::kRegistration, Estimator::kWeightedMean}) {
    config.body.estimator = other;
    EXPECT_FALSE(as_sent(config, seen, state).has_value());
  }
}

}  // namespace
}  // namespace ventosa::controller::open_loop_test
