#include "controller/load_sharing/standing.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <ostream>
#include <string>
#include <vector>

#include "tests/controller/romerin.h"

namespace ventosa::controller::standing_test {
namespace {

using std::numbers::pi;

/// Mid-link centres of mass, as in the table that is reproduced.
RobotModel with_mid_link_masses(RobotModel robot) {
  for (Leg& leg : robot.leg)
    for (std::size_t k = 0; k < 6; ++k) {
      const Vector3d end = k < 5 ? leg.joint[k + 1].p_PJ : leg.X_JF.translation();
      leg.link[k].p_JC = end / 2;
    }
  return robot;
}

/// The worst of all stances with one foot lifted.
struct Worst {
  bool feasible = true;
  double torque_ratio = 0;
};

Worst worst_lift(const RobotModel& robot, const SharingConfig& config, Standing standing) {
  Worst worst;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    standing.lifted = {};
    standing.lifted[i] = true;
    const StandingAnswer answer = stand(robot, config, standing);
    worst.feasible = worst.feasible && answer.status == StandingStatus::kStands;
    worst.torque_ratio = std::max(worst.torque_ratio, answer.torque_ratio);
  }
  return worst;
}

/// A row of the table of what is physically possible: stance 0.22 / 0.05, any single foot lifted,
/// cup forces without safety factor, torques over 65 % of stall. The papers' least norm, the least
/// squares of the torques (neither knows cups), and the least worst torque with cups of 60, 90 and
/// 120 N by an interior-point solver for cone programs (Clarabel 0.11.1), 0 where no forces hold.
struct Row {
  const char* robot;
  double incline_rad, heading_rad;
  double least_norm, least_squares;
  std::array<double, 3> least_peak;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.robot; }

const std::vector<Row> kTable{
    {"romerin4", 0, 0, 0.83, 0.70, {0.6101, 0.6101, 0.6101}},
    {"romerin4", pi / 2, 0, 1.22, 0.89, {0, 0.7723, 0.7723}},
    {"romerin4", pi / 2, pi / 4, 1.05, 1.02, {0, 0.8548, 0.8537}},
    {"romerin4", pi, 0, 0.83, 0.70, {0.7713, 0.6507, 0.6101}},
    {"romerin4", pi / 4, 0, 0.90, 0.67, {0.6320, 0.6206, 0.6206}},
    {"romerin6", 0, 0, 0, 0, {0.3795, 0.3795, 0.3795}},
    {"romerin6", pi / 2, 0, 0.94, 0.68, {0.6777, 0.6777, 0.6777}},
    {"romerin6", pi / 2, pi / 4, 0.99, 0.73, {0.6546, 0.6546, 0.6546}},
    {"romerin6", pi, 0, 0, 0, {0.4066, 0.3795, 0.3795}},
    {"romerin6", pi / 4, 0, 0, 0, {0.4792, 0.4792, 0.4792}},
};

/// The table's cone: tangential force on the cup at most min(mu, R / 2 L6) times the grip, for slip
/// and peel.
constexpr double kEffectiveFriction = 0.09 / (2 * 0.087);

/// Smoothness only makes the optimum unique here.
SharingConfig without_safety(Objective objective) {
  return {.objective = objective, .safety_factor = 1, .torque_ratio = 1, .smoothness = 1e-9};
}

Standing standing(const Row& row, double cup_force_N) {
  return {.incline_rad = row.incline_rad,
          .heading_rad = row.heading_rad,
          .radius_m = 0.22,
          .height_m = 0.05,
          .cup_force_N = cup_force_N,
          .friction = kEffectiveFriction};
}

class Standings : public testing::TestWithParam<Row> {
 protected:
  const Row row = GetParam();
  const RobotModel robot = with_mid_link_masses(test::robot(row.robot));
};

TEST_P(Standings, HaveTheLeastWorstTorqueOfTheTable) {
  constexpr std::array<double, 3> kCupForce_N{60, 90, 120};
  for (std::size_t k = 0; k < 3; ++k) {
    SCOPED_TRACE(kCupForce_N[k]);
    const Worst worst =
        worst_lift(robot, without_safety(Objective::kPeakTorque), standing(row, kCupForce_N[k]));
    EXPECT_EQ(worst.feasible, row.least_peak[k] > 0);
    if (!worst.feasible) continue;
    EXPECT_NEAR(worst.torque_ratio, row.least_peak[k], 1e-4);
  }
}

/// Results of an independent program; with octagons inside the cones, 60 N would not suffice.
TEST(Standing, LetsTheQuadrupedLiftAnyFootOnAWallWithCupsOf60NewtonsAndNotOf57) {
  const RobotModel robot = test::robot("romerin4");
  const auto with_cups = [&](double cup_force_N) {
    Standing wall{.incline_rad = pi / 2, .radius_m = 0.22, .height_m = 0.05, .friction = 0.6};
    wall.cup_force_N = cup_force_N;
    return worst_lift(robot, without_safety(Objective::kPeakTorque), wall);
  };
  EXPECT_TRUE(with_cups(60).feasible);
  EXPECT_NEAR(with_cups(60).torque_ratio, 0.96, 0.005);
  EXPECT_FALSE(with_cups(57).feasible);
}

TEST_P(Standings, HaveTheLeastNormOfTheTable) {
  if (row.least_norm == 0) GTEST_SKIP() << "not in the table";
  const Worst worst = worst_lift(robot, without_safety(Objective::kLeastNorm), standing(row, 120));
  EXPECT_NEAR(worst.torque_ratio, row.least_norm, 0.01);
}

/// Without active limits of cups and joints the result is the least squares.
TEST_P(Standings, HaveTheLeastSquaresOfTheTable) {
  if (row.least_squares == 0) GTEST_SKIP() << "not in the table";
  RobotModel strong = robot;
  for (Leg& leg : strong.leg)
    for (Joint& joint : leg.joint) joint.torque_limit_Nm *= 100;
  Standing firm = standing(row, 1e4);
  firm.friction = 100;
  for (Leg& leg : strong.leg) std::get<Cup>(leg.foot.hold).max_force_N = 1e4;
  for (Leg& leg : strong.leg) leg.foot.standoff_m = 1e-3;  // no peel
  const Worst worst = worst_lift(strong, without_safety(Objective::kTorque), firm);
  EXPECT_NEAR(100 * worst.torque_ratio, row.least_squares, 0.01);
}

/// Feet of a stance given by joint angles.
Vector3d wrist_point(const RobotModel& robot, const StandingAnswer& answer, std::size_t leg) {
  return leg_pose(robot.leg[leg], answer.foot[leg].q_rad).p_BW;
}

TEST(Standing, HasEveryFootWhereItsLegStandsByDefault) {
  const RobotModel robot = test::robot("romerin7");
  const StandingAnswer answer =
      stand(robot, without_safety(Objective::kPeakTorque), {.cup_force_N = 120, .friction = 0.6});
  EXPECT_EQ(answer.status, StandingStatus::kStands);
  for (std::size_t i = 0; i < robot.leg.size(); ++i)
    EXPECT_LT((wrist_point(robot, answer, i) - robot.leg[i].p_BW_nominal).norm(), 1e-9);
}

TEST(Standing, SpreadsAllFeetAlikeWhenItIsTold) {
  const RobotModel robot = test::robot("romerin7");
  const StandingAnswer answer =
      stand(robot, without_safety(Objective::kPeakTorque),
            {.radius_m = 0.28, .height_m = 0.06, .cup_force_N = 120, .friction = 0.6});
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const Vector3d p_LW = robot.leg[i].X_BL.inverse() * wrist_point(robot, answer, i);
    EXPECT_LT((p_LW - Vector3d(0.28, 0, -0.06)).norm(), 1e-9) << robot.leg[i].name;
  }
}

