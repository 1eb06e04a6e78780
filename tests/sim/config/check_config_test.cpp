#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "models/input_error.h"
#include "tests/sim/stands.h"

namespace ventosa::sim::check_config_test {
namespace {

TEST(CheckConfig, RefusesImpossibleConfigurationsByKey) {
  const models::Robot robot = romerin4();
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const auto key_of = [&](const std::function<void(TwinConfig&)>& spoil) -> std::string {
    TwinConfig config = standing(robot, 0);
    spoil(config);
    try {
      Twin twin(robot, config);
    } catch (const models::InputError& error) {
      return error.key_path();
    }
    return "accepted";
  };
  EXPECT_EQ(key_of([](TwinConfig&) {}), "accepted");
  EXPECT_EQ(key_of([](auto& c) { c.step_s = 0; }), "step_s");
  EXPECT_EQ(key_of([](auto& c) { c.step_s = kNan; }), "step_s");
  EXPECT_EQ(key_of([](auto& c) { c.control_period_s = 0.011; }), "control_period_s");
  EXPECT_EQ(key_of([](auto& c) { c.control_period_s = 0; }), "control_period_s");
  EXPECT_EQ(key_of([](auto& c) { c.control_period_s = kNan; }), "control_period_s");
  EXPECT_EQ(key_of([](auto& c) { c.link.command.latency_s = 0.003; }), "accepted");
  EXPECT_EQ(key_of([](auto& c) { c.link.command.latency_s = -0.002; }), "link.command_latency_s");
  EXPECT_EQ(key_of([](auto& c) { c.link.command.latency_s = 0.64; }), "link.command_latency_s");
  EXPECT_EQ(key_of([](auto& c) { c.link.command.latency_s = kNan; }), "link.command_latency_s");
  EXPECT_EQ(key_of([](auto& c) { c.link.command.jitter_s = -1e-3; }), "link.command_jitter_s");
  EXPECT_EQ(key_of([](auto& c) { c.link.command.loss = 1.01; }), "link.command_loss");
  EXPECT_EQ(key_of([](auto& c) { c.link.command.loss = kNan; }), "link.command_loss");
  EXPECT_EQ(key_of([](auto& c) { c.link.telemetry.loss = -0.01; }), "link.telemetry_loss");
  EXPECT_EQ(key_of([](auto& c) { c.link.command.latency_s = 0.6; }), "accepted");
  EXPECT_EQ(key_of([](auto& c) {
              c.link.command.latency_s = 0.6;
              c.link.command.reorder = c.link.command.reorder_s = 0.1;
            }),
            "link.command_latency_s");
  EXPECT_EQ(key_of([](auto& c) { c.link.command.duplicate = 1.1; }), "link.command_duplicate");
  EXPECT_EQ(key_of([](auto& c) { c.link.telemetry.corrupt = kNan; }), "link.telemetry_corrupt");
  EXPECT_EQ(key_of([](auto& c) { c.link.command.burst_share = 0.95; }), "link.command_burst_share");
  EXPECT_EQ(key_of([](auto& c) {
              c.link.command.burst_share = 0.6;
              c.link.command.burst_length = 2;
            }),
            "link.command_burst_length");
  EXPECT_EQ(key_of([](auto& c) { c.link.telemetry.jitter_s = 0.64; }), "link.telemetry_jitter_s");
  EXPECT_EQ(key_of([](auto& c) {
              c.link.telemetry.latency_s = 0.4;
              // its messages are sent twice as often as the commands
              c.link.telemetry_rate_Hz = 200;
            }),
            "link.telemetry_latency_s");
  EXPECT_EQ(key_of([](auto& c) { c.link.telemetry_rate_Hz = -30; }), "link.telemetry_rate_Hz");
  EXPECT_EQ(key_of([](auto& c) { c.link.telemetry_rate_Hz = 501; }), "link.telemetry_rate_Hz");
  EXPECT_EQ(key_of([](auto& c) { c.link.telemetry_rate_Hz = kNan; }), "link.telemetry_rate_Hz");
  EXPECT_EQ(key_of([](auto& c) { c.link.module_loop_s = -0.01; }), "link.module_loop_s");
  EXPECT_EQ(key_of([](auto& c) { c.link.module_loop_s = kNan; }), "link.module_loop_s");
  EXPECT_EQ(key_of([](auto& c) { c.drive.encoder_noise_rad = -1; }), "drive.encoder_noise_rad");
  EXPECT_EQ(key_of([](auto& c) { c.drive.encoder_noise_rad = kNan; }), "drive.encoder_noise_rad");
  EXPECT_EQ(key_of([](auto& c) { c.imu.gyro_noise_rad_s = -1; }), "imu.gyro_noise_rad_s");
  EXPECT_EQ(key_of([](auto& c) { c.imu.accel_noise_m_s2 = kNan; }), "imu.accel_noise_m_s2");
  EXPECT_EQ(key_of([](auto& c) { c.imu.gyro_bias_rad_s.x() = kNan; }), "imu.gyro_bias_rad_s");
  EXPECT_EQ(key_of([](auto& c) { c.imu.accel_bias_m_s2.x() = kNan; }), "imu.accel_bias_m_s2");
  EXPECT_EQ(key_of([](auto& c) { c.patches.n = 0; }), "surfaces");
  EXPECT_EQ(key_of([](auto& c) { c.patches.patch[0].friction = 0; }), "surfaces[0].friction");
  EXPECT_EQ(key_of([](auto& c) { c.roughness_m[0] = -1e-6; }), "surfaces[0].roughness_m");
  EXPECT_EQ(key_of([](auto& c) { c.roughness_m[0] = kNan; }), "surfaces[0].roughness_m");
  EXPECT_EQ(key_of([](auto& c) {
              c.cup.model = CupModel::kLip;
              c.step_s = c.control_period_s = 0.01;
            }),
            "step_s");
  EXPECT_EQ(key_of([](auto& c) { c.leg.pop_back(); }), "placement.legs");
  EXPECT_EQ(key_of([](auto& c) { c.leg[1].q_rad[2] = kNan; }), "placement.legs[1]");
  EXPECT_EQ(key_of([](auto& c) { c.X_WB.translation().x() = kNan; }), "placement");
  EXPECT_EQ(key_of([](auto& c) { c.X_WB.translation().z() += 0.01; }), "placement.legs[0]");
  EXPECT_EQ(key_of([](auto& c) { c.gravity_W.x() = kNan; }), "gravity");
  EXPECT_EQ(key_of([](auto& c) { c.start_cup_force_N = 130; }), "cup_force_N");
}

}  // namespace
}  // namespace ventosa::sim::check_config_test
