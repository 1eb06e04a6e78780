#include "controller/estimation/estimator_rules.h"

#include <gtest/gtest.h>

#include <string>

#include "controller/input_check.h"
#include "tests/controller/romerin.h"

namespace ventosa::controller::estimator_rules_test {
namespace {

/// A hexapod that measures nothing, and the options that fit it.
struct EstimatorRules : testing::Test {
  RobotModel robot = test::robot("hexapod3");
  ControllerConfig config;

  EstimatorRules() {
    robot.has_imu = false;
    for (Leg& leg : robot.leg) std::get<PointFoot>(leg.foot.hold).sensor.reset();
    config.body.estimator = Estimator::kOpenLoop;
    config.body.feedback_rate_1_s = 0;
    config.payload.estimation = PayloadEstimation::kOff;
  }

  std::string objection() const {
    const auto found = objection_to_estimator(robot, config);
    EXPECT_EQ(found.has_value(), is_refused());
    return found ? found->key : "";
  }

 private:
  bool is_refused() const {
    try {
      check(robot, config);
    } catch (const std::invalid_argument&) {
      return true;
    }
    return false;
  }
};

TEST_F(EstimatorRules, LetARobotThatMeasuresNothingGoOpenLoopOrByItsLegs) {
  EXPECT_EQ(objection(), "");
  config = {};
  config.body.estimator = Estimator::kRegistration;
  EXPECT_EQ(objection(), "");
}

TEST_F(EstimatorRules, RefuseTheFilterWithoutAnImu) {
  config = {};
  EXPECT_EQ(objection(), "body.estimator");
  robot.has_imu = true;
  EXPECT_EQ(objection(), "");
}

TEST_F(EstimatorRules, RefuseWhateverWouldFollowAReading) {
  config.body.feedback_rate_1_s = 1;
  EXPECT_EQ(objection(), "body.feedback_rate_1_s");
  config.body.feedback_rate_1_s = 0;
  config.payload.estimation = PayloadEstimation::kAtRest;
  EXPECT_EQ(objection(), "payload.estimation");
  config.payload.estimation = PayloadEstimation::kOff;
  config.gains.loop = ServoLoop::kController;
  EXPECT_EQ(objection(), "gains.loop");
  config.gains.loop = ServoLoop::kServo;
  config.surfaces.source = SurfaceSource::kSeen;
  EXPECT_EQ(objection(), "surfaces.source");
}

TEST_F(EstimatorRules, RefuseOpenLoopOnFeetThatSenseTheirContact) {
  std::get<PointFoot>(robot.leg[4].foot.hold).sensor = ForceSensing{};
  EXPECT_EQ(objection(), "body.estimator");
  robot = test::robot("romerin4");
  EXPECT_EQ(objection(), "body.estimator");
}

}  // namespace
}  // namespace ventosa::controller::estimator_rules_test
