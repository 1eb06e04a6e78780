#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "scenarios/script/script_inputs.h"
#include "scenarios/verdict/verdict.h"
#include "tests/scenarios/session/stand.h"

/// A drive or the IMU fails while the robot walks up a wall.
namespace ventosa::scenarios::failing_parts_test {
namespace {

using controller::FootPhase;
using controller::Reason;

constexpr std::int64_t kFaultTick = 1000;

using Change = std::function<void(std::int64_t since, controller::Command&)>;
using Blur = std::function<void(std::int64_t since, controller::Observation&)>;

/// Calls from kFaultTick on, if there is anything to call.
auto since_fault(auto call) {
  return [call, tick = std::int64_t{0}](auto& value) mutable {
    const std::int64_t since = ++tick - kFaultTick;
    if (since >= 0 && call) call(since, value);
  };
}

const std::string kWalk = R"(
schema: 1
robot: romerin4
surfaces:
  - {name: wall, position_m: [0.5, 0, 1.5], normal: [-1, 0, 0], size_m: [3, 3], friction: 0.6}
placement: {surface: wall}
cup_force_N: 120
duration_s: 40
script:
  - {at_s: 2, walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.2}}
)";
constexpr const char* kAsserts = "asserts: [{signal: count.attached, min: 0}]\n";

/// Log of a walk whose commands and readings are changed from kFaultTick on.
record::RunLog log_of(Change change, Blur blur, const std::string& entry = "") {
  const std::filesystem::path source(VENTOSA_SOURCE_DIR);
  const Scenario scenario = parse(kWalk + entry + kAsserts, "failing.yaml", source / "models/data");
  sim::Twin twin(scenario.robot, scenario.twin);
  TalkingRobot robot(twin);
  robot.change = since_fault(std::move(change));
  robot.edit = since_fault(std::move(blur));
  ScriptInputs inputs(scenario.script, scenario.twin.X_WB, scenario.twin.control_period_s);
  record::RunLog log(recorded_columns(scenario));
  RowRecorder recorder(scenario, twin_setup(scenario, scenario.twin.seed), {&log});
  Session session({scenario.controller_model, scenario.controller}, robot, inputs, recorder, &twin);
  while (session.tick() < 4000 && session.advance()) {
  }
  return log;
}

double at(const record::RunLog& log, std::size_t row, const std::string& signal) {
  return log.at(row, log.find(signal).value());
}

std::string leg_signal(const char* group, int leg, const std::string& rest) {
  return std::string(group) + ".leg" + std::to_string(leg) + "." + rest;
}

double planned_N(const record::RunLog& log, std::size_t row, int leg) {
  double sum = 0;
  for (const char* axis : {"x", "y", "z"})
    sum += std::pow(at(log, row, leg_signal("plan", leg, std::string("force.") + axis)), 2);
  return std::sqrt(sum);
}

/// The first row from `from` on with this reason.
std::size_t first_with(const record::RunLog& log, Reason reason, std::size_t from = 0) {
  while (from < log.n_rows() && at(log, from, "plan.reason") != static_cast<double>(reason)) ++from;
  return from;
}

bool any_foot_leaves(const record::RunLog& log, std::size_t from, std::size_t to) {
  for (int leg = 0; leg < 4; ++leg)
    for (std::size_t row = from; row < to; ++row) {
      const auto was = at(log, row - 1, leg_signal("plan", leg, "phase"));
      const auto is = at(log, row, leg_signal("plan", leg, "phase"));
      if (is == static_cast<double>(FootPhase::kRelease) && is != was) return true;
    }
  return false;
}

/// The drive of joint 2 of leg 1 loses its supply.
record::RunLog with_dead_drive() {
  return log_of({}, {}, "  - {at_s: 10, fault: {kind: drive_dead, leg: front_right, joint: 1}}\n");
}

/// A step that was already called back is not refused again.
TEST(DeafModule, IsNamedAloneAndNoLongerThanItIsDeaf) {
  std::string walk = kWalk + kAsserts;
  walk.replace(walk.find("asserts"), 0,
               "  - {at_s: 1.827, fault: {kind: deaf, leg: front_left, duration_s: 1}}\n");
  walk.replace(walk.find("duration_s: 40"), 14, "duration_s: 6\nfidelity: full\nseed: 217");
  walk.replace(walk.find("at_s: 2, walk"), 7, "at_s: 0.5");
  const Scenario scenario = parse(walk, "deaf.yaml", VENTOSA_SOURCE_DIR "/models/data");
  JudgedRun run(scenario, 217);
  while (run.advance()) {
  }
  const Verdict verdict = run.verdict(1);
  ASSERT_FALSE(verdict.hindrances.empty());
  for (const Hindrance& each : verdict.hindrances)
    if (each.reason == Reason::kModuleSilent) {
      EXPECT_EQ(each.leg, "front_left");
      EXPECT_LT(each.to_s, 3);
    }
}

