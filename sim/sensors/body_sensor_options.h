#pragma once

#include <optional>

#include "controller/model/command.h"
#include "controller/model/description.h"
#include "models/body_sensors.h"
#include "sim/model/fidelity.h"

namespace ventosa::sim {

enum class ImuPlace : std::uint8_t {
  kBody,    ///< the IMU is at the body's origin, along its axes
  kCamera,  ///< in the camera: the IMU moves with the pan-tilt and has the camera's mounting error
};
constexpr auto enumerators(ImuPlace) { return controller::words("body", "camera"); }

/// The body's IMU. Noise, bias and resolution are along its own axes.
struct ImuOptions {
  ImuPlace place = ImuPlace::kBody;
  double rate_hz = 0;           ///< 0: the present value at any time
  double gyro_noise_rad_s = 0;  ///< standard deviation, white, per reading and axis
  double accel_noise_m_s2 = 0;
  controller::Vector3d gyro_bias_rad_s = controller::Vector3d::Zero();  ///< constant
  controller::Vector3d accel_bias_m_s2 = controller::Vector3d::Zero();
  double gyro_bias_sd_rad_s = 0;  ///< standard deviation of an additional bias, drawn once per axis
  double accel_bias_sd_m_s2 = 0;
  double gyro_walk_rad_s = 0;  ///< random walk of the bias, standard deviation after 1 s, per axis
  double accel_walk_m_s2 = 0;
  double gyro_step_rad_s = 0;  ///< resolution; 0: exact
  double accel_step_m_s2 = 0;
  double gyro_range_rad_s = 0;  ///< readings are clipped to +- this; 0: never
  double accel_range_m_s2 = 0;
};

void describe(auto& field, controller::Is<ImuOptions> auto& imu) {
  field("place", imu.place);
  field("rate_hz", imu.rate_hz, "Hz", controller::not_negative());
  field("gyro_noise_rad_s", imu.gyro_noise_rad_s, "rad/s", controller::between(0, 1));
  field("accel_noise_m_s2", imu.accel_noise_m_s2, "m/s2", controller::between(0, 10));
  field("gyro_bias_rad_s", imu.gyro_bias_rad_s, "rad/s", controller::between(-1, 1));
  field("accel_bias_m_s2", imu.accel_bias_m_s2, "m/s2", controller::between(-10, 10));
  field("gyro_bias_sd_rad_s", imu.gyro_bias_sd_rad_s, "rad/s", controller::between(0, 1));
  field("accel_bias_sd_m_s2", imu.accel_bias_sd_m_s2, "m/s2", controller::between(0, 10));
  field("gyro_walk_rad_s", imu.gyro_walk_rad_s, "rad/s", controller::between(0, 1));
  field("accel_walk_m_s2", imu.accel_walk_m_s2, "m/s2", controller::between(0, 10));
  field("gyro_step_rad_s", imu.gyro_step_rad_s, "rad/s", controller::between(0, 1));
  field("accel_step_m_s2", imu.accel_step_m_s2, "m/s2", controller::between(0, 10));
  field("gyro_range_rad_s", imu.gyro_range_rad_s, "rad/s", controller::not_negative());
  field("accel_range_m_s2", imu.accel_range_m_s2, "m/s2", controller::not_negative());
}

using controller::Gaze;

/// Number of frames in the delay line: the latency is at most kMaxFrames - 1 frame periods.
inline constexpr int kMaxFrames = 4;

/// The depth camera and the pan-tilt below it.
struct CameraOptions {
  bool on = false;
  double pan_rad = 0;  ///< start angles of the pan-tilt
  double tilt_rad = 0.6;
  /// Rotation vector from the nominal to the actual camera axes.
  controller::Vector3d mounting_error_rad = controller::Vector3d::Zero();
  int columns = 64;  ///< rays, evenly spaced over the image
  int rows = 36;
  double disparity_noise_px = 0;
  double scale_error_sd = 0;  ///< relative error of all depths, drawn once
  double angle_step_rad = 0;  ///< resolution of the reported angles, from the start angle; 0: exact
  double speed_step_rad_s = 0;  ///< resolution of the reported speeds; 0: exact
  bool holes = false;  ///< no depth at grazing incidence, or where the second imager is occluded
  double latency_s = 0;
};

void describe(auto& field, controller::Is<CameraOptions> auto& camera) {
  field("on", camera.on);
  field("pan_deg", camera.pan_rad, controller::kDegrees, controller::between(-180, 180));
  field("tilt_deg", camera.tilt_rad, controller::kDegrees, controller::between(-180, 180));
  field("mounting_error_deg", camera.mounting_error_rad, controller::kDegrees,
        controller::between(-30, 30));
  field("columns", camera.columns, "1", controller::between(8, 100));
  field("rows", camera.rows, "1", controller::between(8, 64));
  field("disparity_noise_px", camera.disparity_noise_px, "px", controller::between(0, 10));
  field("scale_error_sd", camera.scale_error_sd, "1", controller::between(0, 0.1));
  field("angle_step_deg", camera.angle_step_rad, controller::kDegrees, controller::between(0, 10));
  field("speed_step_deg_s", camera.speed_step_rad_s, controller::kDegreesPerSecond,
        controller::between(0, 100));
  field("holes", camera.holes);
  field("latency_s", camera.latency_s, "s", controller::between(0, 1));
}

/// The GPS. Its antenna and rate are the robot's.
struct GpsOptions {
  bool on = false;
  double noise_m = 0;  ///< standard deviation of one fix, per axis
};

void describe(auto& field, controller::Is<GpsOptions> auto& gps) {
  field("on", gps.on);
  field("noise_m", gps.noise_m, "m", controller::between(0, 100));
}

/// The compass. Its rate is the robot's.
struct CompassOptions {
  bool on = false;
  double noise_rad = 0;      ///< standard deviation of one reading
  double deviation_rad = 0;  ///< reading minus heading, without noise
};

void describe(auto& field, controller::Is<CompassOptions> auto& compass) {
  field("on", compass.on);
  field("noise_deg", compass.noise_rad, controller::kDegrees, controller::between(0, 90));
  field("deviation_deg", compass.deviation_rad, controller::kDegrees, controller::between(-45, 45));
}

/// On if the robot has the sensor; exact unless the fidelity is full. @{
GpsOptions gps_options(Fidelity fidelity, const std::optional<models::Gps>& gps);
CompassOptions compass_options(Fidelity fidelity, const std::optional<models::Compass>& compass);
/// @}

/// Options of a robot without body sensors: an ideal IMU at the body's origin, and no camera. @{
ImuOptions imu_options(Fidelity fidelity, const std::optional<models::BodySensors>& sensors);
CameraOptions camera_options(Fidelity fidelity, const std::optional<models::BodySensors>& sensors);
/// @}

}  // namespace ventosa::sim
