#include <gtest/gtest.h>

#include "tests/scenarios/good_scenario.h"

/// Scenarios of a walker on slaves that close position loops, with friction by LuGre: what its
/// drives, its feet and its open loop exclude. Refusals name the place in the scenario or in the
/// robot's file.
namespace ventosa::scenarios::slave_walker_test {
namespace {

std::string walker(const std::string& more, const std::string& step_s = "0.001") {
  return R"(schema: 1
title: A test
robot: amru5
surfaces:
  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [6, 6], friction: 0.6}
placement: {surface: ground}
duration_s: 1
drive: {model: electric, friction: lugre}
step_s: )" +
         step_s + "\n" + more + R"(
asserts:
  - {name: feet loaded, signal: count.loaded, min: 3, from_s: 0.5}
)";
}

/// Expects these words, after a line of the robot's file.
void expect_of_robot(const std::string& text, const std::string& words) {
  const std::string what = error_of(text);
  const std::size_t at = what.find(words);
  ASSERT_NE(at, std::string::npos) << what;
  const std::size_t file = what.rfind("amru5.yaml:", at);
  ASSERT_NE(file, std::string::npos) << what;
  EXPECT_EQ(what.find('\n', file) > at, true) << what;
}

TEST(SlaveWalker, Loads) { EXPECT_EQ(error_of(walker("")), ""); }

TEST(SlaveWalker, RefusesBristlesAndFeetTooStiffForTheStep) {
  const std::string slow = walker("control_period_s: 0.01", "0.01");
  expect_of_robot(
      slow,
      "drives.turn.gear.bristles.stiffness_Nm_rad = 2000: must be at most J / (4 "
      "step_s^2) = 420 at the joint: too much for the step (lower it to 21 % of what it "
      "is, or shorten step_s)");
  expect_of_robot(
      slow,
      "drives.turn.gear.bristles.damping_Nms_rad = 11: must be at most J / (2 step_s) = "
      "8.4 at the joint");
  expect_of_robot(slow, "drives.screw.gear.bristles.stiffness_Nm_rad = 1.2665: must be at most");
  expect_of_robot(slow, "foot.contact.stiffness_N_m = 1e+05: is too stiff");
  expect_of_robot(slow, "foot.contact.creeping.v_lim_m_s = 0.03: friction slope");
}

TEST(SlaveWalker, NamesTheLineOfItsKey) {
  const std::string robot = read_source(kRobots / "amru5.yaml").text;
  const auto line_of = [&](const std::string& key) {
    return std::to_string(
        1 + std::count(robot.begin(), robot.begin() + static_cast<std::ptrdiff_t>(robot.find(key)),
                       '\n'));
  };
  const std::string what = error_of(walker("control_period_s: 0.01", "0.01"));
  EXPECT_NE(what.find("amru5.yaml:" + line_of("stiffness_N_m: 100000") + ":20: foot.contact"),
            std::string::npos)
      << what;
  EXPECT_NE(what.find("amru5.yaml:" + line_of("bristles: {stiffness_Nm_rad: 2000") + ":"),
            std::string::npos)
      << what;
}

TEST(SlaveWalker, RefusesALoopOfNoWholeNumberOfSteps) {
  expect_of_robot(walker("control_period_s: 0.003", "0.003"),
                  "drives.turn.firmware.loop_s = 0.01: must be a whole number of step_s = 0.003 "
                  "(such as 0.009, or change step_s)");
}

TEST(SlaveWalker, RefusesFeedbackOfAnOpenLoop) {
  expect_refused(walker("controller: {body: {feedback_rate_1_s: 1}}"), "10:40",
                 "controller.body.feedback_rate_1_s = 1: must be 0 with body.estimator: open_loop "
                 "(nothing is fed back; registration measures the body by its legs)");
  EXPECT_EQ(error_of(walker("controller: {body: {estimator: registration, feedback_rate_1_s: 1}}")),
            "");
}

TEST(SlaveWalker, RefusesTheReverseBodyOfFeetWithCups) {
  expect_refused(with("duration_s: 4\n",
                      "duration_s: 4\ngaits: {pairs: {step_s: 2, sweep_m: 0.06, swing: "
                      "reverse_body, rows: [{step: [front_left]}]}}\n"),
                 "8:50",
                 "gaits.pairs.swing = reverse_body: needs feet without cups (a cup has to let go "
                 "before it swings: swing: foothold)");
}

TEST(SlaveWalker, RefusesBeyondItsStrokesAndItsVolts) {
  const std::string walk =
      "script: [{at_s: 0.5, walk: {velocity_m_s: [0.03, 0, 0], gait: tripod}}]";
  EXPECT_EQ(error_of(walker(walk)), "");
  const std::string by = "script[0].walk = {...}: walks by the gait 'tripod' with ";
  expect_refused(walker("gaits: {tripod: {sweep_m: 0.3}}\n" + walk), "11:22",
                 by + "sweep_m = 0.3, but the legs' ranges allow at most 0.222 m");
  expect_refused(walker("controller: {gait: {lift_m: 0.2}}\n" + walk), "11:22",
                 by + "controller.gait.lift_m = 0.2, but the legs' ranges allow at most 0.104 m");
  expect_refused(walker("gaits: {tripod: {step_s: 0.3}}\n" + walk), "11:22",
                 by + "step_s = 0.3, but the joints' speed asks for at least 0.6");
}

}  // namespace
}  // namespace ventosa::scenarios::slave_walker_test
