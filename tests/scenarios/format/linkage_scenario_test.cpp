#include <gtest/gtest.h>

#include <algorithm>

#include "scenarios/session/row_recorder.h"
#include "tests/scenarios/good_scenario.h"

/// Scenarios of robots with pantograph legs.
namespace ventosa::scenarios::linkage_scenario_test {
namespace {

std::string walker(const std::string& robot, const std::string& more) {
  return "schema: 1\ntitle: A test\nrobot: " + robot + R"(
surfaces:
  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [4, 4], friction: 0.6}
duration_s: 1
step_s: 0.001
drive: {model: electric}
asserts:
  - {name: tilt, signal: error.body.angle, max: 1, unit: rad}
)" + more +
         "\n";
}

constexpr const char* kPlaced = "placement: {surface: ground}\n";

/// Legs 0 to 4 with sliders at 0, leg 5 at these angles.
std::string clamped(const std::string& last_deg) {
  std::string list;
  for (int i = 0; i < 5; ++i) list += "[0, 0, 0], ";
  return "placement: {surface: ground, height_m: 1, clamped: {joints_deg: [" + list + last_deg +
         "]}}";
}

TEST(LinkageScenario, IsClosedUnlessItSaysSerial) {
  EXPECT_EQ(read(walker("amru5", kPlaced)).twin.linkage, sim::LinkageModel::kClosed);
  EXPECT_EQ(read(walker("amru5", std::string(kPlaced) + "linkage: serial")).twin.linkage,
            sim::LinkageModel::kSerial);
}

TEST(LinkageScenario, IsRefusedForARobotWithoutBars) {
  const std::string text = walker("hexapod3", std::string(kPlaced) + "linkage: serial");
  expect_refused(text, "12", "legs with bars");
  expect_refused(walker("amru5", std::string(kPlaced) + "linkage: open"), "12", "closed");
}

TEST(LinkageScenario, RefusesAKneeBeyondItsRange) {
  // the drives' angles in degrees: 1800 are a way of 25 mm
  EXPECT_EQ(read(walker("amru5", clamped("[10, 700, -900]"))).twin.leg.size(), 6u);
  expect_refused(walker("amru5", clamped("[0, 1790, 2400]")), "11", "the knee would have 180");
  expect_refused(walker("amru5", clamped("[0, 1900, 0]")), "11", "joint limits");
}

TEST(LinkageScenario, RefusesBarsOfOtherLengths) {
  expect_refused(walker("amru5", std::string(kPlaced) + "plant: {link_scale: 1.1}"), "12",
                 "must be 1 of a leg with bars");
}

TEST(LinkageScenario, RecordsKneesOfLegsThatHaveThem) {
  const auto n_knees = [](const std::string& text) {
    const auto columns = recorded_columns(read(text));
    return std::ranges::count_if(columns, [](const record::Column& column) {
      return record::matches("truth.leg*.knee.angle", column.name);
    });
  };
  EXPECT_EQ(n_knees(walker("amru5", kPlaced)), 6);
  EXPECT_EQ(n_knees(walker("hexapod3", kPlaced)), 0);
}

}  // namespace
}  // namespace ventosa::scenarios::linkage_scenario_test
