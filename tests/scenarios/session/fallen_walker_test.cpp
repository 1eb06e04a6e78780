#include <gtest/gtest.h>

#include <algorithm>

#include "scenarios/verdict/verdict.h"
#include "tests/scenarios/good_scenario.h"

/// A robot on point feet that falls, lies or has a dead drive never passes, whatever is asserted.
namespace ventosa::scenarios::fallen_walker_test {
namespace {

constexpr const char* kFall = "body does not fall";
constexpr const char* kNear = "body near its reference";
constexpr const char* kTouch = "body and links touch nothing";
constexpr const char* kDrives = "drives work";

/// A walk in the tripod, whose own assertion holds in any case.
const std::string kWalks = R"(schema: 1
robot: hexapod3
surfaces:
  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [4, 4], friction: 0.7}
placement: {surface: ground}
duration_s: 5
control_period_s: 0.002
script:
  - {at_s: 1, walk: {velocity_m_s: [0.047, 0, 0], gait: tripod}}
asserts:
  - {name: any, signal: count.loaded, min: 0}
)";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

/// A walk with more events or sections.
std::string walk(const std::string& events, const std::string& sections = "") {
  return replaced(kWalks, "asserts:", events + sections + "asserts:");
}

std::string push(const std::string& at_s, const std::string& force_N) {
  return "  - {at_s: " + at_s + ", push: {force_N: " + force_N + ", duration_s: 0.5}}\n";
}

std::string faults(const std::string& kind, const std::vector<std::string>& parts) {
  std::string events;
  for (const std::string& part : parts)
    events += "  - {at_s: 2, fault: {kind: " + kind + ", leg: " + part + "}}\n";
  return events;
}

std::vector<std::string> failures(const std::string& text) {
  const Scenario scenario = read(text);
  JudgedRun run(scenario, 1);
  while (run.advance()) {
  }
  const Verdict verdict = run.verdict(1);
  std::vector<std::string> failed;
  for (const AssertResult& result : verdict.asserts)
    if (!result.pass) failed.push_back(result.name);
  EXPECT_EQ(verdict.outcome == Outcome::kPass, failed.empty());
  return failed;
}

void expect_failure(const std::string& how, const std::string& name, const std::string& text) {
  const auto failed = failures(text);
  EXPECT_EQ(std::ranges::count(failed, name), 1) << how << " does not fail '" << name << "'";
}

TEST(FallenWalker, FailsThoughNothingOfItIsAsserted) {
  expect_failure("pushed over", kFall, walk(push("2", "[0, 60, 0]")));
  expect_failure("pushed over at the last moment", kNear, walk(push("4.6", "[0, 60, 0]")));
  expect_failure("pushed off the edge of the ground", kFall,
                 replaced(walk(push("2", "[40, 0, 0]")), "size_m: [4, 4]", "size_m: [0.6, 4]"));
  expect_failure("slides down", kNear,
                 replaced(walk("", "plant: {surface_friction_scale: 0.1}\n"), "normal: [0, 0, 1]",
                          "normal: [0.258819, 0, 0.965926]"));
  expect_failure("no power on the left", kTouch,
                 walk(faults("module_dead", {"front_left", "middle_left", "rear_left"})));
}

TEST(FallenWalker, FailsWhoseDriveIsDeadThoughItStands) {
  for (const char* joint : {"0", "1", "2"})
    expect_failure("dead joint", kDrives,
                   walk(faults("drive_dead", {"middle_left, joint: " + std::string(joint)})));
}

TEST(FallenWalker, FailsThatLiesOnItsBodyFromTheStart) {
  expect_failure("on its belly", kTouch,
                 replaced(replaced(kWalks, "{surface: ground}",
                                   "{surface: ground, stance: {radius_m: 0.2, height_m: 0.03}}"),
                          "walk: {velocity_m_s: [0.047, 0, 0], gait: tripod}", "hold: {}"));
}

/// The ground below is 31 mm higher than the controller knows.
TEST(FallenWalker, FailsWhoseBodyDragsWhileItWalks) {
  const std::string bump =
      "  - {name: bump, position_m: [0.3, 0, 0.06], normal: [0, 0, 1], size_m: [0.3, 0.1], "
      "friction: 0.7}\n";
  expect_failure("dragging", kTouch,
                 replaced(walk("", "plant: {surface: {bump: {offset_m: 0.031}}}\n"),
                          "placement:", bump + "placement:"));
}

TEST(FallenWalker, FailsUnderALoadThatItsDrivesCannotCarry) {
  const auto loaded = [](const char* mass_kg) {
    return walk("", "payload: {mass_kg: " + std::string(mass_kg) + ", position_m: [0, 0, 0.05]}\n");
  };
  expect_failure("40 kg", kTouch, loaded("40"));
  EXPECT_TRUE(failures(loaded("5")).empty());
}

TEST(FallenWalker, FailsThoughAnotherFailureIsExpected) {
  expect_failure("expecting its body's error", kFall,
                 walk(push("2", "[0, 60, 0]"), "expect: {body_error_m: {body: 1000}}\n"));
  expect_failure("expecting contact of one leg", kTouch,
                 walk(faults("module_dead", {"front_left", "middle_left", "rear_left"}),
                      "expect: {contact_N: {front_right: 1000}}\n"));
}

TEST(FallenWalker, PassesThatWalksOnIceWithoutFalling) {
  EXPECT_TRUE(failures(kWalks).empty());
  EXPECT_TRUE(failures(replaced(kWalks, "friction: 0.7", "friction: 0.05")).empty());
}

}  // namespace
}  // namespace ventosa::scenarios::fallen_walker_test
