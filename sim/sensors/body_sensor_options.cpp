#include "sim/sensors/body_sensor_options.h"

namespace ventosa::sim {

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
          .accel_step_m_s2 = imu.accel_step_m_s2,
          .gyro_range_rad_s = imu.gyro_range_rad_s,
          .accel_range_m_s2 = imu.accel_range_m_s2};
}

GpsOptions gps_options(Fidelity fidelity, const std::optional<models::Gps>& gps) {
  if (!gps) return {};
  return {.on = true, .noise_m = fidelity == Fidelity::kFull ? gps->noise_m : 0};
}

CompassOptions compass_options(Fidelity fidelity, const std::optional<models::Compass>& compass) {
  if (!compass) return {};
  if (fidelity == Fidelity::kIdeal) return {.on = true};
  return {.on = true, .noise_rad = compass->noise_rad, .deviation_rad = compass->deviation_rad};
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

}  // namespace ventosa::sim
