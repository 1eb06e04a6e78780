#include "scenarios/verdict/reason_log.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "scenarios/verdict/verdict.h"
#include "tests/scenarios/session/stand.h"
#include "tests/scenarios/verdict/made_rows.h"

namespace ventosa::scenarios::reason_log_test {
namespace {

Verdict verdict_of(const char* name) {
  const Scenario scenario = shipped(name);
  JudgedRun run(scenario, 1);
  while (run.advance()) {
  }
  return run.verdict(1);
}

TEST(ReasonLog, NamesLegPlaceAndLimitOfARefusedLift) {
  const Verdict verdict = verdict_of("refuse_lift_wall_60N");
  ASSERT_EQ(verdict.hindrances.size(), 1u);
  const Hindrance& h = verdict.hindrances[0];
  EXPECT_EQ(h.reason, controller::Reason::kLiftRefused);
  EXPECT_EQ(h.leg, "rear_left");
  EXPECT_EQ(h.least_leg, "front_left");
  EXPECT_EQ(h.least.limit, controller::Limit::kPeel);
  EXPECT_LT(h.least.margin, 0);
  EXPECT_NEAR(h.from_s, 1.06, 0.011);  // after a stride has been searched
  EXPECT_EQ(h.to_s, 6);
  EXPECT_LT(h.travel_B0.norm(), 1e-3);
  EXPECT_EQ(to_text(h).substr(0, 58), "1.07 s to 6.00 s: lift_refused rear_left, for peel of fron");
  const auto json = to_json(verdict, {});
  EXPECT_EQ(json["hindrances"][0]["limit"]["leg"], "front_left");
}

TEST(ReasonLog, NamesTheLegThatAMoveWasAskedOf) {
  const Verdict verdict = verdict_of("refuse_detach_wall_60N");
  ASSERT_EQ(verdict.hindrances.size(), 2u);
  EXPECT_EQ(verdict.hindrances[1].reason, controller::Reason::kLegHeld);
  EXPECT_FALSE(verdict.hindrances[1].leg.empty());
}

TEST(ReasonLog, IsEmptyOfARobotThatDoesAllThatIsAsked) {
  const Verdict verdict = verdict_of("hold_push_ground");
  EXPECT_EQ(verdict.n_hindrances, 0u);
  EXPECT_FALSE(to_json(verdict, {}).contains("hindrances"));
}

using ReasonRows = MadeRows<ReasonLog>;
using controller::Reason;

TEST(ReasonLog, NamesWhatFailsBesideSomethingWorse) {
  ReasonRows reported;
  reported.set("plan.reason", Reason::kModuleSilent);
  reported.set("plan.refused_leg", 1);
  reported.set("report.leg1.failure", Reason::kModuleSilent);
  reported.take(100);
  reported.set("report.leg2.failure", Reason::kJointFault);
  reported.set("report.leg2.faulty_joint", 2);
  reported.set("plan.imu", controller::ImuHealth::kSilent);
  reported.take(100);
  const std::vector<Hindrance>& all = reported.judge().hindrances();
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].leg, "front_right");
  EXPECT_EQ(all[0].to_s, 1.99);
  EXPECT_EQ(to_text(all[1]).substr(0, 51), "1.00 s to 1.99 s: joint_fault rear_left joint 3, 0 ");
  EXPECT_EQ(to_json(all[1])["joint"], 2);
  EXPECT_FALSE(to_json(all[2]).contains("joint"));
  EXPECT_EQ(to_text(all[2]).substr(0, 29), "1.00 s to 1.99 s: imu_silent,");
}

TEST(ReasonLog, NamesAFootThatHasCreptBesideSomethingWorse) {
  ReasonRows reported;
  reported.set("plan.reason", Reason::kLiftRefused);
  reported.take(100);
  reported.set("plan.leg2.alarm", controller::FootAlarm::kCreep);
  reported.take(100);
  const std::vector<Hindrance>& all = reported.judge().hindrances();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(to_text(all[1]).substr(0, 38), "1.00 s to 1.99 s: slipping rear_left, ");
}

/// A failure that `plan.reason` has named is not listed again once another reason replaces it.
TEST(ReasonLog, NamesAFailureOnceForAsLongAsItLasts) {
  ReasonRows reported;
  reported.set("plan.reason", Reason::kCupWeak);
  reported.set("plan.refused_leg", 3);
  reported.set("report.leg3.failure", Reason::kCupWeak);
  reported.take(10);
  reported.set("plan.reason", Reason::kLiftRefused);
  reported.take(10);
  reported.set("report.leg3.failure", Reason::kNone);
  reported.take(10);
  reported.set("report.leg3.failure", Reason::kCupWeak);
  reported.take(10);
  const std::vector<Hindrance>& all = reported.judge().hindrances();
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].leg, all[2].leg);
  EXPECT_EQ(all[2].from_s, 0.3);
}

/// Reasons that alternate are counted, and the first ones are listed.
TEST(ReasonLog, KeepsTheFirstOfVeryMany) {
  ReasonRows reported;
  for (int tick = 0; tick < 400; ++tick) {
    reported.set("plan.reason", tick % 2);
    reported.take();
  }
  EXPECT_EQ(reported.judge().n_hindrances(), 200u);
  EXPECT_EQ(reported.judge().hindrances().size(), ReasonLog::kMost);
  EXPECT_DOUBLE_EQ(reported.judge().hindrances()[1].from_s, 0.03);
}

}  // namespace
}  // namespace ventosa::scenarios::reason_log_test
