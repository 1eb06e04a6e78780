#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "scenarios/verdict/verdict.h"
#include "tests/scenarios/good_scenario.h"
#include "tests/scenarios/logged_run.h"
#include "tests/scratch_folder.h"

/// Runs of the hexapod on point feet, and their verdicts.
namespace ventosa::scenarios::point_feet_test {
namespace {

namespace fs = std::filesystem;

const std::string kStands = R"(schema: 1
robot: hexapod3
surfaces:
  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [3, 3], friction: 0.7}
placement: {surface: ground}
duration_s: 3
step_s: 0.002
asserts:
  - {name: all feet loaded, signal: count.loaded, equals: 6, from_s: 0.5, to_s: 1}
)";

constexpr const char* kFall = "body does not fall";

/// Pushes to the side with the weight's double.
const std::string kPushed =
    kStands + "script:\n  - {at_s: 1, push: {force_N: [0, 60, 0], duration_s: 0.5}}\n";

Verdict verdict_of(const std::string& text) {
  const Scenario scenario = read(text);
  JudgedRun run(scenario, 1);
  while (run.advance()) {
  }
  return run.verdict(1);
}

const AssertResult* find(const Verdict& verdict, const std::string& name) {
  for (const AssertResult& result : verdict.asserts)
    if (result.name == name) return &result;
  return nullptr;
}

TEST(PointFeet, StandAndAreJudgedByTheirFallAndNotByCups) {
  const Verdict verdict = verdict_of(kStands);
  EXPECT_EQ(verdict.outcome, Outcome::kPass);
  for (const AssertResult& result : verdict.asserts)
    EXPECT_TRUE(result.pass) << result.name << " " << result.value;
  EXPECT_NE(find(verdict, kFall), nullptr);
  for (const char* of_cups : {"cups hold", "cups do not slip", "feet seal again"})
    EXPECT_EQ(find(verdict, of_cups), nullptr) << of_cups;
}

TEST(PointFeet, OfARobotThatIsPushedOverFail) {
  const Verdict verdict = verdict_of(kPushed);
  EXPECT_EQ(verdict.outcome, Outcome::kFail);
  EXPECT_EQ(verdict.exit_code, ExitCode::kAssertionFailed);
  EXPECT_TRUE(find(verdict, "all feet loaded")->pass);
  EXPECT_FALSE(find(verdict, kFall)->pass);
  EXPECT_GT(find(verdict, kFall)->value, 0.5236);
  EXPECT_EQ(find(verdict, kFall)->worst_signal, "body");
}

TEST(PointFeet, MayFallWhereThatIsExpected) {
  const Verdict fell = verdict_of(kPushed + "expect: {tilt_rad: {body: 3.2}}\n");
  EXPECT_TRUE(find(fell, kFall)->pass);
  const Verdict stood = verdict_of(kStands + "expect: {tilt_rad: {body: 3.2}}\n");
  EXPECT_FALSE(find(stood, kFall)->pass);
  EXPECT_EQ(find(stood, kFall)->worst_signal, "body was expected to exceed 0.524 rad");
}

struct Logged {
  explicit Logged(const std::string& text) : scenario(read(text)), run(scenario, 1) {
    while (run.advance()) {
    }
  }
  double at(std::size_t row, const std::string& name) const {
    return run.log().row(row)[*run.log().find(name)];
  }
  double of_feet(std::size_t row, const std::string& field) const {
    double sum = 0;
    for (int i = 0; i < 6; ++i) sum += at(row, "truth.leg" + std::to_string(i) + ".foot." + field);
    return sum;
  }
  const Scenario scenario;
  LoggedRun run;
};

TEST(PointFeet, AreCountedAndTheirSlipIsAddedUp) {
  const Logged logged(kPushed);
  int fewest = 6;
  for (std::size_t row = 0; row < logged.run.log().n_rows(); row += 7) {
    EXPECT_EQ(logged.at(row, "count.loaded"), logged.of_feet(row, "touches")) << row;
    EXPECT_NEAR(logged.at(row, "slip.total"), logged.of_feet(row, "slip"), 1e-12) << row;
    fewest = std::min(fewest, static_cast<int>(logged.at(row, "count.loaded")));
  }
  EXPECT_LT(fewest, 4);
  EXPECT_GT(logged.at(logged.run.log().n_rows() - 1, "slip.total"), 0.01);
}

