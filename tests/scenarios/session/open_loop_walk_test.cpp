#include <gtest/gtest.h>

#include <cstdio>

#include "models/input_error.h"
#include "scenarios/verdict/verdict.h"
#include "tests/scenarios/good_scenario.h"
#include "tests/scenarios/logged_run.h"

/// Walks of a hexapod that measures nothing of its body: no IMU, no force sensor in its feet. Only
/// the truth judges them.
namespace ventosa::scenarios::open_loop_walk_test {
namespace {

const std::filesystem::path kFile =
    std::filesystem::path(VENTOSA_SOURCE_DIR) / "tests/scenarios/data/walk.yaml";

struct Way {
  const char* gait = "tripod";
  const char* velocity_m_s = "0.0476";
  const char* duration_s = "14";
};

std::string text_of(const Way& way, const std::string& more = "", const std::string& entry = "") {
  return std::string(R"(schema: 1
title: A test
robot: ./blind_hexapod.yaml
surfaces:
  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [4, 4], friction: 0.7}
placement: {surface: ground}
control_period_s: 0.002
duration_s: )") +
         way.duration_s + "\n" + more + "script:\n  - {at_s: 1, walk: {velocity_m_s: [" +
         way.velocity_m_s + ", 0, 0], distance_m: 0.5, gait: " + way.gait + "}}\n" + entry +
         R"(asserts:
  - {name: travel, signal: error.travel.x, at: end, equals: 0.5, tolerance: 0.005, unit: m}
  - {name: beside, signal: error.travel.y, max: 0.002, min: -0.002, unit: m}
  - {name: body, signal: error.body.position, max: 0.005, unit: m}
  - {name: angle, signal: error.body.angle, max: 0.01, unit: rad}
  - {name: slip, signal: slip.total, at: end, max: 0.01, unit: m}
  - {name: loaded, signal: count.loaded, min: 3, from_s: 0.5}
  - {name: refused, signal: plan.reason, equals: none}
)";
}

Scenario blind(const std::string& text) { return parse(text, kFile, kRobots); }

/// Replaces the robot's options of the controller.
constexpr const char* kByItsLegs =
    "controller: {body: {estimator: registration, feedback_rate_1_s: 1}}\n";

struct Walked {
  explicit Walked(const std::string& text) : scenario(blind(text)), run(scenario, 1) {
    while (run.advance()) {
    }
  }
  std::size_t n_rows() const { return run.log().n_rows(); }
  double at(std::size_t row, const std::string& signal) const {
    return run.log().at(row, run.log().find(signal).value());
  }
  bool has(const std::string& signal) const { return run.log().find(signal).has_value(); }
  double largest(const std::string& signal) const {
    double most = 0;
    for (std::size_t row = 0; row < n_rows(); ++row) most = std::max(most, at(row, signal));
    return most;
  }
  const Scenario scenario;
  LoggedRun run;
};

class OpenLoopWalk : public testing::TestWithParam<Way> {};

TEST_P(OpenLoopWalk, ArrivesOnFlatGroundAsTheTruthSees) {
  JudgedRun run(blind(text_of(GetParam())), 1);
  while (run.advance()) {
  }
  const Verdict verdict = run.verdict(1);
  for (const AssertResult& result : verdict.asserts) {
    EXPECT_TRUE(result.pass) << result.name << " " << result.value;
    std::printf("%-7s %-30s %.6f %s\n", GetParam().gait, result.name.c_str(), result.value,
                result.unit.c_str());
  }
  EXPECT_EQ(verdict.outcome, Outcome::kPass);
}

INSTANTIATE_TEST_SUITE_P(Each, OpenLoopWalk,
                         testing::Values(Way{"wave", "0.0125", "45"}, Way{"ripple", "0.0222", "27"},
                                         Way{"tripod", "0.0476", "14"}));

TEST(OpenLoop, EstimatesThatTheBodyIsWhereTheLastTickSentIt) {
  const Walked walk(text_of({}));
  for (const char* axis : {"x", "y", "z", "qw", "qx", "qy", "qz"}) {
    const std::string estimate = std::string("plan.estimate.") + axis;
    const std::string reference = std::string("plan.reference.") + axis;
    for (std::size_t row = 1; row < walk.n_rows(); ++row)
      ASSERT_EQ(walk.at(row, estimate), walk.at(row - 1, reference)) << axis << " in row " << row;
  }
  EXPECT_GT(walk.at(walk.n_rows() - 1, "plan.estimate.x"), 0.49);
}

