#include "scenarios/verdict/results.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "models/input_error.h"
#include "models/robot.h"
#include "models/robot_files.h"
#include "models/strict_yaml.h"
#include "scenarios/session/load.h"
#include "tests/scenarios/logged_run.h"
#include "tests/scratch_folder.h"

namespace ventosa::scenarios::results_test {
namespace {

namespace fs = std::filesystem;

const fs::path kRobots = fs::path(VENTOSA_SOURCE_DIR) / "models" / "data";
const Versions kVersions{.ventosa = "1.2.3", .mujoco = "4.5.6"};

Scenario hold_for(double duration_s, const std::string& more = "",
                  const fs::path& robots = kRobots) {
  return parse(R"(schema: 1
robot: romerin4
surfaces:
  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [3, 3], friction: 0.6}
placement: {surface: ground}
duration_s: )" + std::to_string(duration_s) +
                   R"(
asserts:
  - {signal: plan.reason, equals: none}
)" + more,
               "hold.yaml", robots);
}

std::uint64_t state_hash_of(const Scenario& scenario) {
  ScenarioRun run(scenario, 7);
  while (run.advance()) {
  }
  return run.state_hash();
}

/// Runs it and writes its results to a folder.
Verdict leave_results(const Scenario& scenario, const fs::path& target,
                      const ResultOptions& options = {}) {
  record::OutputFolder folder(target);
  ResultFiles files(scenario, 7, kVersions, folder, options);
  JudgedRun run(scenario, 7, files.sinks());
  while (run.advance()) {
  }
  Verdict verdict = run.verdict(1);
  files.finish(run, verdict);
  folder.commit();
  return verdict;
}

nlohmann::json json_of(const fs::path& file) {
  std::ifstream stream(file);
  return nlohmann::json::parse(stream);
}

/// Runs it on a disk without room for one of the files.
class FullDisk : public testing::Test {
 protected:
  FullDisk() : folder_(scratch_.path() / "results") {}
  Verdict run_without_room_for(const char* file) {
    fs::create_symlink("/dev/full", folder_.file(file));
    const Scenario scenario = hold_for(1);
    ResultFiles files(scenario, 7, kVersions, folder_, {.csv_of = {"truth.body"}});
    JudgedRun run(scenario, 7, files.sinks());
    while (run.is_recorded() && run.advance()) {
    }
    Verdict verdict = run.verdict(1);
    try {
      files.finish(run, verdict);
    } catch (const record::OutputError& error) {
      failure_ = error.what();
    }
    return verdict;
  }

  const ScratchFolder scratch_;
  record::OutputFolder folder_;
  std::string failure_;
};

TEST_F(FullDisk, OfSignalsCsvIsAnErrorBesideWholeResults) {
  const Verdict verdict = run_without_room_for("signals.csv");
  EXPECT_EQ(failure_, "");
  EXPECT_EQ(verdict.outcome, Outcome::kError);
  EXPECT_EQ(verdict.exit_code, ExitCode::kOutput);
  EXPECT_EQ(verdict.message, "signals.csv: cannot be written: No space left on device");
  EXPECT_EQ(verdict.sim_time_s, 1);
  folder_.commit();
  EXPECT_TRUE(record::read_signal_log(folder_.target() / "signals.mcap").is_complete);
  EXPECT_EQ(json_of(folder_.target() / "verdict.json")["message"], verdict.message);
  EXPECT_EQ(json_of(folder_.target() / "verdict.json")["exit_code"], 4);
}

TEST_F(FullDisk, OfSignalsMcapIsAFailureBesideAllThatCouldBeWritten) {
  const Verdict verdict = run_without_room_for("signals.mcap");
  EXPECT_NE(failure_.find("signals.mcap: cannot be written: No space"), std::string::npos);
  EXPECT_EQ(verdict.exit_code, ExitCode::kOutput);
  EXPECT_EQ(json_of(folder_.file("verdict.json"))["verdict"], "error");
  EXPECT_EQ(json_of(folder_.file("settings.json"))["seed"], 7);
  EXPECT_GT(fs::file_size(folder_.file("signals.csv")), 10'000u);
}

// with the drawn values given explicitly: the same run, bit by bit
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
  EXPECT_EQ(state_hash_of(standing(plant.dump())), drawn.state_hash);
  EXPECT_NE(state_hash_of(standing("{}")), drawn.state_hash);
}

