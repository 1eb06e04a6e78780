#include "scenarios/format/scenario_file.h"

#include <gtest/gtest.h>

#include "scenarios/format/file_kind.h"
#include "scenarios/format/label.h"
#include "tests/scenarios/good_scenario.h"

namespace ventosa::scenarios::scenario_file_test {
namespace {

/// The refusal of a file whose kind and label were read before it was loaded.
std::string late_error_of(const std::string& text) {
  const ScenarioFile file = parse_scenario_file(text, "folder/test.yaml");
  file_kind(file.root);
  label_of(file.root, file.path);
  try {
    load(file, kRobots);
  } catch (const models::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(ScenarioFile, IsRefusedAlikeAfterItsKindAndLabelWereRead) {
  EXPECT_EQ(late_error_of(kGood), "");
  for (const std::string& text :
       {with("title: A test\n", "titel: A test\n"), with("robot: romerin4\n", "legs: []\n"),
        with("title: A test\n", "title: A test\nseeds: [1, 1]\n"),
        with("title: A test\n", "title: A test\nlegs: []\ndrives: {}\n"),
        with("friction: 0.6", "friction: 0.6, colour: red"), with("size_m: [3, 3]", "size_m: [3]"),
        with("duration_s: 4", "duration_s: -4"),
        with("schema: 1\n", "schema: 1\nfidelity: real\n")}) {
    EXPECT_NE(error_of(text), "") << text;
    EXPECT_EQ(late_error_of(text), error_of(text));
  }
}

TEST(ScenarioFile, KeepsItsTextAndTheFilesThatItNamesForWhomCopiesThem) {
  const SourceFiles source = read(kGood).source;
  EXPECT_EQ(source.scenario, "folder/test.yaml");
  EXPECT_EQ(source.text, kGood);
  EXPECT_EQ(source.robot, kRobots / "romerin4.yaml");
  EXPECT_EQ(source.command_trace.path, "");
}

TEST(ScenarioFile, RefusesARobotAndATraceThatAreNotThereByTheirPlace) {
  expect_refused(with("robot: romerin4", "robot: ./mine.yaml"), "3:8",
                 "no such robot: there is no file folder/mine.yaml");
  expect_refused(with("duration_s: 4", "link: {command_trace: quiet}\nduration_s: 4"), "7:23",
                 "no such trace: there is no file");
}

}  // namespace
}  // namespace ventosa::scenarios::scenario_file_test