/// Signals of two runs with a name that begins like this: the number of those that ever differ.
int n_different(const Walked& a, const Walked& b, const std::string& begin) {
  int n = 0, n_looked_at = 0;
  for (const record::Column& column : a.run.log().columns()) {
    if (!column.name.starts_with(begin)) continue;
    ++n_looked_at;
    bool same = true;
    for (std::size_t row = 0; row < a.n_rows() && same; ++row)
      same = a.at(row, column.name) == b.at(row, column.name);
    n += !same;
  }
  EXPECT_GT(n_looked_at, 0) << begin;
  return n;
}

/// Another plant: heavier, on ground without much friction, with friction in gears and noise.
constexpr const char* kOther =
    "plant: {mass_scale: 1.3, surface_friction_scale: 0.4}\n"
    "drive: {friction: constant, encoder_noise_rad: 0.001}\n";

TEST(OpenLoop, SendsTheSameToEveryPlant) {
  const Walked walk(text_of({})), other(text_of({}, kOther));
  EXPECT_EQ(n_different(walk, other, "command."), 0);
  EXPECT_EQ(n_different(walk, other, "plan.reference."), 0);
  EXPECT_EQ(n_different(walk, other, "task."), 0);
  EXPECT_GT(n_different(walk, other, "truth.body."), 0);
}

TEST(LegOdometry, SendsOtherThingsToOtherPlants) {
  const Walked walk(text_of({}, kByItsLegs)), other(text_of({}, std::string(kByItsLegs) + kOther));
  EXPECT_GT(n_different(walk, other, "command."), 0);
}

TEST(OpenLoop, IsJudgedByTheTruth) {
  const Walked slides(text_of({}, "plant: {surface_friction_scale: 0.1}\n"));
  const std::size_t last = slides.n_rows() - 1;
  EXPECT_GT(slides.at(last, "plan.estimate.x"), 0.49);
  EXPECT_GT(slides.largest("error.body.position"), 0.005);
  EXPECT_GT(slides.largest("error.estimate.position"), 0.005);
  JudgedRun run(slides.scenario, 1);
  while (run.advance()) {
  }
  EXPECT_EQ(run.verdict(1).outcome, Outcome::kFail);
}

TEST(OpenLoop, RecordsNoReadingThatTheRobotDoesNotHave) {
  const Walked walk(text_of({}));
  for (const record::Column& column : walk.run.log().columns())
    for (const char* part : {"seen.specific_force", "seen.angular_velocity", "seen.body",
                             "plan.imu", "foot.force", "forces_left_out"})
      EXPECT_EQ(column.name.find(part), std::string::npos) << column.name;
  EXPECT_TRUE(walk.has("seen.leg0.joint0.q"));
}

TEST(OpenLoop, DoesNotKnowHowSureItIs) {
  const Walked walk(text_of({}));
  EXPECT_TRUE(walk.run.diagnostics().covariance.isZero(0));
}

std::string fault_entry(const std::string& kind) {
  return "  - {at_s: 3, fault: {kind: " + kind + "}}\n";
}

/// A drive that stands still is named although no reading moves a set-point.
TEST(OpenLoop, NamesADriveThatHasFailed) {
  const Walked walk(text_of({}, "", fault_entry("drive_dead, leg: front_left, joint: 2")));
  EXPECT_GT(walk.largest("report.leg0.failure"), 0);
}

std::string refusal(const std::string& text) {
  try {
    blind(text);
  } catch (const models::InputError& error) {
    return error.what();
  }
  return "";
}

void expect_refused(const std::string& more, const std::string& words) {
  const std::string what = refusal(text_of({}, more));
  EXPECT_NE(what.find(words), std::string::npos) << "'" << what << "'\n" << words;
  EXPECT_NE(what.find("walk.yaml:9:"), std::string::npos) << what;
}

TEST(OpenLoop, RefusesFeedbackAtLoad) {
  expect_refused("controller: {body: {feedback_rate_1_s: 1}}\n",
                 "feedback_rate_1_s = 1: must be 0 with body.estimator: open_loop");
  expect_refused("controller: {payload: {estimation: at_rest}}\n", "payload.estimation = at_rest");
  expect_refused("controller: {gains: {loop: controller}}\n", "gains.loop = controller: excludes");
  expect_refused("controller: {body: {estimator: filter, feedback_rate_1_s: 1}}\n",
                 "needs an IMU, which the robot does not have");
}

TEST(WithoutAnImu, NamesWhatTheRobotDoesNotHave) {
  expect_refused("imu: {gyro_noise_rad_s: 0.1}\n", "the robot has no IMU");
  expect_refused("controller: {filter: {gyro_noise_rad_s: 0.1}}\n", "the robot has no IMU");
  for (const std::string kind : {"imu_silent", "imu_biased", "imu_saturated"})
    EXPECT_NE(refusal(text_of({}, "", fault_entry(kind))).find("needs an IMU"), std::string::npos)
        << kind;
}

}  // namespace
}  // namespace ventosa::scenarios::open_loop_walk_test