/// With the step of 2 ms the feet would chatter in the play of their drives: check_feet.h.
TEST(PointFeet, StandInFullFidelityWithAStepThatTheyBear) {
  std::string text = kStands + "fidelity: full\n";
  EXPECT_NE(error_of(text).find("step_s must be at most 0.001"), std::string::npos)
      << error_of(text);
  text.replace(text.find("step_s: 0.002"), 13, "step_s: 0.0005");
  const Logged logged(text);
  EXPECT_LT(logged.at(logged.run.log().n_rows() - 1, "slip.total"), 1e-4);
}

/// The left feet on ground with a tenth of the friction that the controller knows, on a slope.
TEST(PointFeet, ThatSlideAreSaidToSlideAndStopNothing) {
  const Logged logged(R"(schema: 1
robot: hexapod3
surfaces:
  - {name: ground, position_m: [-0.75, 0, 0], normal: [0, 0.2588, 0.9659], size_m: [3, 1.5], friction: 0.7}
  - {name: ice, position_m: [0.75, 0, 0], normal: [0, 0.2588, 0.9659], size_m: [3, 1.5], friction: 0.7}
placement: {surface: ground, position_m: [0, 0.75]}
plant: {surface: {ice: {friction_scale: 0.1}}}
duration_s: 6
control_period_s: 0.002
script:
  - {at_s: 1, walk: {velocity_m_s: [0.016, 0, 0], distance_m: 0.05, gait: tripod}}
asserts:
  - {name: loaded, signal: count.loaded, min: 3, from_s: 0.5}
)");
  int slides = 0, slipping = 0;
  for (std::size_t row = 0; row < logged.run.log().n_rows(); ++row) {
    for (int i = 0; i < 6; ++i)
      slides += static_cast<int>(logged.at(row, "plan.leg" + std::to_string(i) + ".slides"));
    slipping += logged.at(row, "plan.reason") == static_cast<double>(controller::Reason::kSlipping);
  }
  EXPECT_GT(logged.of_feet(logged.run.log().n_rows() - 1, "slip"), 0.005);
  EXPECT_GT(slides, 0);
  EXPECT_EQ(slipping, 0);
}

TEST(PointFeet, StandOnARelief) {
  std::string text = kStands;
  text.insert(text.find("}\nplacement"), ", relief: {seed: 3, height_m: 0.01, correlation_m: 0.2}");
  text.replace(text.find("equals: 6"), 9, "min: 3");
  const Verdict verdict = verdict_of(text);
  EXPECT_TRUE(find(verdict, kFall)->pass);
  EXPECT_TRUE(find(verdict, "all feet loaded")->pass);
}

std::string shipped(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

/// The first 0.3 m of hexapod3_wave_flat by a robot without force sensors.
TEST(PointFeet, WithoutForceSensorsWalk) {
  const ScratchFolder scratch;
  const std::string robot = shipped(kRobots / "hexapod3.yaml");
  const std::size_t sensor = robot.find("    sensor: "), end = robot.find("\n\ndrives:");
  ASSERT_LT(sensor, end);
  std::ofstream(scratch.path() / "blind.yaml")
      << robot.substr(0, sensor) << "    sensor: null" << robot.substr(end);
  const fs::path file = kRobots / "../../scenarios/data/hexapod3_wave_flat.yaml";
  std::string text = replaced(shipped(file), "robot: hexapod3", "robot: ./blind.yaml");
  text = replaced(text, "duration_s: 170", "duration_s: 40");
  text = replaced(text, "distance_m: 2", "distance_m: 0.3");
  text = replaced(text, "equals: 2,", "equals: 0.3,");
  text = replaced(text, "to_s: 40", "to_s: 24");
  const Scenario scenario = parse(text, scratch.path() / "walk.yaml", kRobots);
  EXPECT_FALSE(scenario.robot.point->sensor.has_value());
  JudgedRun run(scenario, 1);
  while (run.advance()) {
  }
  const Verdict verdict = run.verdict(1);
  EXPECT_EQ(verdict.outcome, Outcome::kPass);
  for (const AssertResult& result : verdict.asserts)
    EXPECT_TRUE(result.pass) << result.name << " " << result.value;
}

}  // namespace
}  // namespace ventosa::scenarios::point_feet_test
