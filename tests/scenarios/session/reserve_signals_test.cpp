#include "scenarios/session/reserve_signals.h"

#include <gtest/gtest.h>

#include "controller/kinematics/joint_limits.h"
#include "models/robot.h"
#include "scenarios/session/row_recorder.h"
#include "tests/scenarios/good_scenario.h"

namespace ventosa::scenarios::reserve_signals_test {
namespace {

/// A tick with the angles of a test.
struct Reserve : testing::Test {
  const controller::RobotModel robot = models::load(kRobots / "amru5.yaml").nominal;
  controller::Observation seen;
  sim::Truth truth;

  /// Puts both sliders of a leg, and its bars where they should be then.
  void put(std::size_t leg, double radial_rad, double vertical_rad) {
    truth.leg[leg].q_rad = {0, radial_rad, vertical_rad};
    truth.leg[leg].knee.angle_rad = knee_rad(*robot.leg[leg].knee, {radial_rad, vertical_rad});
  }

  ReserveSignals signals(bool is_twin) const {
    const Input input;
    const controller::Command command;
    const controller::Diagnostics plan;
    const SessionReport session;
    return reserve_signals(robot, {.seen = seen,
                                   .input = input,
                                   .command = command,
                                   .plan = plan,
                                   .truth = is_twin ? &truth : nullptr,
                                   .session = session});
  }
};

TEST_F(Reserve, IsOneInTheMiddleOfARangeAndZeroAtItsEnds) {
  const controller::Joint& joint = robot.leg[1].joint[2];
  truth.leg[1].q_rad[2] = joint.q_min_rad;
  truth.leg[2].q_rad[0] = 0.25;
  truth.leg[3].q_rad[1] = 1.1 * robot.leg[3].joint[1].q_max_rad;
  const ReserveSignals reserve = signals(true);
  EXPECT_EQ(reserve.leg[0].joint[2], 1);
  EXPECT_EQ(reserve.leg[1].joint[2], 0);
  EXPECT_EQ(reserve.leg[2].joint[0], 0.5);
  EXPECT_NEAR(reserve.leg[3].joint[1], -0.1, 1e-12);
}

TEST_F(Reserve, OfAKneeFollowsFromBothSliders) {
  const controller::Leg& leg = robot.leg[4];
  put(4, 20, 30);
  EXPECT_EQ(signals(true).leg[4].knee, knee_room(leg, {0, 20, 30}));
  put(4, leg.joint[1].q_max_rad, leg.joint[2].q_max_rad);
  EXPECT_LT(signals(true).leg[4].knee, 0);
}

TEST_F(Reserve, IsGoneWhereBarsHaveSnappedIntoTheirOtherAssembly) {
  put(4, 20, 30);
  truth.leg[4].knee.angle_rad += 0.001;
  EXPECT_GT(signals(true).leg[4].knee, 0);
  truth.leg[4].knee.angle_rad += 0.04;
  EXPECT_LT(signals(true).leg[4].knee, 0);
  truth.leg[4].knee.angle_rad = robot.leg[4].knee->max_rad + 0.01;
  EXPECT_LT(signals(true).leg[4].knee, 0);
}

TEST_F(Reserve, IsThatOfTheReadingsWithoutTheTruth) {
  truth.leg[0].q_rad[0] = 0.5;
  seen.leg[0].joint[0].q_rad = 0.1;
  EXPECT_NEAR(signals(false).leg[0].joint[0], 0.8, 1e-12);
  EXPECT_NEAR(signals(true).leg[0].joint[0], 0, 1e-12);
}

TEST(ReserveColumns, AreThoseOfEveryJointAndOfKnees) {
  const auto n_columns = [](const std::string& robot, const std::string& ending) {
    Scenario scenario = read(kGood);
    scenario.robot = models::load(kRobots / (robot + ".yaml"));
    int n = 0;
    for (const auto& column : recorded_columns(scenario))
      n += column.name.starts_with("reserve.leg") && column.name.find(ending) != std::string::npos;
    return n;
  };
  EXPECT_EQ(n_columns("amru5", ".joint"), 18);
  EXPECT_EQ(n_columns("amru5", ".knee"), 6);
  EXPECT_EQ(n_columns("romerin4x7", ".joint"), 28);
  EXPECT_EQ(n_columns("romerin4x7", ".knee"), 0);
}

}  // namespace
}  // namespace ventosa::scenarios::reserve_signals_test
