#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "scenarios/session/load.h"
#include "scenarios/verdict/incident_kinds.h"
#include "scenarios/verdict/results.h"
#include "tests/scenarios/logged_run.h"
#include "tests/scratch_folder.h"

namespace ventosa::scenarios {
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
  ASSERT_EQ(verdict.asserts.size(), 2 + incident_names().size());
  EXPECT_EQ(verdict.asserts[2].name, "cups hold");  // of every run, as all that follow
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
  verify_sameness(scenario, verdict);
  EXPECT_EQ(verdict.outcome, Outcome::kPass);
  EXPECT_EQ(verdict.asserts.back().name, "same state hash");
  EXPECT_TRUE(verdict.asserts.back().pass);
}

TEST(Verdict, FailsARunThatCannotBeRepeated) {
  const Scenario scenario = hold_for(1, "0.01");
  Verdict verdict = verdict_of(scenario);
  verdict.state_hash ^= 1;
  verify_sameness(scenario, verdict);
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
  EXPECT_EQ(json["asserts"].size(), 2 + incident_names().size());
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

/// Runs it and leaves its results in a folder.
Verdict leave_results(const Scenario& scenario, const fs::path& target,
                      const ResultOptions& options = {}) {
  record::OutputFolder folder(target);
  ResultFiles files(scenario, 7, kVersions, folder, options);
  JudgedRun run(scenario, 7, files.sinks());
  while (run.advance()) {
  }
  const Verdict verdict = run.verdict(1);
  files.finish(run, verdict);
  folder.commit();
  return verdict;
}

// what was drawn from the seed, given: the same run, bit by bit
TEST(Results, TellThePlantThatWasDrawnInAFormThatGivesIt) {
  const ScratchFolder scratch;
  const fs::path target = scratch.path() / "results";
  const auto standing = [](const std::string& plant) {
    return parse(R"(schema: 1
robot: romerin4
surfaces:
  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [3, 3], friction: 0.6}
placement: {surface: ground}
duration_s: 0.5
fidelity: full
plant: )" + plant + R"(
asserts:
  - {signal: plan.reason, equals: none}
)",
                 "stand.yaml", kRobots);
  };
  const Verdict drawn = leave_results(
      standing(
          "{link_scale: 1.01, spread: {mass_scale: 0.05, friction_scale: 0.2, link_scale: 0.01, "
          "surface_friction_scale: 0.2, joint_offset_deg: 0.3, surface_offset_m: 0.003, "
          "surface_tilt_deg: 0.5, lip_scale: 0.2}}"),
      target);
  std::ifstream file(target / "settings.json");
  const auto plant = nlohmann::json::parse(file)["plant"];
  EXPECT_NE(plant["leg"]["rear_left"]["joint_offset_deg"][2], 0);
  EXPECT_EQ(verdict_of(standing(plant.dump())).state_hash, drawn.state_hash);
  EXPECT_NE(verdict_of(standing("{}")).state_hash, drawn.state_hash);
}

TEST(Results, LieInTheFolder) {
  const ScratchFolder scratch;
  const fs::path target = scratch.path() / "results";
  const Scenario scenario = hold_for(0.1, "0.01");
  leave_results(scenario, target, {.csv_of = {"truth.body", "seen.time"}});

  const auto text_of = [&](const char* name) {
    std::ifstream stream(target / name);
    return std::string(std::istreambuf_iterator<char>(stream), {});
  };
  EXPECT_EQ(text_of("scenario.yaml"), scenario.text);
  EXPECT_EQ(nlohmann::json::parse(text_of("verdict.json"))["scenario"], "hold");
  const auto settings = nlohmann::json::parse(text_of("settings.json"));
  EXPECT_EQ(settings.at("step_s"), scenario.twin.step_s);
  EXPECT_EQ(settings.at("controller").at("sharing").at("objective"), "torque");
  EXPECT_EQ(settings.at("controller").at("gait").at("stride_m"), scenario.controller.gait.stride_m);
  EXPECT_EQ(settings.at("controller").at("gains").at("kp_Nm_rad").at(1),
            scenario.controller.gains.kp_Nm_rad[1]);
  const std::string csv = text_of("signals.csv");
  EXPECT_EQ(csv.substr(0, csv.find('\n')),
            "time[s],seen.time[s],truth.body.x[m],truth.body.y[m],truth.body.z[m],truth.body.qw[1],"
            "truth.body.qx[1],truth.body.qy[1],truth.body.qz[1]");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 11);
}

TEST(Results, HaveEverySignalOfEveryTickBitForBit) {
  const ScratchFolder scratch;
  const fs::path target = scratch.path() / "results";
  const Scenario scenario = hold_for(0.5, "0.01");
  leave_results(scenario, target);
  LoggedRun run(scenario, 7);
  while (run.advance()) {
  }
  const record::SignalLog log = record::read_signal_log(target / "signals.mcap");
  EXPECT_TRUE(log.is_complete);
  EXPECT_EQ(log.about.at("scenario"), "hold");
  EXPECT_EQ(log.about.at("seed"), "7");
  ASSERT_EQ(log.rows.columns().size(), run.log().columns().size());
  ASSERT_EQ(log.rows.n_rows(), run.log().n_rows());
  for (std::size_t k = 0; k < log.rows.columns().size(); ++k)
    EXPECT_EQ(log.rows.columns()[k].name, run.log().columns()[k].name);
  std::uint64_t hash = record::kEmptyHash;
  for (std::size_t i = 0; i < log.rows.n_rows(); ++i) hash = record::chain(hash, log.rows.row(i));
  EXPECT_EQ(hash, run.state_hash());
}

TEST(Results, OfAnUnstableRunReachToItsEnd) {
  const ScratchFolder scratch;
  const fs::path target = scratch.path() / "results";
  Scenario scenario = hold_for(6, "0.01");
  scenario.script = Script({}, {{.at_s = 3, .duration_s = 1, .f_B0 = {1e12, 0, 0}}});
  const Verdict verdict = leave_results(scenario, target);
  EXPECT_EQ(verdict.outcome, Outcome::kError);
  EXPECT_EQ(verdict.exit_code, ExitCode::kUnstable);
  EXPECT_NE(verdict.message.find("physics unstable"), std::string::npos);
  EXPECT_LT(verdict.sim_time_s, 4);
  const record::SignalLog log = record::read_signal_log(target / "signals.mcap");
  EXPECT_EQ(log.rows.n_rows(), static_cast<std::size_t>(std::lround(100 * verdict.sim_time_s)) + 1);
}

TEST(Results, TakeTheRoomThatIsSaidBefore) {
  const ScratchFolder scratch;
  const fs::path target = scratch.path() / "results";
  const Scenario scenario = hold_for(20, "0.01");
  leave_results(scenario, target);
  const auto size = static_cast<double>(fs::file_size(target / "signals.mcap"));
  EXPECT_NEAR(expected_log_bytes(scenario, 1) / size, 1, 0.5);
  EXPECT_NEAR(expected_log_bytes(scenario, 10), expected_log_bytes(scenario, 1) / 10, 1);
}

}  // namespace
}  // namespace ventosa::scenarios