TEST(FailingDrive, IsNamedWithLegAndJointWithinATenthOfASecond) {
  const record::RunLog log = with_dead_drive();
  const std::size_t row = first_with(log, Reason::kJointFault);
  EXPECT_GE(row, std::size_t{kFaultTick});
  EXPECT_LE(row, std::size_t{kFaultTick} + 10);
  EXPECT_EQ(at(log, row, "plan.refused_leg"), 1);
  EXPECT_EQ(at(log, row, leg_signal("report", 1, "faulty_joint")), 1);
  const auto trigger = 1 << static_cast<int>(hal::Trigger::kJointFault);
  EXPECT_EQ(static_cast<int>(at(log, row + 1, leg_signal("session", 1, "triggers"))), trigger);
  EXPECT_EQ(at(log, row + 1, "session.mode"), static_cast<double>(hal::GuardMode::kStand));
  for (const int other : {0, 2, 3})
    EXPECT_EQ(at(log, log.n_rows() - 1, leg_signal("session", other, "triggers")), 0);
}

TEST(FailingDrive, KeepsEveryFootOnTheWallAndItsLoadGoesToTheOthers) {
  const record::RunLog log = with_dead_drive();
  EXPECT_EQ(at(log, log.n_rows() - 1, "truth.leg1.joint1.mode"),
            static_cast<double>(controller::JointMode::kPassive));  // the drive is really off
  EXPECT_FALSE(any_foot_leaves(log, kFaultTick + 11, log.n_rows()));
  EXPECT_EQ(at(log, log.n_rows() - 1, "count.attached"), 4);
  EXPECT_LT(planned_N(log, log.n_rows() - 1, 1), 0.3 * planned_N(log, 50, 1));
}

/// The IMU's last reading stays, for 5 s.
record::RunLog with_silent_imu() {
  controller::BodyReading last;
  return log_of({}, [last](std::int64_t since, controller::Observation& seen) mutable {
    if (since == 0) last = seen.body;
    if (since < 500) seen.body = last;
  });
}

TEST(SilentImu, IsNamedAndTheWalkWaitsUntilItIsBack) {
  const record::RunLog log = with_silent_imu();
  const std::size_t row = first_with(log, Reason::kImuSilent);
  EXPECT_NEAR(static_cast<double>(row), kFaultTick + 30, 2);
  EXPECT_FALSE(any_foot_leaves(log, row + 1, kFaultTick + 500));
  for (std::size_t k = 0; k < log.n_rows(); ++k) {
    ASSERT_LT(at(log, k, "error.estimate.angle"), 0.005) << k;
    for (int leg = 0; leg < 4; ++leg)
      ASSERT_EQ(at(log, k, leg_signal("plan", leg, "alarm")), 0) << k;
  }
  EXPECT_NEAR(at(log, log.n_rows() - 1, "error.travel.x"), 0.2, 0.01);
}

class BiasedImu : public testing::TestWithParam<int> {};

/// From one reading to the next the gyroscope gets an error of 0.05 rad/s.
TEST_P(BiasedImu, IsBlamedItselfAndNoFoot) {
  const auto axis = static_cast<Eigen::Index>(GetParam());
  const record::RunLog log = log_of(
      {}, [axis](std::int64_t, controller::Observation& seen) { seen.body.w_WB_B[axis] += 0.05; });
  for (std::size_t k = 0; k < log.n_rows(); ++k) {
    ASSERT_LT(at(log, k, "error.estimate.angle"), 0.03) << k;
    for (int leg = 0; leg < 4; ++leg)
      ASSERT_EQ(at(log, k, leg_signal("plan", leg, "alarm")), 0)
          << "row " << k << ", leg " << leg << ", attached " << at(log, k, "count.attached")
          << " imu " << at(log, k, "plan.imu") << " first wrong "
          << first_with(log, Reason::kImuWrong);
    ASSERT_LT(at(log, k, "worst.slip"), 0.003) << k;  // creep is not reported as a slip
  }
  EXPECT_LT(first_with(log, Reason::kImuWrong), kFaultTick + 200u);
  EXPECT_NEAR(at(log, log.n_rows() - 1, "error.travel.x"), 0.2, 0.01);
}

INSTANTIATE_TEST_SUITE_P(Axes, BiasedImu, testing::Values(0, 1, 2));

}  // namespace
}  // namespace ventosa::scenarios::failing_parts_test
