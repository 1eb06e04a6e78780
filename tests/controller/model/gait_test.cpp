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

}  // namespace
}  // namespace ventosa::controller::gait_test
