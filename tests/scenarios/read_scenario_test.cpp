#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "models/input_error.h"
#include "scenarios/controller_options.h"
#include "scenarios/scenario.h"
#include "scenarios/sections.h"

namespace ventosa::scenarios {
namespace {

namespace fs = std::filesystem;
using controller::Activity;
using controller::Vector3d;

const fs::path kRobots = fs::path(VENTOSA_SOURCE_DIR) / "models" / "data";
const fs::path kData = fs::path(VENTOSA_SOURCE_DIR) / "scenarios" / "data";

const std::string kGood = R"(schema: 1
title: A test
robot: romerin4
surfaces:
  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [3, 3], friction: 0.6}
placement: {surface: ground}
duration_s: 4
script:
  - {at_s: 1, walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}}
asserts:
  - {name: error, signal: error.body.position, max: 0.005, unit: m}
)";

Scenario read(const std::string& text) { return parse(text, "folder/test.yaml", kRobots); }

/// The good scenario with one place changed.
std::string with(const std::string& from, const std::string& to) {
  std::string text = kGood;
  const std::size_t place = text.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  return text.replace(place, from.size(), to);
}

std::string error_of(const std::string& text) {
  try {
    read(text);
  } catch (const models::InputError& error) {
    return error.what();
  }
  return "";
}

/// The message has a place, and says what is wrong.
void expect_refused(const std::string& text, const std::string& place, const std::string& words) {
  const std::string message = error_of(text);
  EXPECT_EQ(message.find("folder/test.yaml:" + place + ":"), 0u) << message;
  EXPECT_NE(message.find(words), std::string::npos) << message;
}

TEST(ReadScenario, FillsInDefaults) {
  const Scenario scenario = read(kGood);
  EXPECT_EQ(scenario.name, "test");
  EXPECT_EQ(scenario.title, "A test");
  EXPECT_EQ(scenario.seeds, std::vector<std::uint64_t>{1});
  EXPECT_EQ(scenario.text, kGood);
  EXPECT_EQ(scenario.twin.start_cup_force_N, scenario.robot.nominal.cup.goal_force_N);
  EXPECT_EQ(scenario.controller.cup_goal_force_N, scenario.twin.start_cup_force_N);
  EXPECT_EQ(scenario.controller.period_s, scenario.twin.control_period_s);
  EXPECT_EQ(scenario.twin.drive.friction, sim::FrictionModel::kNone);
}

