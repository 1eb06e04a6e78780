#include "controller/model/gait.h"

#include <gtest/gtest.h>

namespace ventosa::controller::gait_test {
namespace {

GaitRow row(std::initializer_list<std::pair<int, FootMove>> moves) {
  GaitRow r;
  for (const auto& [leg, move] : moves) r.move[static_cast<std::size_t>(leg)] = move;
  return r;
}

/// For six legs: a foot is lifted while the one before it is lowered.
Gait ripple() {
  Gait gait{.name = "ripple", .row = {}};
  for (int leg = 0; leg < 6; ++leg) {
    gait.row.push_back(row({{leg, FootMove::kLift}, {(leg + 5) % 6, FootMove::kLower}}));
    gait.row.push_back(row({{leg, FootMove::kCarry}}));
  }
  return gait;
}

TEST(Gait, IsSoundIfEveryLegStepsInTurnOnThreeFeet) {
  EXPECT_EQ(check(wave("wave", {2, 0, 3, 1}), 4).fault, GaitFault::kNone);
  EXPECT_EQ(check(ripple(), 6).fault, GaitFault::kNone);
}

TEST(Gait, IsRefusedWithRowAndLeg) {
  EXPECT_EQ(check({}, 4).fault, GaitFault::kEmpty);

  const GaitMistake missing = check(wave("wave", {0, 1, 2}), 4);
  EXPECT_EQ(missing.fault, GaitFault::kLegMissing);
  EXPECT_EQ(missing.leg, 3);

  Gait twice = ripple();
  twice.row[1].move[0] = FootMove::kLift;
  const GaitMistake turn = check(twice, 6);
  EXPECT_EQ(turn.fault, GaitFault::kOutOfTurn);
  EXPECT_EQ(turn.row, 1);
  EXPECT_EQ(turn.leg, 0);

  const GaitMistake feet = check(wave("wave", {0, 1, 2}), 3);
  EXPECT_EQ(feet.fault, GaitFault::kTooFewFeet);
  EXPECT_EQ(feet.row, 0);
  EXPECT_EQ(feet.feet, 2);
}

TEST(Gait, KnowsWhoIsInTheAirWhereTheTableBeginsAnew) {
  const Gait gait = ripple();
  EXPECT_EQ(lifted_in(gait, 0), LegSet(0b000001));
  EXPECT_EQ(airborne_in(gait, 0), LegSet(0b100001));
  EXPECT_EQ(airborne_in(gait, 1), LegSet(0b000001));
  EXPECT_EQ(rows_in_air(gait, 0, 0), 3);
  EXPECT_EQ(rows_in_air(gait, 10, 5), 3);
  EXPECT_EQ(rows_in_air(wave("wave", {1, 0}), 0, 1), 1);
}

/// A row in which no leg moves closes the wave of the paper: 3 rows a leg, 19 in all.
Gait slow_wave() {
  Gait gait{.name = "wave", .row = {}};
  for (int leg = 0; leg < 6; ++leg)
    for (const FootMove move : {FootMove::kLift, FootMove::kCarry, FootMove::kLower})
      gait.row.push_back(row({{leg, move}}));
  gait.row.emplace_back();
  return gait;
}

// a foot that stands in n of N rows is passed by the body at the pace sweep / n
TEST(Gait, CoversItsSweepWhileAFootStands) {
  Gait gait = slow_wave();
  gait.sweep_m = 0.05;
  EXPECT_NEAR(way_of_cycle_m(gait), 0.05 * 19 / 16, 1e-15);
  gait = ripple();
  gait.sweep_m = 0.05;
  EXPECT_NEAR(way_of_cycle_m(gait), 0.05 * 12 / 9, 1e-15);
  gait = wave("wave", {0, 1, 2, 3});
  gait.sweep_m = 0.06;
  EXPECT_NEAR(way_of_cycle_m(gait), 0.06 * 4 / 3, 1e-15);
}

TEST(Gait, KnowsInWhichRowALegWasLifted) {
  const Gait gait = ripple();
  EXPECT_EQ(lift_row(gait, 2, 0), 0);
  EXPECT_EQ(lift_row(gait, 9, 0), 0);
  EXPECT_EQ(lift_row(gait, 0, 5), 10);  // in the cycle before
}

}  // namespace
}  // namespace ventosa::controller::gait_test
