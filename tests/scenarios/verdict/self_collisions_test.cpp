#include "scenarios/verdict/self_collisions.h"

#include <gtest/gtest.h>

#include <limits>

#include "scenarios/verdict/verdict.h"
#include "tests/scenarios/verdict/made_rows.h"

/// A run in which parts of a robot overlap never passes.
namespace ventosa::scenarios::self_collisions_test {
namespace {

const AssertResult& clear_of_itself(const Verdict& verdict) {
  for (const AssertResult& result : verdict.asserts)
    if (result.name == "clear of itself") return result;
  throw std::logic_error("not judged");
}

/// The pack of the front left module is cut off on a wall: the leg falls onto the one below it.
const std::string kDeadModule = R"(schema: 1
robot: romerin4
surfaces:
  - {name: wall, position_m: [0.5, 0, 1.5], normal: [-1, 0, 0], size_m: [3, 3], friction: 0.6}
placement: {surface: wall}
cup_force_N: 120
fidelity: full
duration_s: 4
script:
  - {at_s: 0.5, relay: [bus_only, isolated, isolated, isolated]}
expect: {detach: [front_left], slip_m: {front_left: 0.3}}
asserts:
  - {name: the others hold, signal: count.attached, at: end, equals: 3}
)";

TEST(SelfCollisions, FailARunThatNoAssertionFails) {
  const Scenario scenario = read(kDeadModule);
  JudgedRun run(scenario, 1);
  while (run.advance()) {
  }
  const Verdict verdict = run.verdict(1);
  EXPECT_EQ(verdict.outcome, Outcome::kFail);
  EXPECT_EQ(verdict.exit_code, ExitCode::kAssertionFailed);
  for (const AssertResult& each : verdict.asserts)
    EXPECT_EQ(each.pass, each.name != "clear of itself") << each.name;
  const AssertResult& result = clear_of_itself(verdict);
  EXPECT_LT(result.value, 0);
  EXPECT_GT(result.worst_s, 0.5);
  for (const char* words : {"front_left", "rear_left", "overlap by", " mm, first at "})
    EXPECT_NE(result.worst_signal.find(words), std::string::npos) << result.worst_signal;
}

TEST(SelfCollisions, PassWhereTheyAreExpectedAndNowhereElse) {
  std::string text = kDeadModule;
  text.replace(text.find("expect: {"), 9, "expect: {self_collision: true, ");
  const Scenario scenario = read(text);
  JudgedRun run(scenario, 1);
  EXPECT_FALSE(clear_of_itself(run.verdict(1)).pass);
  while (run.tick() < 50 && run.advance()) {
  }
  EXPECT_FALSE(clear_of_itself(run.verdict(1)).pass);
  EXPECT_EQ(clear_of_itself(run.verdict(1)).worst_signal, "a collision was expected");
  while (run.advance()) {
  }
  EXPECT_EQ(run.verdict(1).outcome, Outcome::kPass);
}

TEST(SelfCollisions, AreNoneOfARobotThatStands) {
  const Scenario scenario = read(kGood);
  JudgedRun run(scenario, 1);
  while (run.tick() < 50 && run.advance()) {
  }
  const AssertResult& result = clear_of_itself(run.verdict(1));
  EXPECT_TRUE(result.pass);
  EXPECT_GT(result.value, 0);
  EXPECT_LE(result.value, controller::kSelfRange_m);
  EXPECT_EQ(result.worst_signal, "");
}

struct Judge : testing::Test {
  MadeRows<SelfCollisions> rows;

  void take(double distance_m, int a_leg = 0, int b_leg = 2) {
    rows.set("truth.self_distance", distance_m);
    rows.set("truth.self_a.leg", a_leg);
    rows.set("truth.self_a.link", a_leg < 0 ? -1 : 2);
    rows.set("truth.self_b.leg", b_leg);
    rows.set("truth.self_b.link", 6);
    rows.take();
  }
};

TEST_F(Judge, TellsTheDeepestAndSinceWhen) {
  take(0.05);
  take(0.01);
  EXPECT_TRUE(rows.judge().result().pass);
  EXPECT_EQ(rows.judge().result().value, 0.01);
  take(-0.001);
  take(-0.012, -1, 3);
  take(-0.002);
  take(0.05);
  const AssertResult result = rows.judge().result();
  EXPECT_FALSE(result.pass);
  EXPECT_EQ(result.value, -0.012);
  EXPECT_EQ(result.limit, 0);
  EXPECT_EQ(result.unit, "m");
  EXPECT_DOUBLE_EQ(result.worst_s, 0.03);
  EXPECT_EQ(result.worst_signal, "body and rear_right cup overlap by 12 mm, first at 0.02 s");
}

TEST_F(Judge, NamesLinks) {
  take(0.05);
  take(-0.0005, 1, 3);
  EXPECT_EQ(rows.judge().result().worst_signal,
            "front_right link 3 and rear_right cup overlap by 0.5 mm, first at 0.01 s");
}

TEST_F(Judge, PassesATouch) {
  take(0);
  EXPECT_TRUE(rows.judge().result().pass);
}

TEST_F(Judge, FailsWithoutARow) { EXPECT_FALSE(rows.judge().result().pass); }

TEST_F(Judge, FailsWhatIsNoNumber) {
  take(0.05);
  take(std::numeric_limits<double>::quiet_NaN());
  take(0.05);
  take(-0.001);
  EXPECT_FALSE(rows.judge().result().pass);
  EXPECT_TRUE(std::isnan(rows.judge().result().value));
  EXPECT_DOUBLE_EQ(rows.judge().result().worst_s, 0.01);
}

}  // namespace
}  // namespace ventosa::scenarios::self_collisions_test
