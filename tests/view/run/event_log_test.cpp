#include "view/run/event_log.h"

#include <gtest/gtest.h>

#include "tests/scenarios/good_scenario.h"

namespace ventosa::view::event_log_test {
namespace {

using controller::FootPhase;
using controller::Reason;
using Kind = Event::Kind;

struct Events : testing::Test {
  const controller::RobotModel robot = scenarios::read(scenarios::kGood).robot.nominal;
  controller::Diagnostics plan;
  controller::PerLeg<bool> held{};
  EventLog log;

  Events() {
    held.fill(true);
    look(0);
  }
  void look(std::int64_t tick) { log.look(tick, robot, plan, held); }
  void lift(std::int64_t tick) {
    plan.phase[2] = FootPhase::kRelease;
    held[2] = false;
    look(tick);
  }
  void land(std::int64_t tick) {
    plan.phase[2] = FootPhase::kStance;
    held[2] = true;
    look(tick);
  }
};

TEST_F(Events, AreNoneOfARobotThatStands) {
  for (int tick = 1; tick < 10; ++tick) look(tick);
  EXPECT_TRUE(log.all().empty());
}

TEST_F(Events, TellAStepFromALoss) {
  lift(1);
  land(2);
  held[1] = false;
  look(3);
  ASSERT_EQ(log.all().size(), 3u);
  EXPECT_EQ(log.all()[0].kind, Kind::kLifted);
  EXPECT_EQ(log.all()[0].leg, 2);
  EXPECT_EQ(log.all()[1].kind, Kind::kAttached);
  EXPECT_EQ(log.all()[2].kind, Kind::kLost);
  EXPECT_EQ(log.all()[2].leg, 1);
  EXPECT_EQ(log.all()[2].tick, 3);
}

TEST_F(Events, TakeNoPointFootThatStandsForLost) {
  controller::RobotModel walker = robot;
  for (controller::Leg& leg : walker.leg) leg.foot.hold = controller::PointFoot{};
  held[1] = false;
  log.look(1, walker, plan, held);
  EXPECT_TRUE(log.all().empty());
  plan.phase[1] = FootPhase::kLift;
  log.look(2, walker, plan, held);
  ASSERT_EQ(log.all().size(), 1u);
  EXPECT_EQ(log.all()[0].kind, Kind::kLifted);
}

TEST_F(Events, NameTheReasonAndItsEnd) {
  plan.reason = Reason::kLiftRefused;
  plan.refused_leg = 3;
  look(1);
  look(2);
  plan.reason = Reason::kNone;
  look(3);
  ASSERT_EQ(log.all().size(), 2u);
  EXPECT_EQ(log.all()[0].reason, Reason::kLiftRefused);
  EXPECT_EQ(log.all()[0].leg, 3);
  EXPECT_EQ(log.all()[1].reason, Reason::kNone);
}

TEST_F(Events, StayWhenTheRunIsLookedAtAgain) {
  lift(1);
  land(2);
  for (const int tick : {0, 1, 2}) look(tick);
  EXPECT_EQ(log.all().size(), 2u);
}

TEST_F(Events, OfAnotherFutureAreForgotten) {
  lift(1);
  land(2);
  log.touched(1);
  ASSERT_EQ(log.all().size(), 2u);
  EXPECT_EQ(log.all()[1].kind, Kind::kTouched);
  lift(2);
  land(3);
  EXPECT_EQ(log.all().back().kind, Kind::kAttached);
  EXPECT_EQ(log.all().back().tick, 3);
}

TEST_F(Events, MarkADragOnce) {
  for (std::int64_t tick = 10; tick < 200; tick += 3) log.touched(tick);
  EXPECT_EQ(log.all().size(), 1u);
  log.touched(300);
  EXPECT_EQ(log.all().size(), 2u);
}

}  // namespace
}  // namespace ventosa::view::event_log_test
