#include <gtest/gtest.h>

#include <algorithm>

#include "tests/sim/stands.h"

/// Forces of surfaces on a robot's body and links.
namespace ventosa::sim::twin_touch_test {
namespace {

constexpr double kWeight_N = 5 * 9.81;

/// The block upside down on the ground, its cup in the air.
TwinConfig fallen(const Block& block) {
  TwinConfig config = stuck(block, 0, 0);
  config.leg[0].attached = false;
  config.X_WB =
      Eigen::Translation3d(0, 0, 0.03) * Eigen::AngleAxisd(M_PI, controller::Vector3d::UnitX());
  return config;
}

TEST(Contact, IsNoneOfARobotThatStandsOnItsCup) {
  const models::Robot robot = one_cup({});
  Twin twin(robot, stuck({}, 0, 100));
  run(twin, grip(robot, 100), 1);
  EXPECT_EQ(twin.truth().contact_N, 0);
  EXPECT_EQ(twin.truth().leg[0].contact_N, 0);
}

TEST(Contact, CarriesTheWeightOfARobotThatLies) {
  const models::Robot robot = one_cup({});
  Twin twin(robot, fallen({}));
  EXPECT_EQ(twin.truth().contact_N, 0);  // it falls a little
  run(twin, {}, 2);
  EXPECT_NEAR(twin.truth().contact_N + twin.truth().leg[0].contact_N, kWeight_N, 1e-3 * kWeight_N);
}

TEST(Contact, IsTheLargestOfTheControlPeriod) {
  const models::Robot robot = one_cup({});
  const TwinConfig config = fallen({});
  TwinConfig every_step = config;
  every_step.control_period_s = config.step_s;
  Twin coarse(robot, config), fine(robot, every_step);
  double hardest_N = 0;
  for (int tick = 0; tick < 30; ++tick) {  // it hits the ground, and rests there
    run(coarse, {}, config.control_period_s);
    double largest_N = 0;
    while (fine.time_s() < coarse.time_s() - config.step_s / 2) {
      run(fine, {}, config.step_s);
      largest_N = std::max(largest_N, fine.truth().contact_N);
    }
    EXPECT_EQ(coarse.truth().contact_N, largest_N) << "tick " << tick;
    hardest_N = std::max(hardest_N, largest_N);
  }
  EXPECT_GT(hardest_N, 2 * kWeight_N);
}

}  // namespace
}  // namespace ventosa::sim::twin_touch_test
