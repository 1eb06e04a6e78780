#include "planner/hold_table.h"

#include <gtest/gtest.h>

#include <random>

#include "controller/organizer/judgement.h"
#include "planner/setting.h"
#include "tests/planner/edges.h"

namespace ventosa::planner::hold_table_test {
namespace {

using controller::Asked;

struct Holds : ::testing::TestWithParam<const char*> {
  test::EdgeWorld at{{.robot = GetParam()}};
  Edge edge{*edge_between(at.surfaces.patch[0], at.surfaces.patch[1], {-0.5, 0, 0.1})};
  Setting setting{at.world, edge, {0, 1}, 0, {}};
  Work work{};
  HoldTable table{at.world, at.standing.body, setting.poses(), setting.places(), work};
};
INSTANTIATE_TEST_SUITE_P(Robots, Holds, ::testing::Values("romerin4", "romerin6", "romerin4x7"));

/// A robot whose legs all stand where they stand by default, but for one.
Posture with_one_foot(const Supposed& supposed, std::size_t leg) {
  Posture posture = supposed.posture();
  for (std::size_t i = 0; i < posture.foot.size(); ++i)
    if (i != leg) posture.attached[i] = false;
  return posture;
}

/// The table is less strict than the organizer only in the reach beside the pose, half a
/// millimetre.
TEST_P(Holds, WhereTheOrganizerLetsAFootStand) {
  std::mt19937_64 random(39);
  int held = 0, objections = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const auto leg = static_cast<std::size_t>(trial) % at.robot.leg.size();
    const auto& places = table.places(leg);
    const int place = static_cast<int>(random() % places.size());
    const std::vector<int> poses = table.holds(leg, place).members();
    if (poses.empty()) continue;
    const int vertex = poses[random() % poses.size()];
    RobotModel one = at.robot;
    one.leg = {at.robot.leg[leg]};
    Supposed supposed(one, at.world, at.standing.body);
    PerJoint<double> q_rad;
    ASSERT_TRUE(table.joints(leg, places[static_cast<std::size_t>(place)],
                             setting.poses().X_WB(vertex), q_rad));
    supposed.stand(setting.poses().X_WB(vertex), {places[static_cast<std::size_t>(place)].at},
                   {q_rad});
    const Objection least =
        assess(supposed.scene(kGeometryReserve), with_one_foot(supposed, 0), Asked::kStanding);
    ++held;
    if (least.room >= 0) continue;
    ++objections;
    EXPECT_EQ(least.limiting, controller::Limiting::kReach);
  }
  EXPECT_GT(held, 30);
  EXPECT_LE(objections, 1);
}

TEST_P(Holds, AFootThatMayTurnNoFartherThanItsWrist) {
  int fewer = 0;
  for (int place = 0; place < static_cast<int>(table.places(0).size()); place += 7) {
    const PoseSet& holds = table.holds(0, place);
    PoseSet turned = table.holds_turned(0, place, 1.0);
    PoseSet both = turned;
    both &= holds;
    EXPECT_EQ(both, turned) << "a turned cup holds where an unturned one does not";
    if (turned.count() < holds.count()) ++fewer;
  }
  EXPECT_GT(fewer, 0);
}

TEST_P(Holds, AreCountedOnce) {
  (void)table.holds(0, 3);
  const auto once = work.holds;
  EXPECT_GT(once, 0);
  (void)table.holds(0, 3);
  EXPECT_EQ(work.holds, once);
}

}  // namespace
}  // namespace ventosa::planner::hold_table_test
