#include "controller/organizer/walk_speed.h"

#include <gtest/gtest.h>

namespace ventosa::controller::walk_speed_test {
namespace {

GaitRow row(int leg, FootMove move) {
  GaitRow r;
  r.move[static_cast<std::size_t>(leg)] = move;
  return r;
}

/// One leg's swing over rows; other legs are not looked at.
Gait of_moves(std::initializer_list<FootMove> moves) {
  Gait gait{.name = "any", .row = {}, .step_s = 0.5, .sweep_m = 0.05};
  for (const FootMove move : moves) gait.row.push_back(row(0, move));
  return gait;
}

struct SwingClock : testing::Test {
  ControllerConfig config;
  SwingClock() {
    config.period_s = 0.002;
    config.gait.load_s = 0.03;
  }
  double down_s(const SwingTimes& times) const { return times.lower_s + times.touch_s; }
  double spare_s(double used_s, double rows_s) const { return (rows_s - used_s) / config.period_s; }
};

TEST_F(SwingClock, GivesEveryMoveItsRow) {
  const Gait gait =
      of_moves({FootMove::kStay, FootMove::kLift, FootMove::kCarry, FootMove::kLower});
  for (const int in_row : {1, 2, 3}) {
    const SwingTimes times = swing_times(gait, in_row, 0, config);
    EXPECT_NEAR(spare_s(config.gait.load_s + times.lift_s, 0.5), 6, 1e-9);
    EXPECT_NEAR(spare_s(times.transfer_s, 0.5), 6, 1e-9);
    EXPECT_NEAR(spare_s(down_s(times) + config.gait.load_s, 0.5), 6, 1e-9);
    EXPECT_NEAR(times.lower_s / times.touch_s, config.gait.lower_s / config.gait.touch_s, 1e-9);
    EXPECT_EQ(times.row_s, 0.5);
  }
}

TEST_F(SwingClock, CarriesOverAllItsRows) {
  const Gait gait = of_moves(
      {FootMove::kLift, FootMove::kCarry, FootMove::kCarry, FootMove::kLower, FootMove::kStay});
  EXPECT_NEAR(spare_s(swing_times(gait, 0, 0, config).transfer_s, 1), 6, 1e-9);
}

TEST_F(SwingClock, DividesARowBetweenItsPhases) {
  const Gait two = of_moves({FootMove::kLift, FootMove::kLower, FootMove::kStay});
  const SwingTimes half = swing_times(two, 1, 0, config);
  EXPECT_NEAR(spare_s(half.transfer_s + down_s(half) + config.gait.load_s, 0.5), 6, 1e-9);
  const SwingTimes whole = swing_times(of_moves({FootMove::kStep, FootMove::kStay}), 0, 0, config);
  EXPECT_NEAR(
      spare_s(whole.lift_s + whole.transfer_s + down_s(whole) + 2 * config.gait.load_s, 0.5), 6,
      1e-9);
}

TEST_F(SwingClock, IsUnsetForAGaitByEvents) {
  Gait gait = of_moves({FootMove::kStep, FootMove::kStay});
  gait.step_s = 0;
  EXPECT_FALSE(swing_times(gait, 0, 0, config).are_set());
}

TEST_F(SwingClock, NeedsALeastStepByTheLimitsOfTheSwing) {
  Gait gait = of_moves({FootMove::kLift, FootMove::kCarry, FootMove::kLower, FootMove::kStay});
  RobotModel robot;
  robot.leg.resize(1);
  const auto least_s = [&](double period_s) {
    return least_step_s(robot, gait, config.gait, period_s);
  };
  EXPECT_GT(least_s(config.period_s), 0.2);
  config.gait.load_s = 2;  // lift and descent take longer than the carry
  const double before_s = least_s(config.period_s);
  EXPECT_GT(before_s, 2);
  config.gait.load_s += 0.1;
  EXPECT_NEAR(least_s(config.period_s), before_s + 0.1, 1e-9);
  EXPECT_NEAR(least_s(0.012), before_s + 0.1 + 6 * 0.01, 1e-9);
}

TEST_F(SwingClock, NeedsTimeForTheApproachOfUnevenGround) {
  Gait gait = of_moves({FootMove::kLift, FootMove::kCarry, FootMove::kLower, FootMove::kStay});
  RobotModel robot;
  robot.leg.resize(1);
  config.gait.load_s = 2;
  const double even_s = least_step_s(robot, gait, config.gait, config.period_s);
  config.gait.approach_m = config.gait.touch_m;
  EXPECT_EQ(least_step_s(robot, gait, config.gait, config.period_s), even_s) << "a cup";
  robot.leg[0].foot.hold = PointFoot{.seek_m_s = 0.001, .sensor = ForceSensing{}};
  EXPECT_NEAR(least_step_s(robot, gait, config.gait, config.period_s) - even_s,
              config.gait.touch_m / 0.001, 0.5);
}

TEST_F(SwingClock, SetsTheSpeedOfAWalk) {
  RobotModel robot;
  robot.gait.push_back(of_moves(
      {FootMove::kLift, FootMove::kCarry, FootMove::kLower, FootMove::kStay, FootMove::kStay}));
  const double way_m = 0.05 * 5 / 2;
  EXPECT_NEAR(fastest_walk_m_s(robot, config.gait, 0), way_m / (5 * 0.5), 1e-12);
}

}  // namespace
}  // namespace ventosa::controller::walk_speed_test
