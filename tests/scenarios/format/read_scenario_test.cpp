#include <algorithm>

#include "scenarios/format/sections.h"
#include "scenarios/session/load.h"
#include "tests/scenarios/good_scenario.h"

namespace ventosa::scenarios::read_scenario_test {
namespace {

namespace fs = std::filesystem;
using controller::Vector3d;

const fs::path kData = fs::path(VENTOSA_SOURCE_DIR) / "scenarios" / "data";

TEST(ReadScenario, FillsInDefaults) {
  const Scenario scenario = read(kGood);
  EXPECT_EQ(scenario.name, "test");
  EXPECT_EQ(scenario.title, "A test");
  EXPECT_EQ(scenario.seeds, std::vector<std::uint64_t>{1});
  EXPECT_EQ(scenario.source.text, kGood);
  EXPECT_EQ(scenario.twin.start_cup_force_N, scenario.robot.nominal.cup()->goal_force_N);
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
control_period_s: 0.002
link: {command_latency_s: 0.002, command_jitter_s: 0.001, command_loss: 0.1, telemetry_latency_s: 0.003, telemetry_jitter_s: 0.004, telemetry_loss: 0.2, telemetry_rate_Hz: 30, module_loop_s: 0.005}
drive: {interface: torque, friction: constant, encoder_noise_rad: 0.001}
cup: {model: lip, turbine: fan, sensing: readings}
imu: {gyro_noise_rad_s: 0.002, accel_noise_m_s2: 0.02, gyro_bias_rad_s: [0.1, 0, -0.1], accel_bias_m_s2: [0, 0.2, 0]}
controller:
  gains: {law: rate_damped, loop: controller, fade_s: 0.3, kp_Nm_rad: [10, 20], kd_Nms_rad: [1]}
  sharing: {objective: least_norm, safety_factor: 1.5, torque_ratio: 0.8, smoothness: 1e-4}
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
  EXPECT_EQ(scenario.controller.period_s, 0.002);
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
  EXPECT_EQ(scenario.controller.sharing.safety_factor, 1.5);
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

std::string with_ground(const std::string& keys) {
  return with("friction: 0.6", "friction: 0.6, " + keys);
}

std::string error_on(const std::string& keys) { return error_of(with_ground(keys)); }

/// The scenario of a robot on point feet in place of the quadruped.
std::string on_point_feet(std::string text) {
  return text.replace(text.find("romerin4"), 8, "hexapod3\ncontrol_period_s: 0.002");
}

TEST(ReadScenario, RefusesAWalkWhoseFeetCannotKeepTheTimeOfTheirGait) {
  const std::string refusal =
      "walks by the gait 'wave' with step_s = 0.25, but a step takes at least 0.266 s";
  std::string text = on_point_feet(kGood);
  EXPECT_EQ(error_of(text).find(refusal), std::string::npos) << error_of(text);
  text.replace(text.find("control_period_s: 0.002"), 23, "control_period_s: 0.010");
  EXPECT_NE(error_of(text).find(refusal), std::string::npos) << error_of(text);
}

TEST(ReadScenario, TellsTheControllerHowUnevenItsSurfacesMayBe) {
  const auto uneven_m = [](const std::string& text) {
    return read(on_point_feet(text)).twin.patches.patch[0].uneven_m;
  };
  EXPECT_EQ(uneven_m(kGood), 0);
  EXPECT_EQ(uneven_m(with_ground("uneven_m: 0.04")), 0.04);
  EXPECT_NE(error_on("uneven_m: -0.1").find("surfaces[0].uneven_m = -0.1: must be"),
            std::string::npos);
}

TEST(ReadScenario, RefusesAReliefByKeyNumberAndPlace) {
  const auto expect = [](const std::string& keys, const std::string& message) {
    EXPECT_NE(error_on(keys).find(message), std::string::npos) << error_on(keys);
  };
  expect("relief: {height_m: 0.03, correlation_m: 0.2}",
         "surfaces[0].relief = 0.03 m high: must be left out: the robot has cups");
  expect("relief: {height_m: 0.03, correlation_m: 0.2}", "test.yaml:");
  expect("relief: {height_m: -0.03, correlation_m: 0.2}",
         "surfaces[0].relief.height_m = -0.03: must be");
  expect("relief: {height_m: 0.03}", "correlation_m");
  expect("relief: {seed: -1, height_m: 0.03, correlation_m: 0.2}",
         "surfaces[0].relief.seed = -1: must be");
  expect("relief: {height_m: 0.03, correlation_m: 0.2, hight: 1}", "hight");
}

TEST(ReadScenario, RefusesAFilterThatMeasuresUnevenGround) {
  const std::string message = error_of(on_point_feet(with_ground("uneven_m: 0.03")) +
                                       "\ncontroller: {filter: {surface_m: 0.002}}\n");
  EXPECT_NE(message.find("controller.filter.surface_m = 0.002: must be 0 on uneven ground"),
            std::string::npos)
      << message;
  EXPECT_NE(message.find("uneven_m = 0.03"), std::string::npos) << message;
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

TEST(ReadScenario, TurnsByAVectorOfWhichAWalkTakesZAlone) {
  const auto with_script = [](const std::string& goal) {
    return with("walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}", goal);
  };
  const Scenario scenario = read(with_script("walk: {turn_deg_s: [0, 0, 90]}"));
  const auto& walk = std::get<Walk>(scenario.script.goals().front().motion);
  EXPECT_NEAR(walk.w_B0.z(), M_PI / 2, 1e-12);
  EXPECT_NE(error_of(with_script("walk: {turn_deg_s: [1, 0, 90]}")).find("about z only"),
            std::string::npos);
  EXPECT_NE(error_of(with_script("walk: {turn_deg_s: 5}")).find("turn_deg_s"), std::string::npos);
  EXPECT_NE(error_of(with_script("move: {turn_deg_s: 5}")).find("turn_deg_s"), std::string::npos);
}

TEST(ReadScenario, RefusesAssertionsWithoutATickOrWithTwoWindows) {
  const auto error = [](const std::string& assertion) {
    return error_of(with("asserts:", "asserts:\n  - {name: mine, " + assertion + "}"));
  };
  EXPECT_NE(error("signal: count.attached, equals: 4, from_s: 1.001, to_s: 1.009")
                .find("no control tick"),
            std::string::npos);
  EXPECT_EQ(error("signal: count.attached, equals: 4, from_s: 1.001, to_s: 1.01"), "");
  EXPECT_NE(error("signal: count.attached, equals: 4, at: end, from_s: 1").find("at: end"),
            std::string::npos);
  EXPECT_NE(error("drift: truth.body, max: 1, unit: m, from_s: 1, since_s: 2").find("since_s"),
            std::string::npos);
}

TEST(ReadScenario, TakesEveryOptionOfImuAndCamera) {
  const Scenario scenario = read(with("duration_s: 4\n", R"(duration_s: 4
imu: {place: camera, rate_hz: 100, gyro_bias_sd_rad_s: 0.01, accel_bias_sd_m_s2: 0.02, gyro_walk_rad_s: 0.03, accel_walk_m_s2: 0.04, gyro_step_rad_s: 0.05, accel_step_m_s2: 0.06}
camera: {pan_deg: 90, tilt_deg: -10, mounting_error_deg: [1, 2, 3], columns: 32, rows: 18, disparity_noise_px: 0.1, scale_error_sd: 0.02, angle_step_deg: 0.5, speed_step_deg_s: 2, holes: true, latency_s: 0.02}
controller:
  surfaces: {source: seen, friction: 0.4, start_x_m: 0.1, start_y_m: 0.2, bridge_m: 0.3, gate_m: 0.4, gate_rad: 0.5, body_sd_m: 0.6, memory_frames: 7}
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
  EXPECT_EQ(surfaces.memory_frames, 7);
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

/// Robot, its settings for the twin's effects, scenario: each overrides the one before.
TEST(ReadScenario, StartsFromTheRobotsSettingsForItsEffects) {
  const Scenario ideal = read(kGood);
  EXPECT_EQ(ideal.controller.gains.friction_share, 0);
  EXPECT_EQ(ideal.controller.lip.model, controller::LipModel::kRigid);
  const Scenario full = read(with("duration_s: 4", "fidelity: full\nduration_s: 4"));
  EXPECT_EQ(full.controller.gains.friction_share, 1);
  EXPECT_EQ(full.controller.gait.load_s,
            full.robot.control.with(models::all_effects()).gait.load_s);
  const Scenario own = read(
      with("duration_s: 4", "fidelity: full\ncontroller: {gait: {load_s: 0.7}}\nduration_s: 4"));
  EXPECT_EQ(own.controller.gait.load_s, 0.7);
  EXPECT_EQ(own.controller.gait.spin_up_s, full.controller.gait.spin_up_s);
  const Scenario fan = read(with("duration_s: 4", "cup: {turbine: fan}\nduration_s: 4"));
  EXPECT_EQ(fan.controller.gait.spin_up_s, full.controller.gait.spin_up_s);
  EXPECT_EQ(fan.controller.gains.friction_share, 0);
  EXPECT_EQ(fan.controller.lip.model, controller::LipModel::kRigid);
  const Scenario lip = read(with("duration_s: 4", "cup: {model: lip}\nduration_s: 4"));
  EXPECT_EQ(lip.controller.lip.model, controller::LipModel::kElastic);
}

/// The lips have the plant's stiffness and the height at which the vacuum presses them flush: 3 mm
/// at 120 N.
TEST(ReadScenario, BelievesInTheLipsOfThePlant) {
  for (const double force_N : {60.0, 120.0}) {
    const Scenario full =
        read(with("duration_s: 4",
                  "fidelity: full\ncup_force_N: " + std::to_string(force_N) + "\nduration_s: 4"));
    const controller::LipConfig& lip = full.controller.lip;
    EXPECT_EQ(lip.model, controller::LipModel::kElastic);
    EXPECT_EQ(lip.stiffness_N_m, full.robot.cup->lip.stiffness_N_m);
    EXPECT_NEAR(lip.free_height_m, force_N / full.robot.cup->lip.stiffness_N_m, 1e-12);
    EXPECT_NEAR(lip.press_m, lip.free_height_m / 2, 1e-12);
  }
}

}  // namespace
}  // namespace ventosa::scenarios::read_scenario_test
