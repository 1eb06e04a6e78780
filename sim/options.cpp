#include "sim/cups/cup_options.h"
#include "sim/drives/drive_options.h"
#include "sim/link_options.h"
#include "sim/power/power_options.h"
#include "sim/sensors/body_sensor_options.h"

/// What each level of fidelity means, effect by effect.
namespace ventosa::sim {

DriveOptions drive_options(Fidelity fidelity) {
  if (fidelity == Fidelity::kIdeal) return {};
  return {.model = MotorModel::kElectric,
          .friction = FrictionModel::kLoad,
          .backlash = true,
          .quantisation = true,
          .thermal = true,
          .encoder_noise_rad = 5e-4};
}

CupOptions cup_options(Fidelity fidelity) {
  if (fidelity == Fidelity::kIdeal) return {};
  return {CupModel::kLip, TurbineModel::kFan, CupSensing::kReadings};
}

PowerOptions power_options(Fidelity fidelity) {
  PowerOptions power;
  if (fidelity == Fidelity::kFull) power.model = PowerModel::kPacks;
  return power;
}

ImuOptions imu_options(Fidelity fidelity, const std::optional<models::BodySensors>& sensors) {
  if (fidelity == Fidelity::kIdeal || !sensors) return {};
  const models::Imu& imu = sensors->imu;
  return {.place = ImuPlace::kCamera,
          .rate_hz = imu.rate_hz,
          .gyro_noise_rad_s = imu.gyro_noise_rad_s,
          .accel_noise_m_s2 = imu.accel_noise_m_s2,
          .gyro_bias_sd_rad_s = imu.gyro_bias_rad_s,
          .accel_bias_sd_m_s2 = imu.accel_bias_m_s2,
          .gyro_walk_rad_s = imu.gyro_walk_rad_s,
          .accel_walk_m_s2 = imu.accel_walk_m_s2,
          .gyro_step_rad_s = imu.gyro_step_rad_s,
          .accel_step_m_s2 = imu.accel_step_m_s2};
}

CameraOptions camera_options(Fidelity fidelity, const std::optional<models::BodySensors>& sensors) {
  if (fidelity == Fidelity::kIdeal || !sensors) return {};
  return {.on = true,
          .disparity_noise_px = sensors->depth.disparity_noise_px,
          .scale_error_sd = sensors->depth.scale_error,
          .angle_step_rad = sensors->mount.angle_step_rad,
          .speed_step_rad_s = sensors->mount.speed_step_rad_s,
          .holes = true,
          .latency_s = sensors->depth.latency_s};
}

// Set-points at 100 Hz, one control tick on their way, readings a little faster: modules on a good
// wireless network of their own [E]. The public firmware reports at 20 to 30 Hz [P, F].
LinkOptions link_options(Fidelity fidelity) {
  if (fidelity == Fidelity::kIdeal) return {};
  return {.command = {.latency_s = 0.01, .jitter_s = 0.002, .loss = 0.01},
          .telemetry = {.latency_s = 0.003, .jitter_s = 0.002, .loss = 0.01},
          .telemetry_rate_Hz = 100,
          .module_loop_s = 0.005};
}

}  // namespace ventosa::sim
