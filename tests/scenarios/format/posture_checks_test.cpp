#include "scenarios/format/posture_checks.h"

#include <gtest/gtest.h>

#include "tests/scenarios/good_scenario.h"

namespace ventosa::scenarios::posture_checks_test {
namespace {

TEST(PostureChecks, RefuseAStanceInWhichTheRobotWouldBeginInItself) {
  // the cups, 90 mm in radius, meet under the body
  expect_refused(
      with("{surface: ground}", "{surface: ground, stance: {radius_m: 0.01, height_m: 0.1}}"), "6",
      "cup overlap by");
  expect_refused(
      with("{surface: ground}", "{surface: ground, stance: {radius_m: 0.01, height_m: 0.1}}"), "6",
      "change placement.stance");
}

const std::string kBench = R"(schema: 1
robot: romerin4
surfaces:
  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [3, 3], friction: 0.6}
placement:
  surface: ground
  height_m: 1
  clamped:
    joints_deg:
      - [0, 0, 90, 0, 0, 0]
      - [0, 0, 90, 0, 0, 0]
      - [0, 0, 90, 0, 0, 0]
      - [0, 0, 90, 0, 0, 0]
duration_s: 4
script:
  - {at_s: 1, joints: {leg: front_left, q_deg: [-20, 0, 90, 0, 0, 0]}}
asserts:
  - {name: clear, signal: truth.self_distance, min: 0, unit: m}
)";

std::string on_bench(const std::string& from, const std::string& to) {
  std::string text = kBench;
  return text.replace(text.find(from), from.size(), to);
}

TEST(PostureChecks, LetThroughWhatIsClear) {
  EXPECT_EQ(error_of(kGood), "");
  EXPECT_EQ(error_of(kBench), "");
}

TEST(PostureChecks, RefuseAClampedLegThatBeginsInAnother) {
  std::string text =
      on_bench("- [0, 0, 90, 0, 0, 0]\nduration_s", "- [87, 0, 90, 0, 0, 0]\nduration_s");
  text.erase(text.find("script:"), text.find("asserts:") - text.find("script:"));
  expect_refused(text, "13", "overlap by");
  expect_refused(text, "13", "rear_right");
  expect_refused(text, "13", "move one of the two away");
}

TEST(PostureChecks, RefuseAMoveOfAClampedLegThroughAnother) {
  // the end of the move is clear of the other leg, its path is not
  const std::string text =
      on_bench("q_deg: [-20, 0, 90, 0, 0, 0]", "q_deg: [-109, 0, 0, 0, 0, 0], speed_deg_s: 90");
  expect_refused(text, "16", "collides on its path: front_left");
}

const std::string kTurned = "pose: {offset_m: [0, 0, 0.05], rpy_deg: [0, 0, 60]}";

TEST(PostureChecks, RefuseAGoalThatLeadsTheBodyIntoItsLegs) {
  // with its feet under its hips it raises and turns its body: knees collide with wrists
  std::string text =
      with("{surface: ground}", "{surface: ground, stance: {radius_m: 0.02, height_m: 0.15}}");
  const std::string walk = "walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}";
  text.replace(text.find(walk), walk.size(), kTurned);
  expect_refused(text, "9:5", "at 1 s the robot would collide with itself:");
}

TEST(PostureChecks, LeaveGoalsBehindAWalkToTheRun) {
  EXPECT_EQ(error_of(with("asserts:", "  - {at_s: 3, " + kTurned +
                                          "}\n"
                                          "asserts:")),
            "");
}

}  // namespace
}  // namespace ventosa::scenarios::posture_checks_test
