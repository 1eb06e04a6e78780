#include "scenarios/script/climb.h"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "tests/planner/edges.h"

/// A climb of a robot that only reports.
namespace ventosa::scenarios::climb_test {
namespace {

using controller::Activity;
using controller::Diagnostics;
using controller::Goal;
using controller::Reason;

constexpr double kPeriod_s = 0.01;

struct Climbs : testing::Test {
  planner::test::EdgeWorld at{planner::test::EdgeOptions{}};
  RoutePlanner planner{at.robot, at.config, at.surfaces, [] { return true; }};
  Climb climb{.surface = 1};
  ClimbState state;
  Diagnostics report = standing_report();
  std::int64_t tick = 100;

  /// The robot at rest on its feet.
  Diagnostics standing_report() const {
    Diagnostics d;
    d.X_WB_reference = d.X_WB_estimate = at.standing.body.X_WB;
    for (std::size_t i = 0; i < at.robot.leg.size(); ++i) {
      d.report[i].attached = true;
      d.report[i].q_rad = at.standing.q_rad[i];
      d.foothold[i].p_W = at.standing.body.contact[i].p_WW;
    }
    return d;
  }
  Goal lead() { return ClimbLead(planner, climb, kPeriod_s).lead(tick++, report, state); }
  /// Goal after the robot has held for the time that its plan takes.
  Goal goal_when_planned() {
    Goal goal = lead();
    while (state.phase == ClimbPhase::kWaits) {
      EXPECT_EQ(goal.activity, Activity::kHold);
      goal = lead();
    }
    return goal;
  }
  void refuse_for_long(Reason reason) {
    report.restricted = true;
    report.reason = reason;
    const ClimbPhase before = state.phase;
    while (state.phase == before) (void)lead();
    report.restricted = false;
    report.reason = Reason::kNone;
  }
};

TEST_F(Climbs, HoldUntilTheirPlanIsDue) {
  const Goal goal = goal_when_planned();
  const planner::Work& work = state.plan->work;
  const double work_s =
      5e-6 * double(work.holds) + 2e-4 * double(work.loads) + 1e-3 * double(work.stances);
  EXPECT_EQ(tick - 1, 100 + std::int64_t(std::ceil(work_s / kPeriod_s)));
  ASSERT_EQ(state.plan->outcome, planner::Outcome::kFound);
  if (state.phase == ClimbPhase::kFollows) {
    EXPECT_EQ(goal.activity, Activity::kClimb);
    EXPECT_EQ(goal.route, state.route);
  } else {
    EXPECT_EQ(goal.activity, Activity::kWalkTo);
    EXPECT_EQ(goal.X_WB.matrix(), state.plan->start.X_WB.matrix());
  }
}

/// A robot whose time does not wait.
TEST_F(Climbs, HoldUntilTheirPlanIsMade) {
  RoutePlanner beside{at.robot, at.config, at.surfaces, [] { return false; }};
  const ClimbLead climbs(beside, climb, kPeriod_s);
  constexpr std::int64_t kLater = 100'000;  // when any plan is due
  EXPECT_EQ(climbs.lead(tick, report, state).activity, Activity::kHold);
  EXPECT_EQ(climbs.lead(tick + kLater, report, state).activity, Activity::kHold);
  EXPECT_EQ(state.phase, ClimbPhase::kWaits);
  EXPECT_EQ(state.plan, nullptr);
  while (!beside.plan(state.asked)) std::this_thread::yield();
  EXPECT_NE(climbs.lead(tick + kLater, report, state).activity, Activity::kHold);
}

TEST_F(Climbs, PlanAgainFromAnotherStateAsTheFirstTime) {
  (void)lead();
  ClimbState copy = state;
  const std::int64_t asked = tick;
  (void)goal_when_planned();
  const std::int64_t due = tick;
  std::swap(copy, state);
  tick = asked;
  (void)goal_when_planned();
  EXPECT_EQ(tick, due);
  EXPECT_EQ(state.plan, copy.plan);  // the answer is kept
}

TEST_F(Climbs, PlanAnewWithoutThePlaceOfAStepThatFails) {
  state.has_walked = true;  // from the present stance
  (void)goal_when_planned();
  ASSERT_EQ(state.phase, ClimbPhase::kFollows);
  const std::shared_ptr<const controller::Route> first = state.route;
  report.route = {.fingerprint = first->fingerprint, .phase = controller::RoutePhase::kStopped};
  refuse_for_long(Reason::kWayBlocked);
  EXPECT_EQ(state.n_failed, 1);
  EXPECT_EQ(state.why, Reason::kWayBlocked);
  ASSERT_EQ(state.avoid.size(), 1U);
  EXPECT_EQ(state.avoid[0], first->step[0].to.p_WW);
  (void)goal_when_planned();
  if (state.phase != ClimbPhase::kFollows) return;
  for (std::int32_t k = 0; k < state.route->n_steps; ++k) {
    const controller::RouteStep& step = state.route->step[std::size_t(k)];
    EXPECT_TRUE(step.leg < 0 || (step.to.p_WW - state.avoid[0]).norm() >= 0.05) << k;
  }
}

TEST_F(Climbs, EndWithoutAPlanWhereSurfacesDoNotMeet) {
  climb.surface = 0;
  for (auto& foothold : report.foothold) foothold.p_W.z() = 0;
  EXPECT_EQ(lead().activity, Activity::kHold);
  EXPECT_EQ(state.phase, ClimbPhase::kArrived);  // it stands there already
  state = {};
  climb.surface = 1;
  at.surfaces.patch[1].X_WS = at.surfaces.patch[0].X_WS;
  RoutePlanner level{at.robot, at.config, at.surfaces, [] { return true; }};
  Goal goal;
  while (state.phase != ClimbPhase::kFailed)
    goal = ClimbLead(level, climb, kPeriod_s).lead(tick++, report, state);
  EXPECT_EQ(state.why, Reason::kNoPlan);
  EXPECT_EQ(goal.activity, Activity::kClimb);
  EXPECT_EQ(goal.route, nullptr);
}

TEST_F(Climbs, BeginWhenBodyAndFeetAreAtRest) {
  for (const int surface : {0, 1}) {
    state = {};
    climb.surface = surface;
    report.stands = false;
    for (int n = 0; n < 300; ++n) EXPECT_EQ(lead().activity, Activity::kHold);
    EXPECT_EQ(state.phase, ClimbPhase::kAsks);
    report.stands = true;
    (void)lead();
    EXPECT_EQ(state.phase, surface == 0 ? ClimbPhase::kArrived : ClimbPhase::kWaits);
  }
}

TEST_F(Climbs, AreRefusedWithAFootInTheAir) {
  report.report[2].attached = false;
  for (const int surface : {0, 1}) {
    state = {};
    climb.surface = surface;
    (void)lead();
    EXPECT_EQ(state.phase, ClimbPhase::kFailed);
    EXPECT_EQ(state.why, Reason::kLegFree);
  }
}

TEST_F(Climbs, FailAfterFivePlansAnew) {
  state.n_failed = ClimbLead::kMostFailures;
  state.has_walked = true;
  (void)goal_when_planned();
  ASSERT_EQ(state.phase, ClimbPhase::kFollows);
  refuse_for_long(Reason::kSlipping);
  EXPECT_EQ(state.phase, ClimbPhase::kFailed);
  EXPECT_EQ(state.why, Reason::kSlipping);
}

}  // namespace
}  // namespace ventosa::scenarios::climb_test