INSTANTIATE_TEST_SUITE_P(OfTheTable, Standings, testing::ValuesIn(kTable),
                         [](const testing::TestParamInfo<Row>& row) {
                           const auto degrees = [](double rad) {
                             return std::to_string(std::lround(rad * 180 / pi));
                           };
                           return std::string(row.param.robot) + "_incline_" +
                                  degrees(row.param.incline_rad) + "_heading_" +
                                  degrees(row.param.heading_rad);
                         });

/// The hexapod without its middle legs: its centre of mass lies on both diagonals of its feet.
RobotModel point_quadruped() {
  RobotModel robot = test::robot("hexapod3");
  robot.leg.erase(robot.leg.begin() + 2, robot.leg.begin() + 4);
  return robot;
}

TEST(Standing, OnFeetThatOnlyPushTipsWithTheCentreOfMassOnAnEdge) {
  RobotModel robot = point_quadruped();
  Standing standing{.friction = 0.7};
  EXPECT_EQ(stand(robot, without_safety(Objective::kPeakTorque), standing).status,
            StandingStatus::kStands);
  for (std::size_t i = 0; i < 4; ++i) {
    standing.lifted = {};
    standing.lifted[i] = true;
    for (const Objective objective : {Objective::kPeakTorque, Objective::kTorque}) {
      const StandingAnswer answer = stand(robot, without_safety(objective), standing);
      EXPECT_EQ(answer.status, StandingStatus::kTips) << i;
      EXPECT_NEAR(answer.stability_m, 0, 1e-9);
      EXPECT_EQ(answer.limiting.limit, Limit::kLiftOff);
      EXPECT_EQ(answer.limiting.leg, 3 - static_cast<int>(i));  // the foot opposite
    }
  }
  robot.p_BC.x() -= 0.01;  // towards the rear legs
  standing.lifted = {};
  standing.lifted[0] = true;
  EXPECT_EQ(stand(robot, without_safety(Objective::kPeakTorque), standing).status,
            StandingStatus::kStands);
}

TEST(Standing, OnFeetThatOnlyPushHasNoHoldOnWallAndCeiling) {
  const RobotModel robot = test::robot("hexapod3");
  for (const double incline_rad : {pi / 2, pi})
    EXPECT_EQ(stand(robot, without_safety(Objective::kPeakTorque),
                    {.incline_rad = incline_rad, .friction = 0.7})
                  .status,
              StandingStatus::kNoHold);
}

}  // namespace
}  // namespace ventosa::controller::standing_test