TEST(ReadScenario, TakesEveryOption) {
  const Scenario scenario = read(with("duration_s: 4\n", R"(duration_s: 4
name: other
seeds: [3, 4]
gravity_m_s2: [0, 0, -1.62]
cup_force_N: 90
step_s: 0.001
control_period_s: 0.004
link: {command_latency_s: 0.002, command_jitter_s: 0.001, command_loss: 0.1, telemetry_latency_s: 0.003, telemetry_jitter_s: 0.004, telemetry_loss: 0.2, telemetry_rate_Hz: 30, module_loop_s: 0.005}
drive: {interface: torque, friction: constant, encoder_noise_rad: 0.001}
cup: {model: lip, turbine: fan, sensing: readings}
imu: {gyro_noise_rad_s: 0.002, accel_noise_m_s2: 0.02, gyro_bias_rad_s: [0.1, 0, -0.1], accel_bias_m_s2: [0, 0.2, 0]}
controller:
  gains: {law: rate_damped, loop: controller, fade_s: 0.3, kp_Nm_rad: [10, 20], kd_Nms_rad: [1]}
  sharing: {objective: least_norm, cup_safety_factor: 1.5, torque_ratio: 0.8, smoothness: 1e-4}
  gait: {stride_m: 0.05, seal_retries: 0}
  body: {feedback_rate_1_s: 0.5, estimator: filter}
  filter: {accel_bias_m_s2: 0.3}
)"));
  EXPECT_EQ(scenario.name, "other");
  EXPECT_EQ(scenario.seeds, (std::vector<std::uint64_t>{3, 4}));
  EXPECT_EQ(scenario.twin.gravity_W, Vector3d(0, 0, -1.62));
  EXPECT_EQ(scenario.controller.gravity_W, scenario.twin.gravity_W);
  EXPECT_EQ(scenario.controller.cup_goal_force_N, 90);
  EXPECT_EQ(scenario.twin.step_s, 0.001);
  EXPECT_EQ(scenario.controller.period_s, 0.004);
  EXPECT_EQ(scenario.twin.drive.friction, sim::FrictionModel::kConstant);
  EXPECT_EQ(scenario.twin.drive.encoder_noise_rad, 0.001);
  EXPECT_EQ(scenario.twin.link.command.latency_s, 0.002);
  EXPECT_EQ(scenario.twin.link.command.jitter_s, 0.001);
  EXPECT_EQ(scenario.twin.link.command.loss, 0.1);
  EXPECT_EQ(scenario.twin.link.telemetry.latency_s, 0.003);
  EXPECT_EQ(scenario.twin.link.telemetry.jitter_s, 0.004);
  EXPECT_EQ(scenario.twin.link.telemetry.loss, 0.2);
  EXPECT_EQ(scenario.twin.link.telemetry_rate_Hz, 30);
  EXPECT_EQ(scenario.twin.link.module_loop_s, 0.005);
  EXPECT_EQ(scenario.twin.drive.interface, sim::DriveInterface::kTorque);
  EXPECT_EQ(scenario.twin.cup.model, sim::CupModel::kLip);
  EXPECT_EQ(scenario.twin.cup.turbine, sim::TurbineModel::kFan);
  EXPECT_EQ(scenario.twin.cup.sensing, sim::CupSensing::kReadings);
  EXPECT_EQ(scenario.controller.gains.law, controller::ControlLaw::kRateDamped);
  EXPECT_EQ(scenario.controller.gains.loop, controller::ServoLoop::kController);
  EXPECT_EQ(scenario.controller.gains.fade_s, 0.3);
  EXPECT_EQ(scenario.controller.gains.kp_Nm_rad[0], 10);
  EXPECT_EQ(scenario.controller.gains.kp_Nm_rad[6], 20);
  EXPECT_EQ(scenario.controller.gains.kd_Nms_rad[6], 1);
  EXPECT_EQ(scenario.controller.sharing.objective, controller::Objective::kLeastNorm);
  EXPECT_EQ(scenario.controller.sharing.cup_safety_factor, 1.5);
  EXPECT_EQ(scenario.controller.gait.stride_m, 0.05);
  EXPECT_EQ(scenario.controller.gait.seal_retries, 0);
  EXPECT_EQ(scenario.controller.body.feedback_rate_1_s, 0.5);
  EXPECT_EQ(scenario.controller.body.estimator, controller::Estimator::kFilter);
  EXPECT_EQ(scenario.controller.filter.accel_bias_m_s2, 0.3);
  EXPECT_EQ(scenario.twin.imu.gyro_noise_rad_s, 0.002);
  EXPECT_EQ(scenario.twin.imu.accel_noise_m_s2, 0.02);
  EXPECT_EQ(scenario.twin.imu.gyro_bias_rad_s, Vector3d(0.1, 0, -0.1));
  EXPECT_EQ(scenario.twin.imu.accel_bias_m_s2, Vector3d(0, 0.2, 0));
}

TEST(ReadScenario, FullFidelityMeansEveryEffectOfACupUnlessItsKeySaysOtherwise) {
  const sim::CupOptions full = read(with("asserts:", "fidelity: full\nasserts:")).twin.cup;
  EXPECT_EQ(full.model, sim::CupModel::kLip);
  EXPECT_EQ(full.turbine, sim::TurbineModel::kFan);
  EXPECT_EQ(full.sensing, sim::CupSensing::kReadings);
  const sim::CupOptions partly =
      read(with("asserts:", "fidelity: full\ncup: {model: rigid}\nasserts:")).twin.cup;
  EXPECT_EQ(partly.model, sim::CupModel::kRigid);
  EXPECT_EQ(partly.turbine, sim::TurbineModel::kFan);
  EXPECT_EQ(read(kGood).twin.cup.model, sim::CupModel::kRigid);
}

TEST(ReadScenario, TellsTheTwinAloneHowRoughItsSurfacesAre) {
  EXPECT_EQ(read(kGood).twin.roughness_m[0], 5e-5);
  EXPECT_EQ(read(with("friction: 0.6", "friction: 0.6, roughness_m: 2e-4")).twin.roughness_m[0],
            2e-4);
  EXPECT_NE(error_of(with("friction: 0.6", "friction: 0.6, roughness_m: -1e-4"))
                .find("surfaces[0].roughness_m = -1e-4: must be"),
            std::string::npos);
  EXPECT_NE(error_of(with("asserts:", "cup: {model: rubber}\nasserts:")).find("cup.model"),
            std::string::npos);
}

/// Counts the memory behind the options; a field smaller than a double is padded to one.
struct SizeOfOptions {
  std::size_t bytes = 0;
  template <class Function>
  void group(const char*, Function visit) {
    visit(*this);
  }
  template <class Value>
  void operator()(const char*, models::Range, const Value&) {
    bytes += std::max(sizeof(Value), sizeof(double));
  }
  template <class Enum>
  void choice(const char*, const std::vector<std::string_view>&, const Enum&) {
    bytes += sizeof(double);
  }
};

TEST(ReadScenario, RefusesLimitsOfMotionThatAreNotPositive) {
  const auto refuse = [](const std::string& group, const std::string& key) {
    for (const char* value : {"0", "-1"}) {
      const std::string message = error_of(
          with("asserts:", "controller: {" + group + ": {" + key + ": " + value + "}}\nasserts:"));
      EXPECT_NE(message.find("controller." + group + "." + key), std::string::npos) << message;
    }
  };
  for (const char* key :
       {"max_speed_m_s", "max_acceleration_m_s2", "max_jerk_m_s3", "max_turn_rate_rad_s",
        "max_turn_acceleration_rad_s2", "max_turn_jerk_rad_s3"})
    refuse("body", key);
  for (const char* key : {"max_swing_speed_m_s", "max_swing_acceleration_m_s2",
                          "max_swing_jerk_m_s3", "max_swing_turn_rate_rad_s",
                          "max_swing_turn_acceleration_rad_s2", "max_swing_turn_jerk_rad_s3"})
    refuse("gait", key);
  refuse("gains", "fade_s");
}

TEST(ReadScenario, SwitchesEachEffectOfTheDrives) {
  const sim::DriveOptions full = read(with("asserts:", "fidelity: full\nasserts:")).twin.drive;
  EXPECT_EQ(full.model, sim::MotorModel::kElectric);
  EXPECT_EQ(full.friction, sim::FrictionModel::kLoad);
  EXPECT_TRUE(full.backlash && full.quantisation && full.thermal);
  const sim::DriveOptions some =
      read(with("asserts:", "drive: {model: electric, thermal: true, ambient_C: 35}\nasserts:"))
          .twin.drive;
  EXPECT_EQ(some.friction, sim::FrictionModel::kNone);
  EXPECT_TRUE(some.thermal && !some.backlash && !some.quantisation);
  EXPECT_EQ(some.ambient_C, 35);
  for (const char* drive : {"friction: true", "friction: some", "model: electrical",
                            "thermal: true", "backlash: yes"}) {
    const std::string key(drive, std::string_view(drive).find(':'));
    const std::string message =
        error_of(with("asserts:", "drive: {" + std::string(drive) + "}\nasserts:"));
    EXPECT_NE(message.find("drive." + key), std::string::npos) << message;
  }
}

TEST(ReadScenario, RefusesADriveThatTakesTorqueWithoutALoopInTheController) {
  const std::string message = error_of(with("asserts:", "drive: {interface: torque}\nasserts:"));
  EXPECT_NE(message.find("controller.gains.loop: controller"), std::string::npos) << message;
}

TEST(ReadScenario, RefusesPdWindowsThatLeaveThePathNoTime) {
  for (const char* windows : {"[[0.2, 1]]", "[[2, 2]]", "[[2, 3], [3.5, 4]]", "[[4, 5], [2, 3]]"}) {
    const std::string circle =
        std::string("circle: {radius_m: 0.02, period_s: 10, pd_off_s: ") + windows + "}";
    const std::string message =
        error_of(with("walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}", circle));
    EXPECT_NE(message.find("pd_off_s"), std::string::npos) << windows << ": " << message;
  }
}

TEST(ControllerOptions, AreAllFieldsOfTheirGroups) {
  const controller::ControllerConfig config;
  SizeOfOptions size;
  controller_options(size, config);
  EXPECT_EQ(size.bytes, sizeof config.gains + sizeof config.sharing + sizeof config.gait +
                            sizeof config.body + sizeof config.reactions + sizeof config.filter +
                            sizeof config.payload + sizeof config.surfaces + sizeof config.lip);
}

TEST(ReadScenario, StandsTheNominalStanceOnTheSurface) {
  const Scenario scenario = read(kGood);
  // nominal height: L6 over the lips to the wrists, 0.05 m from there to the hips
  EXPECT_NEAR(scenario.twin.X_WB.translation().z(), 0.087 + 0.05, 1e-9);
  EXPECT_EQ(scenario.twin.leg.size(), 4u);
}

TEST(ReadScenario, TurnsTheRobotUpTheWallByDefault) {
  const Scenario scenario = read(with("position_m: [0, 0, 0], normal: [0, 0, 1]",
                                      "position_m: [1, 0, 2], normal: [-1, 0, 0]"));
  const auto& R_WB = scenario.twin.X_WB.linear();
  EXPECT_TRUE(R_WB.col(0).isApprox(Vector3d::UnitZ(), 1e-12));   // forward is up
  EXPECT_TRUE(R_WB.col(2).isApprox(-Vector3d::UnitX(), 1e-12));  // its back is out of the wall
  EXPECT_TRUE(scenario.twin.X_WB.translation().isApprox(Vector3d(1 - 0.137, 0, 2), 1e-9));
}

TEST(ReadScenario, PutsPlacementIntoTheFrameOfTheSurface) {
  const Scenario scenario = read(
      with("{surface: ground}", "{surface: ground, position_m: [0.3, -0.2], heading_deg: 90}"));
  EXPECT_TRUE(scenario.twin.X_WB.translation().isApprox(Vector3d(0.3, -0.2, 0.137), 1e-9));
  EXPECT_TRUE(scenario.twin.X_WB.linear().col(0).isApprox(Vector3d::UnitY(), 1e-12));
}

TEST(ReadScenario, MakesAPatchOfItsNormalOrItsAngles) {
  const std::string by_angles = with("normal: [0, 0, 1]", "rpy_deg: [0, -45, 0]");
  const std::string by_normal = with("normal: [0, 0, 1]", "normal: [-2, 0, 2]");
  EXPECT_TRUE(read(by_angles).surfaces[0].patch.X_WS.isApprox(
      read(by_normal).surfaces[0].patch.X_WS, 1e-12));
}

TEST(Uphill, LiesInThePlaneAndPointsUp) {
  for (const Vector3d& n : {Vector3d(0, 0, 1), Vector3d(0, 0, -1), Vector3d(-1, 0, 0),
                            Vector3d(0.3, -0.5, 0.2), Vector3d(0.1, 0.4, -0.9)}) {
    const Vector3d normal = n.normalized();
    EXPECT_NEAR(uphill(normal).dot(normal), 0, 1e-15);
    EXPECT_NEAR(uphill(normal).norm(), 1, 1e-15);
    EXPECT_GE(uphill(normal).z(), 0);
  }
}

TEST(ReadScenario, GivesTheRobotAnotherStance) {
  const Scenario scenario = read(
      with("{surface: ground}", "{surface: ground, stance: {radius_m: 0.24, height_m: 0.06}}"));
  EXPECT_NEAR(scenario.twin.X_WB.translation().z(), 0.087 + 0.06, 1e-9);
  const controller::Leg& leg = scenario.believed.leg[0];
  const Vector3d p_BL = leg.X_BL.translation();
  EXPECT_NEAR((leg.p_BW_nominal - p_BL).head<2>().norm(), 0.24, 1e-12);
  EXPECT_NEAR((leg.p_BW_nominal - p_BL).z(), -0.06, 1e-12);
}

// every way to be wrong, and where the message points

TEST(ReadScenario, RefusesAMissingFile) {
  EXPECT_THROW(load("nowhere/missing.yaml", kRobots), models::InputError);
}

TEST(ReadScenario, RefusesAnotherSchema) {
  expect_refused(with("schema: 1", "schema: 2"), "1", "must be 1");
}

TEST(ReadScenario, RefusesAWrongType) {
  expect_refused(with("duration_s: 4", "duration_s: long"), "7", "duration_s = long");
}

TEST(ReadScenario, RefusesAnUnknownKey) {
  expect_refused(with("duration_s: 4", "duration_s: 4\nduraton: 4"), "8", "unknown key");
  expect_refused(with("max: 0.005", "maximum: 0.005, max: 0.005"), "11", "unknown key");
  expect_refused(with("distance_m: 0.1", "distance_m: 0.1, speed: 1"), "9", "unknown key");
}

TEST(ReadScenario, RefusesADuplicateKey) {
  expect_refused(with("duration_s: 4", "duration_s: 4\nduration_s: 5"), "8", "duration_s");
}

TEST(ReadScenario, RefusesNan) {
  expect_refused(with("friction: 0.6", "friction: .nan"), "5", "friction");
}

TEST(ReadScenario, RefusesAMissingKey) {
  expect_refused(with("duration_s: 4\n", ""), "1", "duration_s");
}

std::string on_the_bench(const std::string& placement, const std::string& joints) {
  std::string text = with("{surface: ground}", "{surface: ground, height_m: 1, " + placement + "}");
  text.replace(text.find("romerin4"), 8, "romerin1");
  const std::size_t script = text.find("script:");
  return text.replace(script, text.find("asserts:") - script,
                      "script:\n  - {at_s: 1, joints: {" + joints + "}}\n");
}

TEST(ReadScenario, MovesTheJointsOfAModuleOnABenchFromWhereItWasClamped) {
  const std::string clamped = "clamped: {joints_deg: [[0, 10, 90, 0, 0, 0]]}";
  const Scenario scenario =
      read(on_the_bench(clamped, "leg: module, q_deg: [0, 20, 90, 0, 0, 0], speed_deg_s: 5"));
  EXPECT_TRUE(scenario.twin.clamped);
  EXPECT_FALSE(scenario.twin.leg[0].attached);
  const auto goal = [&](double time_s) { return scenario.script.goal_at(time_s, {}); };
  EXPECT_EQ(goal(0.9).activity, Activity::kHold);
  EXPECT_EQ(goal(2).activity, Activity::kJoints);
  EXPECT_NEAR(goal(1).q_rad[1], 10 * M_PI / 180, 1e-12);
  EXPECT_NEAR((goal(3).q_rad[1] - goal(2).q_rad[1]) * 180 / M_PI, 5, 0.3);
  EXPECT_NEAR(goal(4).q_rad[1], 20 * M_PI / 180, 1e-12);
}

TEST(ReadScenario, RefusesJointsThatNobodyCouldMove) {
  const std::string clamped = "clamped: {joints_deg: [[0, 10, 90, 0, 0, 0]]}";
  const auto error = [&](const std::string& placement, const std::string& joints) {
    return error_of(on_the_bench(placement, joints));
  };
  const auto expect_error = [&](const std::string& what, const std::string& part) {
    EXPECT_NE(what.find(part), std::string::npos) << what;
  };
  expect_error(error(clamped, "leg: module, q_deg: [0, 20, 90]"), "must have 6 elements");
  expect_error(error(clamped, "leg: module, q_deg: [0, 120, 90, 0, 0, 0]"), "joint limits");
  expect_error(error(clamped, "leg: modul, q_deg: [0, 20, 90, 0, 0, 0]"), "must be one of");
  expect_error(error("clamped: {joints_deg: [[0, 10]]}", "leg: module, q_deg: [0]"),
               "must have 6 elements");
  expect_refused(with("- {at_s: 1, ",
                      "- {at_s: 0.5, joints: {leg: front_left, q_deg: "
                      "[0, 0, 90, 0, 0, 0]}}\n  - {at_s: 1, "),
                 "9", "placement.clamped");
}

TEST(ReadScenario, RefusesANegativeFriction) {
  expect_refused(with("friction: 0.6", "friction: -0.6"), "5", "at least 0");
}

TEST(ReadScenario, RefusesAnUnknownRobot) {
  expect_refused(with("romerin4", "romerin9"), "3", "no such robot");
  expect_refused(with("romerin4", "./romerin4.yaml"), "3", "folder/romerin4.yaml");
}

TEST(ReadScenario, RefusesAFootOnNoSurface) {
  expect_refused(with("size_m: [3, 3]", "size_m: [0.6, 0.6]"), "6", "is not on a surface");
}

TEST(ReadScenario, WantsTheWholeLipOnTheSurface) {
  // the feet stand at (+-0.229, +-0.241) m and their lips reach 0.09 m further
  expect_refused(with("size_m: [3, 3]", "size_m: [0.63, 3]"), "6", "is not on a surface");
  expect_refused(with("size_m: [3, 3]", "size_m: [3, 0.65]"), "6", "is not on a surface");
  EXPECT_EQ(error_of(with("size_m: [3, 3]", "size_m: [0.65, 0.67]")), "");
}

TEST(ReadScenario, RefusesAnUnreachablePlacement) {
  expect_refused(with("{surface: ground}", "{surface: ground, height_m: 1}"), "6", "cannot reach");
}

TEST(ReadScenario, RefusesAPlacementOnAnUnknownSurface) {
  expect_refused(with("surface: ground", "surface: grund"), "6", "there are: ground");
}

TEST(ReadScenario, RefusesAControlPeriodThatIsNoMultipleOfTheStep) {
  expect_refused(with("duration_s: 4", "duration_s: 4\ncontrol_period_s: 0.005"), "8",
                 "control_period_s");
}

TEST(ReadScenario, RefusesAnotherUnitThanTheSignals) {
  expect_refused(with("unit: m}", "unit: mm}"), "11", "must be the signal's unit, m");
  expect_refused(with(", unit: m}", "}"), "11", "unit");
}

TEST(ReadScenario, RefusesAnUnknownSignal) {
  expect_refused(with("error.body.position", "error.body.positon"), "11", "no such signal");
  expect_refused(with("error.body.position", "truth.leg4.joint0.q"), "11", "no such signal");
}

TEST(ReadScenario, RefusesSignalsOfDifferentUnitsTogether) {
  expect_refused(with("error.body.position", "error.body.*"), "11", "different units");
}

TEST(ReadScenario, RefusesADriftOfWhatIsNoPosition) {
  expect_refused(with("signal: error.body.position", "drift: error.body"), "11", "x, y and z");
  expect_refused(with("signal: error.body.position", "angle_drift: truth.velocity"), "11", "qw");
}

TEST(ReadScenario, TakesARootMeanSquareOfNumbersOnly) {
  EXPECT_EQ(error_of(with("signal: error.body.position", "rms: error.body.position")), "");
  expect_refused(
      with("signal: error.body.position, max: 0.005, unit: m", "rms: plan.reason, equals: none"),
      "11", "no number");
  expect_refused(with("signal: error.body.position", "rms: error.body.positon"), "11",
                 "no such signal");
}

TEST(ReadScenario, RefusesAnUnknownReason) {
  expect_refused(with("signal: error.body.position, max: 0.005, unit: m",
                      "signal: plan.reason, equals: lift_refusd"),
                 "11", "lift_refused");
}

TEST(ReadScenario, RefusesABoundOfAName) {
  expect_refused(with("error.body.position, max: 0.005, unit: m", "plan.reason, max: 1"), "11",
                 "needs equals");
}

TEST(ReadScenario, RefusesTwoBounds) {
  expect_refused(with("max: 0.005", "max: 0.005, min: 0"), "11", "exactly one of max, min, equals");
}

TEST(ReadScenario, RefusesAWindowThatEndsBeforeItBegins) {
  expect_refused(with("max: 0.005", "max: 0.005, from_s: 3, to_s: 2"), "11", "before from_s");
  expect_refused(with("max: 0.005", "max: 0.005, from_s: 5"), "11", "at most 4");
}

TEST(ReadScenario, RefusesTwoAssertionsOfOneName) {
  expect_refused(kGood + "  - {name: error, signal: worst.slip, max: 1, unit: m}\n", "12",
                 "'error' is taken");
}

TEST(ReadScenario, RefusesAGoalOutOfOrder) {
  expect_refused(with("asserts:", "  - {at_s: 0.5, hold: {}}\nasserts:"), "10", "at least 1");
}

TEST(ReadScenario, RefusesAnEntryThatSaysNothingOrTooMuch) {
  expect_refused(with("asserts:", "  - {at_s: 2}\nasserts:"), "10", "one of hold, pose");
  expect_refused(with("asserts:", "  - {at_s: 2, hold: {}, pose: {}}\nasserts:"), "10",
                 "more than one motion");
}

TEST(ReadScenario, RefusesACircleFromAnUnknownPlace) {
  const std::string endless = with(", distance_m: 0.1", "");
  EXPECT_EQ(error_of(endless), "");
  const std::size_t place = endless.find("asserts:");
  expect_refused(
      std::string(endless).insert(place, "  - {at_s: 2, circle: {radius_m: 0.04, period_s: 20}}\n"),
      "10", "unknown place");
}

TEST(ReadScenario, RefusesAWalkThatGoesNowhere) {
  expect_refused(with("velocity_m_s: [0.01, 0, 0]", "velocity_m_s: [0, 0, 0]"), "9", "not zero");
}

TEST(ReadScenario, RefusesMoreForceThanTheCupHas) {
  expect_refused(with("duration_s: 4", "duration_s: 4\ncup_force_N: 500"), "8", "at most");
}

TEST(ReadScenario, RefusesANameThatIsNoFileName) {
  expect_refused(with("title: A test", "name: ../../etc"), "2", "must be made of");
}

TEST(ReadScenario, RefusesOptionsThatTheControllerCannotHave) {
  expect_refused(with("duration_s: 4", "duration_s: 4\ncontroller: {gait: {stride_m: -1}}"), "8",
                 "stride_m");
}

TEST(ReadScenario, TakesEveryOptionOfImuAndCamera) {
  const Scenario scenario = read(with("duration_s: 4\n", R"(duration_s: 4
imu: {place: camera, rate_hz: 100, gyro_bias_sd_rad_s: 0.01, accel_bias_sd_m_s2: 0.02, gyro_walk_rad_s: 0.03, accel_walk_m_s2: 0.04, gyro_step_rad_s: 0.05, accel_step_m_s2: 0.06}
camera: {pan_deg: 90, tilt_deg: -10, mounting_error_deg: [1, 2, 3], columns: 32, rows: 18, disparity_noise_px: 0.1, scale_error_sd: 0.02, angle_step_deg: 0.5, speed_step_deg_s: 2, holes: true, latency_s: 0.02}
controller:
  surfaces: {source: seen, friction: 0.4, start_x_m: 0.1, start_y_m: 0.2, bridge_m: 0.3, gate_m: 0.4, gate_rad: 0.5, body_sd_m: 0.6, memory_sightings: 7}
)"));
  const sim::ImuOptions& imu = scenario.twin.imu;
  EXPECT_EQ(imu.place, sim::ImuPlace::kCamera);
  EXPECT_EQ(imu.rate_hz, 100);
  EXPECT_EQ(imu.gyro_bias_sd_rad_s, 0.01);
  EXPECT_EQ(imu.accel_bias_sd_m_s2, 0.02);
  EXPECT_EQ(imu.gyro_walk_rad_s, 0.03);
  EXPECT_EQ(imu.accel_walk_m_s2, 0.04);
  EXPECT_EQ(imu.gyro_step_rad_s, 0.05);
  EXPECT_EQ(imu.accel_step_m_s2, 0.06);
  const sim::CameraOptions& camera = scenario.twin.camera;
  EXPECT_TRUE(camera.on);
  EXPECT_NEAR(camera.pan_rad, M_PI / 2, 1e-12);
  EXPECT_NEAR(camera.tilt_rad, -M_PI / 18, 1e-12);
  EXPECT_NEAR(camera.mounting_error_rad.z(), M_PI / 60, 1e-12);
  EXPECT_EQ(camera.columns, 32);
  EXPECT_EQ(camera.rows, 18);
  EXPECT_EQ(camera.disparity_noise_px, 0.1);
  EXPECT_EQ(camera.scale_error_sd, 0.02);
  EXPECT_NEAR(camera.angle_step_rad, M_PI / 360, 1e-12);
  EXPECT_NEAR(camera.speed_step_rad_s, M_PI / 90, 1e-12);
  EXPECT_TRUE(camera.holes);
  EXPECT_EQ(camera.latency_s, 0.02);
  const controller::SurfaceConfig& surfaces = scenario.controller.surfaces;
  EXPECT_EQ(surfaces.source, controller::SurfaceSource::kSeen);
  EXPECT_EQ(surfaces.friction, 0.4);
  EXPECT_EQ(surfaces.bridge_m, 0.3);
  EXPECT_EQ(surfaces.memory_sightings, 7);
}

TEST(ReadScenario, SwitchesImuAndCameraOnWithFidelityFull) {
  const Scenario ideal = read(kGood);
  EXPECT_FALSE(ideal.twin.camera.on);
  EXPECT_EQ(ideal.twin.imu.place, sim::ImuPlace::kBody);
  const Scenario full = read(with("duration_s: 4\n", "duration_s: 4\nfidelity: full\n"));
  EXPECT_TRUE(full.twin.camera.on);
  EXPECT_TRUE(full.twin.camera.holes);
  EXPECT_GT(full.twin.camera.disparity_noise_px, 0);
  EXPECT_GT(full.twin.camera.scale_error_sd, 0);
  EXPECT_GT(full.twin.camera.angle_step_rad, 0);
  EXPECT_GT(full.twin.camera.speed_step_rad_s, 0);
  EXPECT_GT(full.twin.camera.latency_s, 0);
  EXPECT_EQ(full.twin.imu.place, sim::ImuPlace::kCamera);
  EXPECT_GT(full.twin.imu.rate_hz, 0);
  const Scenario some =
      read(with("duration_s: 4\n",
                "duration_s: 4\nfidelity: full\ncamera: {on: false}\nimu: {rate_hz: 0}\n"));
  EXPECT_FALSE(some.twin.camera.on);
  EXPECT_EQ(some.twin.imu.rate_hz, 0);
  EXPECT_GT(some.twin.imu.gyro_noise_rad_s, 0);
}

TEST(ReadScenario, RefusesEyesThatCannotBe) {
  const auto refused = [](const std::string& line, const std::string& words) {
    expect_refused(with("duration_s: 4\n", "duration_s: 4\n" + line + "\n"), "8", words);
  };
  refused("camera: {pan_deg: 170}", "camera.pan_deg");
  refused("camera: {tilt_deg: 80}", "camera.tilt_deg");
  refused("camera: {columns: 4}", "columns");
  refused("camera: {columns: 200, rows: 30}", "between 8 and 100");
  refused("camera: {columns: 60, rows: 65}", "rows between 8 and 64");
  refused("camera: {latency_s: 0.5}", "camera.latency_s");
  refused("camera: {disparity_noise_px: -0.1}", "disparity_noise_px");
  refused("camera: {zoom: 2}", "zoom");
  refused("camera: {scale_error_sd: 0.2}", "scale_error_sd");
  refused("camera: {angle_step_deg: -1}", "angle_step_deg");
  refused("imu: {rate_hz: 1000}", "imu.rate_hz");
  refused("imu: {gyro_walk_rad_s: -1}", "gyro_walk_rad_s");
  refused("imu: {place: pocket}", "place");
  refused("controller: {surfaces: {source: seen}}", "needs a camera");
  refused("controller: {surfaces: {friction: 0}}", "friction");
}

std::string with_look(const std::string& look, const std::string& camera = "camera: {}") {
  std::string text = with("duration_s: 4\n", "duration_s: 4\n" + camera + "\n");
  return text.insert(text.find("asserts:"), "  - {at_s: 2, " + look + "}\n");
}

TEST(ReadScenario, LooksAroundByTheScript) {
  const Script script = read(with_look("look: {pan_deg: 90, tilt_deg: -10}")).script;
  EXPECT_FALSE(script.gaze_at(1.99));
  ASSERT_TRUE(script.gaze_at(2));
  EXPECT_NEAR(script.gaze_at(3)->pan_rad, M_PI / 2, 1e-12);
  EXPECT_NEAR(script.gaze_at(3)->tilt_rad, -M_PI / 18, 1e-12);
}

TEST(ReadScenario, RefusesALookThatThePanTiltCannotTake) {
  const auto refused = [](const std::string& text, const std::string& words) {
    expect_refused(text, "11", words);
  };
  refused(with_look("look: {pan_deg: 121, tilt_deg: 0}"), "script[1].look.pan_deg");
  refused(with_look("look: {pan_deg: -121, tilt_deg: 0}"), "pan-tilt's limits");
  refused(with_look("look: {pan_deg: 0, tilt_deg: 76}"), "script[1].look.tilt_deg");
  refused(with_look("look: {pan_deg: 0}"), "tilt_deg");
  refused(with_look("look: {pan_deg: 0, tilt_deg: 0, roll_deg: 1}"), "roll_deg");
  refused(with_look("look: {pan_deg: 0, tilt_deg: 0}, hold: {}"), "needs one of");
  refused(with_look("look: {pan_deg: 0, tilt_deg: 0}", "camera: {on: false}"), "needs a camera");
}

TEST(ReadScenario, ReadsEveryScenarioThatIsShipped) {
  int n = 0;
  for (const auto& entry : fs::directory_iterator(kData)) {
    const Scenario scenario = load(entry.path(), kRobots);
    EXPECT_EQ(scenario.name, entry.path().stem());
    EXPECT_FALSE(scenario.asserts.empty());
    ++n;
  }
  EXPECT_GE(n, 26);
}

}  // namespace
}  // namespace ventosa::scenarios