TEST(Results, LieInTheFolder) {
  const ScratchFolder scratch;
  const fs::path target = scratch.path() / "results";
  const Scenario scenario = hold_for(0.1);
  leave_results(scenario, target, {.csv_of = {"truth.body", "seen.time"}});

  const auto text_of = [&](const char* name) {
    std::ifstream stream(target / name);
    return std::string(std::istreambuf_iterator<char>(stream), {});
  };
  EXPECT_EQ(text_of("scenario.yaml"), scenario.source.text);
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

TEST(Results, HaveTheRobotAsItWasReadEvenIfItsFilesHaveChangedSince) {
  const ScratchFolder scratch;
  const fs::path robots = scratch.path() / "robots", target = scratch.path() / "results";
  fs::create_directory(robots);
  for (const char* const file : {"romerin4.yaml", "romerin_parts.yaml"})
    fs::copy_file(kRobots / file, robots / file);
  const Scenario scenario = hold_for(0.1, "", robots);
  std::ofstream(robots / "romerin4.yaml", std::ios::app) << "# changed\n";
  fs::remove(robots / "romerin_parts.yaml");
  leave_results(scenario, target);
  EXPECT_EQ(models::read_file(target / "robot/romerin4.yaml"),
            models::read_file(kRobots / "romerin4.yaml"));
  EXPECT_EQ(models::read_file(target / "robot" / models::kPartsFolder / "romerin_parts.yaml"),
            models::read_file(kRobots / "romerin_parts.yaml"));
}

TEST(Results, HaveTheBaseOfARobotAndItsPartsSoThatItCanBeReadAgain) {
  const ScratchFolder scratch;
  const fs::path target = scratch.path() / "results";
  Scenario scenario = hold_for(0.1);
  const fs::path robot = kRobots / "romerin4_gps.yaml";
  scenario.source.robot_files.clear();
  for (const fs::path& file : models::files_of(robot))
    scenario.source.robot_files.push_back({file, models::read_file(file)});
  leave_results(scenario, target);
  const models::Robot copy = models::load(target / "robot/romerin4_gps.yaml");
  EXPECT_EQ(copy.nominal.name, "romerin4_gps");
  EXPECT_EQ(copy.nominal.total_mass_kg(), models::load(robot).nominal.total_mass_kg());
  EXPECT_EQ(models::files_of(target / "robot/romerin4_gps.yaml").size(), 3u);
}

TEST(Results, HaveEverySignalOfEveryTickBitForBit) {
  const ScratchFolder scratch;
  const fs::path target = scratch.path() / "results";
  const Scenario scenario = hold_for(0.5);
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
  const auto& columns = log.rows.columns();
  const auto is_motion = [](const record::Column& column) {
    return column.name.starts_with("motion.");  // last in a row, and not hashed
  };
  const auto n_hashed = static_cast<std::size_t>(
      std::find_if(columns.begin(), columns.end(), is_motion) - columns.begin());
  for (std::size_t i = 0; i < log.rows.n_rows(); ++i)
    hash = record::chain(hash, log.rows.row(i).first(n_hashed));
  EXPECT_EQ(hash, run.state_hash());
}

TEST(Results, RefuseInputsBeforeTheRunThatNoScenarioFileCouldHold) {
  const ScratchFolder scratch;
  const record::OutputFolder folder(scratch.path() / "results");
  const auto open_for = [&](double duration_s, int turns) {
    const Scenario scenario =
        hold_for(duration_s,
                 "control_period_s: 0.002\n"
                 "script:\n  - {at_s: 1, circle: {radius_m: 0.02, period_s: 5, turns: " +
                     std::to_string(turns) + "}}\n");
    fs::remove_all(folder.file("robot"));
    const ResultFiles files(scenario, 7, kVersions, folder, {.inputs = true});
  };
  EXPECT_NO_THROW(open_for(20, 3));
  EXPECT_THROW(open_for(240, 46), models::InputError);
}

TEST(Results, OfAnUnstableRunReachToItsEnd) {
  const ScratchFolder scratch;
  const fs::path target = scratch.path() / "results";
  Scenario scenario = hold_for(6);
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
  const Scenario scenario = hold_for(20);
  leave_results(scenario, target);
  const auto size = static_cast<double>(fs::file_size(target / "signals.mcap"));
  EXPECT_NEAR(expected_log_bytes(scenario, 1) / size, 1, 0.5);
  EXPECT_NEAR(expected_log_bytes(scenario, 10), expected_log_bytes(scenario, 1) / 10, 1);
}

}  // namespace
}  // namespace ventosa::scenarios::results_test
