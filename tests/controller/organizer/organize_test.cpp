#include "controller/organizer/organize.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/controller/ideal_modules.h"

namespace ventosa::controller::organize_test {
namespace {

/// Cups that need one second to build up their vacuum and half a second to release.
void work_slowly(const RobotModel& robot, const Command& command, PerLeg<double>& vacuum,
                 Observation& seen) {
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const bool wanted = command.leg[i].cup.mode == CupMode::kAttach;
    vacuum[i] = std::clamp(vacuum[i] + (wanted ? 0.01 : -0.02), 0.0, 1.0);
    seen.leg[i].cup.vacuum_Pa = vacuum[i] * 120 / robot.cup()->area_m2;
  }
}

/// Three feet carry the robot meanwhile.
TEST(Organize, MovesTheBodyOnWhileACupLetsGoOrSeals) {
  Standing robot(kDown);
  const Diagnostics& d = robot.controller.diagnostics();
  PerLeg<double> vacuum;
  vacuum.fill(1);
  std::map<FootPhase, double> way_m;
  for (int n = 0; n < 4000; ++n) {
    const Vector3d before = d.X_WB_reference.translation();
    const Command command = robot.tick(walk(0.004));
    work_slowly(robot.robot, command, vacuum, robot.modules.seen);
    const int leg = first_of(stepping_legs(robot.controller));
    if (leg < 0) continue;
    way_m[d.phase[static_cast<std::size_t>(leg)]] +=
        (d.X_WB_reference.translation() - before).norm();
  }
  EXPECT_GT(way_m[FootPhase::kRelease], 0.005);
  EXPECT_GT(way_m[FootPhase::kSeal], 0.005);
}

TEST(Organize, SaysThatAWalkNeedsPositionControl) {
  Standing robot(kDown);
  robot.stand();
  Goal goal = walk(0.005);
  goal.pd = false;
  for (int n = 0; n < 100; ++n) (void)robot.controller.tick(robot.modules.seen, goal);
  EXPECT_EQ(robot.controller.diagnostics().reason, Reason::kPdOff);
  EXPECT_TRUE(robot.controller.state().decisions.organizer.stepping.none());
  goal.pd = true;
  (void)robot.controller.tick(robot.modules.seen, goal);
  EXPECT_EQ(robot.controller.diagnostics().reason, Reason::kNone);
}

/// The reference is 2 cm from the body for longer than a push lasts: the robot stops and reports it
/// until the body is back.
TEST(Organize, StopsAndSaysSoWhileTheBodyIsNotWhereItShouldBe) {
  Standing robot(kDown);
  robot.stand();
  const Diagnostics& d = robot.controller.diagnostics();
  const auto displace = [&](double way_m) {
    State state = robot.controller.state();
    state.decisions.organizer.reference.X_WB.translation().x() += way_m;
    robot.controller.restore(state);
  };
  displace(0.02);
  for (int n = 0; n < 45; ++n) (void)robot.controller.tick(robot.modules.seen, walk(0.01));
  EXPECT_EQ(d.reason, Reason::kNone);
  for (int n = 0; n < 10; ++n) (void)robot.controller.tick(robot.modules.seen, walk(0.01));
  EXPECT_EQ(d.reason, Reason::kDrifting);
  EXPECT_EQ(d.walk, WalkPhase::kNone);
  for (int n = 0; n < 100; ++n) (void)robot.controller.tick(robot.modules.seen, walk(0.01));
  const Vector3d stopped_W = d.X_WB_reference.translation();
  const LegSet stepping = robot.controller.state().decisions.organizer.stepping;
  for (int n = 0; n < 100; ++n) (void)robot.controller.tick(robot.modules.seen, walk(0.01));
  EXPECT_LT((d.X_WB_reference.translation() - stopped_W).norm(), 1e-4);
  EXPECT_EQ(robot.controller.state().decisions.organizer.stepping, stepping);
  displace(stopped_W.x() > 0.01 ? -0.02 : 0);
  (void)robot.controller.tick(robot.modules.seen, walk(0.01));
  EXPECT_EQ(d.reason, Reason::kNone);
}

/// The walk stands still then, and with it the search that sealed feet otherwise wait for.
TEST(Organize, LetsSealedFeetLoadWhileTheBodyIsNotWhereItShouldBe) {
  constexpr std::size_t kStepping = 1;
  Standing robot(kDown);
  walk_until_transfer(kStepping, robot);
  State state = robot.controller.state();
  OrganizerState& organizer = state.decisions.organizer;
  organizer.reference.X_WB.translation().x() += 0.02;
  organizer.ticks_away = 100;
  organizer.walk = WalkPhase::kSeeks;
  organizer.gait.next.legs = 1;
  robot.controller.restore(state);
  for (int n = 0; n < 600 && stepping_legs(robot.controller).any(); ++n) {
    const PerLeg<LegReading> held = robot.modules.seen.leg;
    (void)robot.tick(walk(0.01));
    for (std::size_t i = 0; i < robot.robot.leg.size(); ++i)  // the body does not move
      if (i != kStepping) robot.modules.seen.leg[i].joint = held[i].joint;
    ASSERT_EQ(robot.controller.diagnostics().walk, WalkPhase::kNone);
  }
  EXPECT_TRUE(stepping_legs(robot.controller).none());
}

/// A body error caused by the joints of other legs does not move the foot off its foothold.
TEST(Organize, KeepsTheTrimOutOfASwing) {
  Standing robot(Standing::config(kDown, 120));
  walk_until_transfer(2, robot);
  State trimmed = robot.controller.state();
  Controller other = robot.controller;
  trimmed.decisions.organizer.reference.trim_p_W = Vector3d(0, 0, 0.004);
  other.restore(trimmed);
  (void)robot.controller.tick(robot.modules.seen, walk(0.01));
  (void)other.tick(robot.modules.seen, walk(0.01));
  const PerLeg<Vector3d>&p_BW = robot.controller.diagnostics().p_BW,
        &trimmed_BW = other.diagnostics().p_BW;
  EXPECT_LT((p_BW[2] - trimmed_BW[2]).norm(), 1e-9);
  EXPECT_NEAR((p_BW[0] - trimmed_BW[0]).norm(), 0.004, 1e-3);
}

TEST(Organize, KeepsTheBodyStillForAPoseWhileAFootIsOff) {
  Standing robot(kDown);
  while (robot.controller.state().decisions.organizer.stepping.none()) (void)robot.tick(walk(0.01));
  Goal goal{.activity = Activity::kPose};
  goal.X_WB.translation() = Vector3d(0.02, 0, 0.137);
  const Isometry3d before = robot.controller.diagnostics().X_WB_reference;
  while (robot.controller.state().decisions.organizer.stepping.any()) {
    ASSERT_TRUE(robot.controller.diagnostics().X_WB_reference.isApprox(before));
    (void)robot.tick(goal);
  }
}

}  // namespace
}  // namespace ventosa::controller::organize_test
