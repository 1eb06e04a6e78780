#include "scenarios/verdict/unmet.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "scenarios/session/recorder.h"
#include "scenarios/verdict/verdict.h"
#include "tests/scenarios/verdict/made_rows.h"

/// A run must report every request that was not carried out.
namespace ventosa::scenarios::unmet_test {
namespace {

using hal::OperatorAction;
using hal::Refusal;

struct Watched : MadeRows<UnmetInputs> {
  std::vector<std::string> texts() const {
    std::vector<std::string> texts;
    for (const Unmet& each : judge().unmet_inputs()) texts.push_back(to_text(each));
    return texts;
  }
};

using Texts = std::vector<std::string>;

TEST(UnmetInputs, AreNoneThatAreTaken) {
  Watched run;
  for (const InputStatus status : {InputStatus::kNew, InputStatus::kOld, InputStatus::kLate}) {
    run.set("session.input", status);
    run.set("session.options", OptionsStatus::kChanged);
    run.set("session.request", OperatorAction::kHold);
    run.take();
  }
  EXPECT_EQ(run.texts(), Texts{});
}

TEST(UnmetInputs, AreThoseThatAreIgnoredFromTheirFirstTickToTheirLast) {
  Watched run;
  run.take(10);
  run.set("session.input", InputStatus::kUnsorted);
  run.take(5);
  run.set("session.input", InputStatus::kFuture);
  run.take();
  run.set("session.input", InputStatus::kNew);
  run.take(5);
  run.set("session.input", InputStatus::kUnsorted);
  run.take();
  EXPECT_EQ(run.texts(),
            (Texts{"0.1 s to 0.14 s: input ignored: unsorted", "0.15 s: input ignored: future",
                   "0.21 s: input ignored: unsorted"}));
}

TEST(UnmetInputs, AreRequestsToALegThatEndNeitherDoneNorRefused) {
  using controller::RequestStatus;
  Watched run;
  const auto request = [&run](int id, controller::TaskKind kind, RequestStatus status) {
    run.set("goal.activity", controller::Activity::kLeg);
    run.set("goal.request.id", id);
    run.set("goal.request.leg", 2);
    run.set("goal.request.kind", kind);
    run.set("plan.request.status", status);
    run.take(10);
  };
  request(1, controller::TaskKind::kDetach, RequestStatus::kDone);
  request(2, controller::TaskKind::kMove, RequestStatus::kRunning);
  request(3, controller::TaskKind::kMove, RequestStatus::kRefused);
  request(4, controller::TaskKind::kAttach, RequestStatus::kWaiting);
  EXPECT_EQ(run.texts(), (Texts{"0.1 s to 0.19 s: move of rear_left not done: running",
                                "0.3 s to 0.39 s: attach of rear_left not done: waiting"}));
}

TEST(UnmetMotions, AreWaypointsThatAreLeft) {
  const std::string walk = "walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}";
  const Scenario scenario = read(with(
      walk, "waypoints: {points_m: [[0.01, 0, 0], [0.2, 0, 0]], speed_m_s: 0.01, radius_m: 0.01}"));
  JudgedRun run(scenario, 1);
  while (run.advance()) {
  }
  const auto unmet = run.verdict(1).unmet;
  ASSERT_EQ(unmet.size(), 1u);
  EXPECT_NE(unmet[0].what.find("of 2 waypoints passed"), std::string::npos) << unmet[0].what;
}

TEST(UnmetMotions, AreNoneThatHaveArrivedBeforeTheNextBegins) {
  const std::string walk = "  - {at_s: 1, walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}}\n";
  const Scenario scenario =
      read(with(walk,
                "  - {name: there, at_s: 0.5, pose: {offset_m: [0.005, 0, 0]}}\n"
                "  - {after: {entry: there, is: arrived}, pose: {offset_m: [0, 0, 0]}}\n"));
  JudgedRun run(scenario, 1);
  while (run.advance()) {
  }
  EXPECT_TRUE(run.verdict(1).unmet.empty()) << run.verdict(1).unmet[0].what;
}

TEST(UnmetMotions, AreThoseThatAHoldCutsThoughAnotherEntryWaitsForTheirArrival) {
  const std::string walk = "  - {at_s: 1, walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}}\n";
  const Scenario scenario =
      read(with(walk,
                "  - {name: there, at_s: 0.5, pose: {offset_m: [0.03, 0, 0]}}\n"
                "  - {at_s: 0.8, hold: {}}\n"
                "  - {after: {entry: there, is: arrived}, push: {force_N: [0, "
                "1, 0], duration_s: 1}}\n"));
  JudgedRun run(scenario, 1);
  while (run.advance()) {
  }
  ASSERT_EQ(run.verdict(1).unmet.size(), 1u);
  EXPECT_NE(run.verdict(1).unmet[0].what.find("script[0] cut short"), std::string::npos);
}

TEST(UnmetInputs, AreOptionsAndRequestsThatAreRefused) {
  Watched run;
  run.set("session.options", OptionsStatus::kRefused);
  run.set("session.request", OperatorAction::kCut);
  run.set("session.refusal", Refusal::kNotConfirmed);
  run.take();
  EXPECT_EQ(run.texts(),
            (Texts{"0 s: change of options refused", "0 s: cut refused: not_confirmed"}));
}

Verdict verdict_of(const std::string& text) {
  const Scenario scenario = read(text);
  JudgedRun run(scenario, 1);
  while (run.advance()) {
  }
  return run.verdict(1);
}

TEST(Unmet, ToldOfARecordedWalkThatCameOutOfOrder) {
  const Verdict verdict = verdict_of(
      with_inputs("  - {tick: 0, goal: {body: {position: [0, 0, 0.137]}}}\n"
                  "  - {tick: 100, made: 50, goal: {activity: walk, velocity: [0.01, 0, 0]}}\n"
                  "  - {tick: 300, options: {control_period_s: 0.02}}\n"));
  ASSERT_EQ(verdict.unmet.size(), 2u);
  EXPECT_EQ(to_text(verdict.unmet[0]), "1 s to 2.99 s: input ignored: unsorted");
  EXPECT_EQ(to_text(verdict.unmet[1]), "3 s: change of options refused");
  const auto json = to_json(verdict, {});
  EXPECT_EQ(json["unmet"][0]["what"], "input ignored: unsorted");
}

TEST(Unmet, ToldOfAMotionThatIsCutShort) {
  const Verdict verdict =
      verdict_of(with("walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}}",
                      "circle: {radius_m: 0.04, period_s: 6, turns: 3}}\n  - {at_s: 3, hold: {}}\n"
                      "  - {at_s: 3.5, pose: {offset_m: [0, 0.05, 0]}}"));
  ASSERT_EQ(verdict.unmet.size(), 2u);
  EXPECT_EQ(to_text(verdict.unmet[0]), "1 s to 3 s: script[0] cut short: it lasts until 22 s");
  EXPECT_EQ(to_text(verdict.unmet[1]), "3.5 s to 4 s: script[2] cut short: it lasts until 5.84 s");
}

/// A climb from the ground to a wall of some height.
std::string climb_text(double height_m, double duration_s) {
  const std::string height = std::to_string(height_m), middle = std::to_string(height_m / 2);
  return "schema: 1\nrobot: romerin4\ncup_force_N: 120\nsurfaces:\n"
         "  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [3, 3], friction: "
         "0.6}\n"
         "  - {name: wall, position_m: [1.5, 0, " +
         middle + "], normal: [-1, 0, 0], size_m: [" + height +
         ", 3], friction: 0.6}\nplacement: {surface: ground, position_m: [0.9, 0]}\nduration_s: " +
         std::to_string(duration_s) +
         "\nscript:\n  - {name: climb, at_s: 0.1, climb: {surface: wall}}\n"
         "  - {after: {entry: climb, is: refused}, hold: {}}\n"
         "asserts: [{name: no step, signal: plan.steps_done, max: 0}]\n";
}

TEST(Unmet, ToldOfAClimbWithoutRoomBehindTheEdge) {
  const Verdict verdict = verdict_of(climb_text(0.15, 0.5));
  ASSERT_EQ(verdict.unmet.size(), 1u);
  EXPECT_EQ(to_text(verdict.unmet[0]),
            "0.1 s to 0.11 s: script[0]: climb no_plan: there is no room for the default stance on "
            "wall: with the body 0.15 m from the edge front_left is off its place by 0.329 m");
  EXPECT_EQ(verdict.outcome, Outcome::kPass);
}

TEST(Unmet, ToldOfAClimbThatHasNotArrived) {
  const Verdict verdict = verdict_of(climb_text(3, 0.3));
  ASSERT_EQ(verdict.unmet.size(), 1u);
  EXPECT_EQ(to_text(verdict.unmet[0]), "0.1 s to 0.3 s: script[0]: climb not ended: waits");
  EXPECT_EQ(verdict.outcome, Outcome::kFail);
}

}  // namespace
}  // namespace ventosa::scenarios::unmet_test
