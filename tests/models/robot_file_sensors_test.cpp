#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/models/robot_file.h"

/// Sensors of a robot file.
namespace ventosa::models::robot_file_sensors_test {
namespace {

constexpr const char* kPlaced =
    "\nsensors:\n  gps: {rate_hz: 5, noise_m: 0.02, position_m: [0.1, 0, 0.2]}\n"
    "  compass: {rate_hz: 10, noise_deg: 1.5, deviation_deg: -3, deviation_sd_deg: 5}\n";

TEST_F(RobotFile, ReadsGpsAndCompass) {
  const Robot robot = load_text(quadruped_text() + kPlaced);
  ASSERT_TRUE(robot.gps.has_value() && robot.compass.has_value());
  EXPECT_EQ(robot.gps->rate_hz, 5);
  EXPECT_EQ(robot.gps->noise_m, 0.02);
  EXPECT_EQ(robot.nominal.p_BG, controller::Vector3d(0.1, 0, 0.2));
  EXPECT_EQ(robot.compass->rate_hz, 10);
  EXPECT_NEAR(robot.compass->deviation_rad, -3 * M_PI / 180, 1e-15);
  EXPECT_NEAR(robot.compass->deviation_sd_rad, 5 * M_PI / 180, 1e-15);
  const Robot without = load_text(quadruped_text());
  EXPECT_FALSE(without.gps || without.compass);
}

TEST_F(RobotFile, RefusesWrongGpsAndCompass) {
  const auto refused = [&](const std::string& from, const std::string& to,
                           const std::string& words) {
    std::string sensors = kPlaced;
    sensors.replace(sensors.find(from), from.size(), to);
    const std::string what = refusal(quadruped_text() + sensors);
    EXPECT_NE(what.find(words), std::string::npos) << to << "\n" << what;
  };
  for (const std::string rate : {"0", "-5", "-.inf", ".inf", ".nan", "2000"}) {
    const std::string is = "rate_hz = " + rate + ": must be";
    refused("rate_hz: 5", "rate_hz: " + rate, "sensors.gps." + is);
    refused("rate_hz: 10", "rate_hz: " + rate, "sensors.compass." + is);
  }
  refused("noise_m: 0.02", "noise_m: 0", "sensors.gps.noise_m");
  refused(", position_m: [0.1, 0, 0.2]", "", "sensors.gps.position_m");
  refused("deviation_deg: -3, ", "", "sensors.compass.deviation_deg");
  refused("noise_deg: 1.5", "noise_dog: 1.5", "noise_dog");
}

TEST_F(RobotFile, ReadsWhereTheCameraSits) {
  const Robot robot = load_text(quadruped_text());
  ASSERT_TRUE(robot.sensors.has_value());
  EXPECT_EQ(robot.sensors->depth.width_px, 848);
  EXPECT_EQ(robot.sensors->depth.rate_hz, 30);
  const PanTilt& mount = robot.sensors->mount;
  EXPECT_NEAR(mount.tilt_limit_rad, 75 * M_PI / 180, 1e-12);
  // at zero it points ahead, x of its image to the right
  const controller::Isometry3d ahead = camera_pose(mount, 0, 0);
  EXPECT_LT((ahead.linear().col(2) - controller::Vector3d::UnitX()).norm(), 1e-12);
  EXPECT_LT((ahead.linear().col(0) + controller::Vector3d::UnitY()).norm(), 1e-12);
  EXPECT_LT((ahead.translation() - mount.p_BP - mount.p_PE).norm(), 1e-12);
  // pan to the left, then down
  const controller::Isometry3d turned = camera_pose(mount, M_PI / 2, 0.3);
  const controller::Vector3d view(0, std::cos(0.3), -std::sin(0.3));
  EXPECT_LT((turned.linear().col(2) - view).norm(), 1e-12);
  EXPECT_LT((turned.linear().col(0) - controller::Vector3d::UnitX()).norm(), 1e-12);
}

TEST_F(RobotFile, MayBeBlind) {
  std::string text = quadruped_text();
  const std::size_t at = text.find("  camera:");
  text.erase(at, text.find("\n\n", at) - at);
  EXPECT_FALSE(load_text(text).sensors.has_value());
}

TEST_F(RobotFile, MayHaveNoImuAndThenHasNoSettingsOfOne) {
  const std::string none = "\nsensors: {imu: null}\n",
                    setting = "\n    - of: [imu]\n      filter: {accel_bias_m_s2: 0.03}";
  EXPECT_TRUE(load_text(quadruped_text()).nominal.has_imu);
  EXPECT_FALSE(load_text(spoilt(setting, "") + none).nominal.has_imu);
  const std::string what = refusal(quadruped_text() + none);
  EXPECT_NE(
      what.find("controller.effects[3].filter.accel_bias_m_s2 = 0.03: would have no effect: the "
                "robot has no IMU"),
      std::string::npos)
      << what;
}

TEST_F(RobotFile, WithoutAnImuSharesPartsWithRobotsThatHaveOne) {
  const std::string text = replaced(file_text("romerin4.yaml"), "parts: romerin_parts.yaml",
                                    "parts: " VENTOSA_SOURCE_DIR "/models/data/romerin_parts.yaml");
  EXPECT_FALSE(load_text(text + "\nsensors: {imu: null}\n").nominal.has_imu);
}

TEST_F(RobotFile, RefusesAnImuAmongTheSensors) {
  const std::string what = refusal(quadruped_text() + "\nsensors: {imu: {rate_hz: 100}}\n");
  EXPECT_NE(what.find("sensors.imu = {...}: must be null"), std::string::npos) << what;
}

TEST_F(RobotFile, RefusesACameraOrImuThatCannotBe) {
  expect_refused("baseline_m: 0.050", "baseline_m: 0", "camera.baseline_m = 0: must be above 0");
  expect_refused("focal_px: 425", "focal_px: -425", "camera.focal_px");
  expect_refused("disparity_noise_px: 0.08", "disparity_noise_px: 0", "camera.disparity_noise_px");
  expect_refused("farthest_m: 3", "farthest_m: 0.1", "camera.farthest_m");
  expect_refused("grazing_deg: 10", "grazing_deg: 70", "camera.grazing_deg");
  expect_refused("rate_hz: 30", "rate_hz: 0", "camera.rate_hz");
  expect_refused("rate_hz: 200", "rate_hz: -200", "imu.rate_hz");
  expect_refused("gyro_walk_rad_s: 2e-5", "gyro_walk_rad_s: -2e-5", "imu.gyro_walk_rad_s");
  expect_refused("pan_limit_deg: 120", "pan_limit_deg: 190", "pan_tilt.pan_limit_deg");
  expect_refused("tilt_limit_deg: 75", "tilt_limit_deg: 91", "pan_tilt.tilt_limit_deg");
  expect_refused("speed_deg_s: 180", "speed_deg_s: 0", "pan_tilt.speed_deg_s");
  expect_refused("acceleration_deg_s2: 720", "acceleration_deg_s2: 0", "pan_tilt.acceleration");
  expect_refused("scale_error: 0.0067", "scale_error: -0.1", "camera.scale_error");
  expect_refused("\npan_tilt:", "\npan_tild:", "pan_tilt");
  expect_refused("accel_step_m_s2", "accel_stp_m_s2", "accel_step_m_s2");
}

}  // namespace
}  // namespace ventosa::models::robot_file_sensors_test
