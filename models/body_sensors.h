#pragma once

#include "models/strict_yaml.h"

/// What the body sees and feels with: a depth camera with an IMU in it, on a pan-tilt.
namespace ventosa::models {

/// Where the camera sits on the body. The pan axis is B's z, the tilt axis then B's y; both pass
/// through P. Pan turns it to the left, tilt looks down. At zero it looks along B's x.
struct PanTilt {
  controller::Vector3d p_BP = controller::Vector3d::Zero();  ///< [m]
  controller::Vector3d p_PE = controller::Vector3d::Zero();  ///< [m] of the camera, at zero
  double pan_limit_rad = 0;                                  ///< to both sides
  double tilt_limit_rad = 0;
  double speed_rad_s = 0;  ///< of either servo on its way
  double acceleration_rad_s2 = 0;
  double angle_step_rad = 0;  ///< of what the servos report
  double speed_step_rad_s = 0;
};

/// X_BE of the camera. Prados 2023, eq. 33 is its rotation.
controller::Isometry3d camera_pose(const PanTilt& mount, double pan_rad, double tilt_rad);

/// A stereo depth camera: disparity = focal * baseline / depth.
struct DepthSensor {
  int width_px = 0;
  int height_px = 0;
  double focal_px = 0;
  double baseline_m = 0;
  double disparity_noise_px = 0;  ///< standard deviation, of a pixel
  double scale_error = 0;         ///< drawn for each camera: standard deviation, share of a depth
  double nearest_m = 0;
  double farthest_m = 0;
  double grazing_rad = 0;  ///< a surface seen flatter than this gives no depth
  double rate_hz = 0;
  double latency_s = 0;  ///< from the exposure to the planes

  /// standard deviation of an inverse depth
  double inverse_depth_noise_1_m() const { return disparity_noise_px / (focal_px * baseline_m); }
};

/// An inertial unit. What is drawn once for each unit is given by its standard deviation.
struct Imu {
  controller::Vector3d p_EI = controller::Vector3d::Zero();  ///< [m] in the camera
  double rate_hz = 0;
  double gyro_noise_rad_s = 0;  ///< of a reading, per axis
  double accel_noise_m_s2 = 0;
  double gyro_bias_rad_s = 0;  ///< drawn, per axis
  double accel_bias_m_s2 = 0;
  double gyro_walk_rad_s = 0;  ///< of the bias, in 1 s, per axis
  double accel_walk_m_s2 = 0;
  double gyro_step_rad_s = 0;  ///< resolution
  double accel_step_m_s2 = 0;
};

struct BodySensors {
  PanTilt mount;
  DepthSensor depth;
  Imu imu;
};

/// `camera`, `pan_tilt` and `imu` among the parts, and `camera` on the body that says where they
/// sit; a robot without the latter is blind.  @throws InputError
std::optional<BodySensors> read_body_sensors(const Node& body, const Node& parts);

}  // namespace ventosa::models
