#pragma once

#include <optional>

#include "controller/model/command.h"
#include "models/body_sensors.h"
#include "sim/fidelity.h"

namespace ventosa::sim {

enum class ImuPlace : std::uint8_t {
  kBody,    ///< at the body's origin, along its axes
  kCamera,  ///< in the camera: it feels the body's turning, too, and is off by the camera's
            ///< mounting
};

/// The body's IMU. Bias and resolution are along its own axes.
struct ImuOptions {
  ImuPlace place = ImuPlace::kBody;
  double rate_hz = 0;           ///< 0: a reading whenever one is asked for
  double gyro_noise_rad_s = 0;  ///< standard deviation, white, per reading and axis
  double accel_noise_m_s2 = 0;
  controller::Vector3d gyro_bias_rad_s = controller::Vector3d::Zero();  ///< constant
  controller::Vector3d accel_bias_m_s2 = controller::Vector3d::Zero();
  double gyro_bias_sd_rad_s = 0;  ///< and drawn once from the seed, per axis
  double accel_bias_sd_m_s2 = 0;
  double gyro_walk_rad_s = 0;  ///< of the bias, standard deviation after 1 s, per axis
  double accel_walk_m_s2 = 0;
  double gyro_step_rad_s = 0;  ///< resolution; 0: any value
  double accel_step_m_s2 = 0;
};

using controller::Gaze;

/// The depth camera and the pan-tilt below it.
struct CameraOptions {
  bool on = false;
  double pan_rad = 0;  ///< at the start, as is tilt_rad
  double tilt_rad = 0.6;
  /// by how much the camera is really turned about its own axes against what all believe
  controller::Vector3d mounting_error_rad = controller::Vector3d::Zero();
  int columns = 64;  ///< grid of rays, evenly over the image
  int rows = 36;
  double disparity_noise_px = 0;
  double scale_error_sd = 0;    ///< of all depths, drawn once from the seed, as a share of them
  double angle_step_rad = 0;    ///< resolution of what the pan-tilt reports, counted from the start
  double speed_step_rad_s = 0;  ///< 0: exactly
  bool holes = false;  ///< no depth where a surface is too flat, or hidden from the other imager
  double latency_s = 0;
};

/// A blind robot (no sensors given) has its IMU at its origin and no camera. @{
ImuOptions imu_options(Fidelity fidelity, const std::optional<models::BodySensors>& sensors);
CameraOptions camera_options(Fidelity fidelity, const std::optional<models::BodySensors>& sensors);
/// @}

}  // namespace ventosa::sim
