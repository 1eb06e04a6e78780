#include "scenarios/format/file_kind.h"

#include <gtest/gtest.h>

#include "tests/scenarios/good_scenario.h"
#include "tests/scratch_folder.h"

namespace ventosa::scenarios::file_kind_test {
namespace {

FileKind kind_of_text(const std::string& text) {
  return file_kind(models::Node::parse(text, "file.yaml"));
}

TEST(FileKind, IsToldOfEveryShippedFile) {
  const std::filesystem::path data = kRobots.parent_path().parent_path() / "scenarios" / "data";
  for (const auto& entry : std::filesystem::directory_iterator(data))
    EXPECT_EQ(file_kind(entry.path()), FileKind::kScenario) << entry.path();
  for (const auto& entry : std::filesystem::directory_iterator(kRobots)) {
    if (entry.path().extension() != ".yaml") continue;
    const bool is_parts = entry.path().filename() == "romerin_parts.yaml";
    EXPECT_EQ(file_kind(entry.path()), is_parts ? FileKind::kParts : FileKind::kRobot)
        << entry.path();
  }
}

/// Keys that stray into a scenario are to be refused as such, by the scenario's reader.
TEST(FileKind, IsAScenarioIfItNamesARobotWhateverElseItHas) {
  EXPECT_EQ(kind_of_text("{robot: romerin4, legs: [], drives: {}}"), FileKind::kScenario);
}

TEST(FileKind, IsAScenarioIfItIsNothingElse) {
  for (const char* text : {"{}", "[1, 2]", "romerin4", "{schema: 1}"})
    EXPECT_EQ(kind_of_text(text), FileKind::kScenario) << text;
  const ScratchFolder scratch;
  EXPECT_EQ(file_kind(scratch.path() / "missing.yaml"), FileKind::kScenario);
}

}  // namespace
}  // namespace ventosa::scenarios::file_kind_test
