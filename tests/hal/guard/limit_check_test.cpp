#include "hal/guard/limit_check.h"

#include <gtest/gtest.h>

#include <limits>

namespace ventosa::hal::limit_check_test {
namespace {

using controller::Command;
using controller::JointMode;
using controller::JointSetpoint;

constexpr double kPeriod_s = 0.01;

struct LimitCheck : testing::Test {
  LimitCheck() {
    model.leg.resize(3);
    for (controller::Leg& leg : model.leg) {
      leg.n_joints = 2;
      for (controller::Joint& joint : leg.joint)
        joint = {.q_min_rad = -1,
                 .q_max_rad = 2,
                 .speed_limit_rad_s = 4,
                 .torque_limit_Nm = 3,
                 .friction = {}};
    }
    at() = last.leg[2].joint[1] = {.mode = JointMode::kImpedance, .kp_Nm_rad = 40};
  }
  JointSetpoint& at() { return command.leg[2].joint[1]; }
  std::optional<LimitBreach> breach() const {
    return first_breach(model, last, command, kPeriod_s);
  }

  controller::RobotModel model;
  Command last, command;
};

TEST_F(LimitCheck, LetsThroughWhatIsWithinAllLimits) {
  EXPECT_FALSE(breach());
  EXPECT_FALSE(first_breach(model, last, Command{}, kPeriod_s));
}

TEST_F(LimitCheck, NamesLegJointValueAndLimit) {
  at().q_rad = last.leg[2].joint[1].q_rad = 2.1;
  const auto found = breach();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->leg, 2);
  EXPECT_EQ(found->joint, 1);
  EXPECT_EQ(found->kind, LimitKind::kAngle);
  EXPECT_EQ(found->value, 2.1);
  EXPECT_EQ(found->limit, 2);
}

TEST_F(LimitCheck, KeepsTheRangeOfWhatGoesToAnAngleAlone) {
  for (const double q_rad : {-1.01, 2.01}) {
    at().q_rad = last.leg[2].joint[1].q_rad = q_rad;
    at().kp_Nm_rad = 40;
    EXPECT_TRUE(breach());
    at().kp_Nm_rad = 0;  // torque alone
    EXPECT_FALSE(breach());
    at().mode = JointMode::kPosition;
    EXPECT_TRUE(breach());
    at().mode = JointMode::kPassive;
    EXPECT_FALSE(breach());
    at() = last.leg[2].joint[1];
  }
}

TEST_F(LimitCheck, MeasuresTheSpeedOfSetPointsAndTheOneAskedFor) {
  at().q_rad = 0.059;  // 5.9 rad/s of 1.5 times 4
  EXPECT_FALSE(breach());
  at().q_rad = 0.061;
  EXPECT_EQ(breach()->kind, LimitKind::kSpeed);
  last.leg[2].joint[1].mode = JointMode::kHold;  // the step is unknown
  EXPECT_FALSE(breach());
  at().dq_rad_s = -6.1;
  EXPECT_EQ(breach()->kind, LimitKind::kSpeed);
}

TEST_F(LimitCheck, LimitsTheFeedForwardBothWays) {
  for (const double sign : {-1.0, 1.0}) {
    at().tau_ff_Nm = sign * 3;
    EXPECT_FALSE(breach());
    at().tau_ff_Nm = sign * 3.01;
    EXPECT_EQ(breach()->kind, LimitKind::kTorque);
  }
}

TEST_F(LimitCheck, RefusesWhatIsNoNumber) {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    at().kd_Nms_rad = bad;
    EXPECT_EQ(breach()->kind, LimitKind::kNumber);
    at().mode = JointMode::kHold;  // a hold, whatever its numbers are
    EXPECT_FALSE(breach());
    at().mode = JointMode::kImpedance;
  }
}

TEST_F(LimitCheck, LooksAtNoJointThatIsNotThere) {
  command.leg[2].joint[2] = {.mode = JointMode::kPosition, .q_rad = 99};
  command.leg[5].joint[0] = {.mode = JointMode::kPosition, .q_rad = 99};
  EXPECT_FALSE(breach());
}

}  // namespace
}  // namespace ventosa::hal::limit_check_test
