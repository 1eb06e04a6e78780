#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "scenarios/session/load.h"
#include "scenarios/session/scenario_run.h"

/// Rows of a walk that were planned ahead begin as they were planned, unless the world is another
/// one than the controller's.
namespace ventosa::scenarios::planned_rows_test {
namespace {

namespace fs = std::filesystem;

/// True if plant and controller agree and nothing happens that the script's motions do not ask for.
bool is_as_modelled(const Scenario& scenario) {
  for (const char* difference :
       {"fidelity: full", "plant:", "relief:", "fault:", "leak:", "push:", "payload", "expect:"})
    if (scenario.source.text.find(difference) != std::string::npos) return false;
  return true;
}

class PlannedRows : public testing::TestWithParam<std::size_t> {};
constexpr std::size_t kShards = 2;

TEST_P(PlannedRows, AreNeitherRefusedNorShortened) {
  const fs::path source(VENTOSA_SOURCE_DIR);
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(source / "scenarios/data"))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  int walks = 0;
  for (std::size_t i = GetParam(); i < files.size(); i += kShards) {
    const Scenario scenario = load(files[i], source / "models/data");
    if (!is_as_modelled(scenario)) continue;
    ScenarioRun run(scenario, scenario.seeds.front());
    while (run.advance()) {
    }
    const controller::Diagnostics& told = run.controller().diagnostics();
    EXPECT_EQ(told.surprises, 0) << scenario.name << ": " << controller::name(told.last_surprise);
    walks += told.steps_done > 0;
  }
  EXPECT_GE(walks, 30);
}

INSTANTIATE_TEST_SUITE_P(Shards, PlannedRows, testing::Range<std::size_t>(0, kShards));

}  // namespace
}  // namespace ventosa::scenarios::planned_rows_test
