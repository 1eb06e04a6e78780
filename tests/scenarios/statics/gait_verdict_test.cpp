#include "scenarios/statics/gait_verdict.h"

#include <gtest/gtest.h>

#include <numbers>

#include "tests/controller/romerin.h"

namespace ventosa::scenarios::gait_verdict_test {
namespace {

constexpr double kPi = std::numbers::pi;

const Plane kGround{.name = "ground", .incline_rad = 0, .friction = 0.6};
const Plane kWall{.name = "wall", .incline_rad = kPi / 2, .friction = 0.6};
const Plane kCeiling{.name = "ceiling", .incline_rad = kPi, .friction = 0.6};

GaitVerdict judged(const char* gait, const Plane& plane, double cup_force_N) {
  const controller::RobotModel robot = test::robot("romerin6");
  for (const GaitVerdict& each : judge_gaits(robot, {}, plane, cup_force_N))
    if (each.gait == gait) return each;
  throw std::logic_error("no such gait");
}

TEST(GaitVerdict, HoldsWhereEachRowDoes) {
  EXPECT_TRUE(judged("tripod", kGround, 120).holds());
  EXPECT_TRUE(judged("wave", kWall, 120).holds());
  EXPECT_FALSE(judged("tripod", kWall, 120).holds());
  EXPECT_TRUE(judged("tripod", kCeiling, 120).holds());
  EXPECT_FALSE(judged("tripod", kCeiling, 60).holds());
}

/// Rows of the ripple with one foot in the air hold on a ceiling, rows with two opposite ones do
/// not.
TEST(GaitVerdict, CountsTheRowsThatHold) {
  const GaitVerdict ripple = judged("ripple", kCeiling, 60);
  EXPECT_EQ(ripple.row.size(), 12u);
  EXPECT_EQ(ripple.n_held(), 8);
  EXPECT_EQ(ripple.worst().lifted.count(), 2u);
  EXPECT_LT(ripple.worst().verdict.controller.least.margin, 0);
  EXPECT_TRUE(ripple.worst().verdict.is_possible);
  EXPECT_EQ(ripple.worst().verdict.difference.options,
            std::vector<std::string>{"sharing.safety_factor"});
}

/// On a wall the verdict of a row is that of the worst of the headings.
TEST(GaitVerdict, TakesTheWorstHeadingOnAWall) {
  const controller::RobotModel robot = test::robot("romerin6");
  const GaitVerdict wave = judged("wave", kWall, 120);
  for (const RowVerdict& row : wave.row)
    for (int k = 0; k < kHeadings; ++k) {
      controller::Standing standing{.incline_rad = kPi / 2,
                                    .heading_rad = 2 * kPi * k / kHeadings,
                                    .cup_force_N = 120,
                                    .friction = 0.6};
      const auto at_rest = controller::rest(robot, standing);
      const auto here = judge_lift(robot, {}, *at_rest, row.lifted);
      EXPECT_GE(here.least.margin, row.verdict.controller.least.margin - 1e-9);
    }
}

}  // namespace
}  // namespace ventosa::scenarios::gait_verdict_test
