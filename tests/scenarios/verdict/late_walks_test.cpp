#include "scenarios/verdict/late_walks.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "controller/model/goal.h"
#include "scenarios/verdict/verdict.h"
#include "tests/scenarios/verdict/made_rows.h"

namespace ventosa::scenarios::late_walks_test {
namespace {

using controller::Activity;
using controller::FootPhase;

/// The goal is a walk along x from 1 m on.
class Walked : public MadeRows<LateWalks> {
 public:
  Walked() { set("truth.body.x", 1); }

  void ask(Activity activity, double speed_m_s, double to_m = 0) {
    set("goal.activity", activity);
    set("goal.velocity.x", speed_m_s);
    set("goal.body.x", 1 + to_m);
  }
  /// With this mean speed.
  void go(double time_s, double speed_m_s = 0) {
    const int n = static_cast<int>(std::lround(time_s / 0.01));
    for (int k = 0; k < n; ++k) {
      take();
      x_m_ += speed_m_s * 0.01;
      set("truth.body.x", x_m_);
    }
  }
  std::vector<LateWalk> late() const { return judge().late_walks(); }

 private:
  double x_m_ = 1;
};

TEST(LateWalks, TellWhereTheTimeWent) {
  Walked robot;
  robot.go(1);
  robot.ask(Activity::kWalkTo, 0.02, 0.4);
  robot.set("plan.leg0.phase", FootPhase::kTransfer);
  robot.go(8, 0.02);
  robot.set("plan.leg2.phase", FootPhase::kSeal);
  robot.set("plan.leg0.phase", FootPhase::kStance);
  for (int n = 0; n < 4; ++n) {  // three times anew
    robot.set("report.leg2.progress", 0);
    robot.go(1);
    robot.set("report.leg2.progress", 1);
    robot.go(2);
  }
  robot.set("plan.leg2.phase", FootPhase::kStance);
  robot.go(10, 0.015);
  ASSERT_EQ(robot.late().size(), 1u);
  const LateWalk walk = robot.late()[0];
  EXPECT_NEAR(walk.requested_m, 0.4, 1e-12);
  EXPECT_NEAR(walk.reached_m, 0.31, 0.001);
  EXPECT_DOUBLE_EQ(walk.from_s, 1);
  EXPECT_NEAR(walk.standing_s, 10, 0.011);
  EXPECT_EQ(to_text(walk),
            "1 s to 30.99 s: walked 0.31 m of 0.4 m: 8 s in transfer, 12 s in seal, "
            "10 s with all feet attached, 3 seal retries of rear_left");
}

TEST(LateWalks, AreNoneThatArriveWhateverComesThen) {
  Walked robot;
  robot.ask(Activity::kWalkTo, 0.02, 0.2);
  robot.go(14, 0.01);
  EXPECT_EQ(robot.late().size(), 1u);
  robot.go(6, 0.01);
  robot.set("plan.leg1.phase", FootPhase::kSeal);
  robot.go(100);
  EXPECT_TRUE(robot.late().empty());
}

TEST(LateWalks, AreJudgedByTheTimeThatTheyHad) {
  Walked slow, good;
  slow.ask(Activity::kWalkTo, 0.02, 1);
  slow.go(10, 0.018);
  ASSERT_EQ(slow.late().size(), 1u);
  EXPECT_NEAR(slow.late()[0].requested_m, 0.2, 0.001);
  good.ask(Activity::kWalkTo, 0.02, 1);
  good.go(10, 0.0195);
  EXPECT_TRUE(good.late().empty());
}

TEST(LateWalks, CountATryAtAnotherPlaceAsARetry) {
  Walked robot;
  robot.ask(Activity::kWalk, 0.02);
  robot.set("plan.leg1.phase", FootPhase::kSeal);
  robot.go(5);
  robot.set("plan.leg1.phase", FootPhase::kRelease);
  robot.go(5);
  ASSERT_EQ(robot.late().size(), 1u);
  const std::vector<std::pair<std::string, int>> expected{{"front_right", 1}};
  EXPECT_EQ(robot.late()[0].seal_retries, expected);
}

TEST(LateWalks, AreEachOfTheScriptOnItsOwn) {
  Walked robot;
  robot.ask(Activity::kWalkTo, 0.02, 0.1);
  robot.go(5, 0.02);
  robot.ask(Activity::kWalkTo, 0.02, 0.3);
  robot.go(10, 0.005);
  robot.ask(Activity::kHold, 0);
  robot.go(5);
  ASSERT_EQ(robot.late().size(), 1u);
  EXPECT_DOUBLE_EQ(robot.late()[0].from_s, 5);
  EXPECT_NEAR(robot.late()[0].requested_m, 0.2, 0.001);
}

TEST(LateWalks, AreNoCurvesWhoseWayIsNotKnown) {
  Walked robot;
  robot.ask(Activity::kWalk, 0.02);
  robot.set("goal.angular_velocity.z", 0.01);
  robot.go(10);
  EXPECT_TRUE(robot.late().empty());
}

/// A walk faster than its gait allows: the run passes, and reports that it was late.
TEST(LateWalks, AreInTheVerdict) {
  const Scenario scenario =
      read(with("[0.01, 0, 0], distance_m: 0.1", "[0.04, 0, 0], distance_m: 0.1"));
  JudgedRun run(scenario, 1);
  while (run.advance()) {
  }
  const Verdict verdict = run.verdict(1);
  EXPECT_EQ(verdict.outcome, Outcome::kPass);
  ASSERT_EQ(verdict.late_walks.size(), 1u);
  EXPECT_NEAR(verdict.late_walks[0].requested_m, 0.1, 0.001);
  const auto json = to_json(verdict, {});
  EXPECT_EQ(json["late_walks"][0]["from_s"], 1);
  EXPECT_GT(json["late_walks"][0]["phase_s"]["transfer"], 0.5);
}

}  // namespace
}  // namespace ventosa::scenarios::late_walks_test
