#include "scenarios/verdict/detachments.h"

#include <gtest/gtest.h>

#include "scenarios/session/derived_signals.h"
#include "scenarios/verdict/verdict.h"
#include "tests/scenarios/good_scenario.h"

/// A run in which a cup is lost fails unless the scenario expects it.
namespace ventosa::scenarios::detachments_test {
namespace {

/// On the ground, pushed at 1 s; `more` are further lines of the file.
std::string pushed(double force_N, const std::string& more = "") {
  std::string text = with(
      "  - {at_s: 1, walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}}\n",
      "  - {at_s: 1, push: {force_N: [0, 0, " + std::to_string(force_N) + "], duration_s: 0.3}}\n");
  const std::size_t asserts = text.find("asserts:");
  return text.replace(asserts, std::string::npos,
                      more + "asserts: [{signal: truth.body.z, min: -1, unit: m}]\n");
}

Verdict verdict_of(const std::string& text, double until_s = 2) {
  const Scenario scenario = read(text);
  JudgedRun run(scenario, 1);
  while (run.time_s() < until_s && run.advance()) {
  }
  return run.verdict(1);
}

const AssertResult& cups_hold(const Verdict& verdict) {
  for (const AssertResult& result : verdict.asserts)
    if (result.name == "cups hold") return result;
  throw std::logic_error("not judged");
}

TEST(Detachments, FailARunThatNoAssertionFails) {
  const Verdict verdict = verdict_of(pushed(700));
  EXPECT_EQ(verdict.outcome, Outcome::kFail);
  const AssertResult& result = cups_hold(verdict);
  EXPECT_FALSE(result.pass);
  EXPECT_EQ(result.value, 4);
  EXPECT_NEAR(result.worst_s, 1.05, 0.05);
  EXPECT_NE(result.worst_signal.find(" lost"), std::string::npos);
}

/// A leak below the gap at which a rigid cup seals leaves its weld closed.
TEST(Detachments, AreCupsThatAreClosedWithoutVacuum) {
  std::string text = with("walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}",
                          "leak: {leg: front_left, gap_m: 0.002}");
  text.insert(text.find("script:"), "cup: {turbine: fan}\n");
  const AssertResult result = cups_hold(verdict_of(text, 4));
  EXPECT_EQ(result.value, 1);
  EXPECT_EQ(result.worst_signal, "front_left lost its vacuum");
}

TEST(Detachments, AreTheFeetThatSlideFarThoughTheirCupsHold) {
  std::string text = pushed(0, "plant: {surface: {ground: {friction_scale: 0.1}}}\n");
  const std::string still = "force_N: [0, 0, 0.000000], duration_s: 0.3";
  text.replace(text.find(still), still.size(), "force_N: [90, 0, 0], duration_s: 0.8");
  const AssertResult result = cups_hold(verdict_of(text));
  EXPECT_FALSE(result.pass);
  EXPECT_NE(result.worst_signal.find(" slipped by 20 mm"), std::string::npos)
      << result.worst_signal;
}

TEST(Detachments, AreNoneOfARobotThatHolds) {
  const Verdict verdict = verdict_of(pushed(10));
  EXPECT_EQ(verdict.outcome, Outcome::kPass);
  EXPECT_EQ(cups_hold(verdict).value, 0);
}

TEST(Detachments, AreNoneOfFeetThatStep) {
  const Scenario scenario = read(with("duration_s: 4", "duration_s: 8"));
  JudgedRun run(scenario, 1);
  while (run.advance()) {
  }
  EXPECT_GE(run.controller().diagnostics().steps_done, 1);
  EXPECT_TRUE(cups_hold(run.verdict(1)).pass);
}

TEST(Detachments, PassWhereTheyAreExpected) {
  const std::string all =  // its legs meet, and come to their stops, as it falls
      "expect: {detach: [front_left, front_right, rear_left, rear_right], self_collision: true, "
      "body_error_m: {body: 20}, joint_reserve: {front_left: -0.1, front_right: -0.1, "
      "rear_left: -0.1, rear_right: -0.1}}\n";
  EXPECT_EQ(verdict_of(pushed(700, all)).outcome, Outcome::kPass);
}

TEST(Detachments, FailARunThatWasToHaveThem) {
  const Verdict verdict = verdict_of(pushed(10, "expect: {detach: [rear_left]}\n"));
  EXPECT_EQ(verdict.outcome, Outcome::kFail);
  EXPECT_EQ(cups_hold(verdict).worst_signal, "rear_left expected to be lost");
}

TEST(Detachments, OfUnknownLegsAreRefused) {
  expect_refused(pushed(1, "expect: {detach: [left]}\n"), "10", "must be one of");
  expect_refused(pushed(1, "expect: {detach: [rear_left, rear_left]}\n"), "10", "twice");
  expect_refused(pushed(1, "expect: {fall: true}\n"), "10", "detach");
  expect_refused(pushed(1, "expect: {detach: []}\n"), "10", "1 to 4 elements");
}

// the worst value of the robot never improves when a cup is lost

TEST(SafetyFactor, IsZeroWhenACupIsLost) {
  const Scenario scenario = read(pushed(700));
  JudgedRun run(scenario, 1);
  while (run.tick() < 120 && run.advance()) {
  }
  for (const sim::LegTruth& leg : run.twin().truth().leg) EXPECT_EQ(leg.cup.safety_factor, 0);
  const Derived derived = derive(scenario.robot.nominal, scenario.twin.X_WB,
                                 run.controller().diagnostics(), run.twin().truth());
  EXPECT_EQ(derived.safety_factor, 0);
  EXPECT_EQ(derived.n_attached, 0);
}

TEST(SafetyFactor, CountsACupThatIsToHoldBelowItsGoal) {
  controller::RobotModel robot;
  robot.leg.resize(2);
  controller::Diagnostics plan;
  sim::Truth truth;
  truth.leg[0].cup = {.phase = sim::CupPhase::kAttached, .safety_factor = 3};
  truth.leg[1].cup = {.phase = sim::CupPhase::kSealing, .safety_factor = 1.5, .slip_m = 0.01};
  const Isometry3d X_WB0 = Isometry3d::Identity();
  EXPECT_EQ(derive(robot, X_WB0, plan, truth).safety_factor, 1.5);
  EXPECT_EQ(derive(robot, X_WB0, plan, truth).slip_m, 0.01);
  plan.phase[1] = controller::FootPhase::kSeal;  // it carries nothing yet
  EXPECT_EQ(derive(robot, X_WB0, plan, truth).safety_factor, 3);
}

}  // namespace
}  // namespace ventosa::scenarios::detachments_test
