#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "scenarios/assertions/incident_kinds.h"
#include "scenarios/session/load.h"
#include "scenarios/verdict/results.h"
#include "tests/scenarios/logged_run.h"
#include "tests/scratch_folder.h"

namespace ventosa::scenarios::verdict_test {
namespace {

namespace fs = std::filesystem;

const fs::path kRobots = fs::path(VENTOSA_SOURCE_DIR) / "models" / "data";
const Versions kVersions{.ventosa = "1.2.3", .mujoco = "4.5.6"};

Scenario hold_for(double duration_s, const std::string& limit) {
  return parse(R"(schema: 1
robot: romerin4
surfaces:
  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [3, 3], friction: 0.6}
placement: {surface: ground}
duration_s: )" + std::to_string(duration_s) +
                   R"(
asserts:
  - {name: drift, drift: truth.body, max: )" +
                   limit + R"(, unit: m}
  - {signal: plan.reason, equals: none}
)",
               "hold.yaml", kRobots);
}

Verdict verdict_of(const Scenario& scenario) {
  JudgedRun run(scenario, 7);
  while (run.advance()) {
  }
  return run.verdict(0.5);
}

TEST(ExitCode, OfSeveralIsTheWorst) {
  const ExitCode by_badness[] = {
      ExitCode::kInterrupted, ExitCode::kUnstable,        ExitCode::kLink, ExitCode::kOutput,
      ExitCode::kBadInput,    ExitCode::kAssertionFailed, ExitCode::kPass, ExitCode::kSkipped};
  for (const ExitCode* bad = by_badness; bad != std::end(by_badness); ++bad) {
    for (const ExitCode* other = bad; other != std::end(by_badness); ++other) {
      EXPECT_EQ(worse(*bad, *other), *bad);
      EXPECT_EQ(worse(*other, *bad), *bad);
    }
  }
}

TEST(Verdict, PassesWhenEveryAssertionHolds) {
  const Verdict verdict = verdict_of(hold_for(1, "0.01"));
  EXPECT_EQ(verdict.outcome, Outcome::kPass);
  EXPECT_EQ(verdict.exit_code, ExitCode::kPass);
  EXPECT_EQ(verdict.scenario, "hold");
  EXPECT_EQ(verdict.seed, 7u);
  // a robot with cups does not fall, it detaches; and this one has no knees
  ASSERT_EQ(verdict.asserts.size(), 2 + incident_names().size() - 2);
  EXPECT_EQ(verdict.asserts[2].name, "cups hold");  // of every run, like all that follow
  EXPECT_EQ(verdict.asserts[3].name, "clear of itself");
  EXPECT_DOUBLE_EQ(verdict.sim_time_s, 1);
  EXPECT_DOUBLE_EQ(verdict.realtime_factor, 2);
}

TEST(Verdict, FailsWhenOneAssertionDoesNot) {
  const Verdict verdict = verdict_of(hold_for(1, "1e-9"));
  EXPECT_EQ(verdict.outcome, Outcome::kFail);
  EXPECT_EQ(verdict.exit_code, ExitCode::kAssertionFailed);
}

TEST(Verdict, ConfirmsThatARunIsAlwaysTheSame) {
  const Scenario scenario = hold_for(1, "0.01");
  Verdict verdict = verdict_of(scenario);
  verify_sameness(scenario, first_half(scenario, verdict.seed, n_ticks_of(scenario)), verdict);
  EXPECT_EQ(verdict.outcome, Outcome::kPass);
  EXPECT_EQ(verdict.asserts.back().name, "same state hash");
  EXPECT_TRUE(verdict.asserts.back().pass);
}

TEST(Verdict, ConfirmsThatARunGoesOnTheSameFromItsHalf) {
  const Scenario scenario = hold_for(1, "0.01");
  JudgedRun run(scenario, 1);
  RunSnapshot half, later;
  while (run.advance()) {
    if (run.tick() == run.n_ticks() / 2) run.save(half);
    if (run.tick() == run.n_ticks() / 2 + 1) run.save(later);
  }
  Verdict verdict = run.verdict(1), other = verdict;
  verify_sameness(scenario, half, verdict);
  EXPECT_TRUE(verdict.asserts.back().pass);
  later.recorder.hash = half.recorder.hash;  // a state that does not belong to the hash
  verify_sameness(scenario, later, other);
  EXPECT_FALSE(other.asserts.back().pass);
}

TEST(Verdict, FailsARunThatCannotBeRepeated) {
  const Scenario scenario = hold_for(1, "0.01");
  Verdict verdict = verdict_of(scenario);
  verdict.state_hash ^= 1;
  verify_sameness(scenario, first_half(scenario, verdict.seed, n_ticks_of(scenario)), verdict);
  EXPECT_EQ(verdict.outcome, Outcome::kFail);
  EXPECT_EQ(verdict.exit_code, ExitCode::kAssertionFailed);
  EXPECT_EQ(verdict.asserts.back().value, 1);
}

TEST(Verdict, SaysInJsonWhatTheSummaryPromises) {
  Verdict verdict = verdict_of(hold_for(1, "1e-9"));
  verdict.state_hash = 0x00ab000000000012;
  const auto json = nlohmann::ordered_json::parse(to_json(verdict, kVersions).dump());
  EXPECT_EQ(json["scenario"], "hold");
  EXPECT_EQ(json["verdict"], "fail");
  EXPECT_EQ(json["exit_code"], 1);
  EXPECT_EQ(json["asserts"].size(), 2 + incident_names().size() - 2);
  EXPECT_EQ(json["hindrance_count"], 0);
  EXPECT_EQ(json["asserts"][0]["name"], "drift");
  EXPECT_EQ(json["asserts"][0]["pass"], false);
  EXPECT_EQ(json["asserts"][0]["limit"], 1e-9);
  EXPECT_EQ(json["asserts"][0]["unit"], "m");
  EXPECT_EQ(json["asserts"][1]["value_name"], "none");
  EXPECT_EQ(json["sim_time_s"], 1.0);
  EXPECT_EQ(json["state_hash"], "00ab000000000012");
  EXPECT_EQ(json["seed"], 7);
  EXPECT_EQ(json["version"], "1.2.3");
  EXPECT_EQ(json["mujoco"], "4.5.6");
}

}  // namespace
}  // namespace ventosa::scenarios::verdict_test
