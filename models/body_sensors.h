#pragma once

#include "controller/model/description.h"
#include "models/strict_yaml.h"

/// Sensors of the body: a depth camera with an IMU in it, on a pan-tilt; GPS and compass.
namespace ventosa::models {

inline constexpr double kFarthest_m = 10;  ///< upper bound of positions on a robot

/// Mounting of the camera on the body. The pan axis is B's z, the tilt axis after it is B's y; both
/// pass through P. Positive pan is to the left, positive tilt down. At zero the camera looks along
/// B's x.
struct PanTilt {
  controller::Vector3d p_BP = controller::Vector3d::Zero();  ///< [m]
  /// [m] position of the camera at zero angles.
  controller::Vector3d p_PE = controller::Vector3d::Zero();
  double pan_limit_rad = 0;  ///< to both sides
  double tilt_limit_rad = 0;
  double speed_rad_s = 0;  ///< limit of either servo
  double acceleration_rad_s2 = 0;
  double angle_step_rad = 0;  ///< resolution of the reported angles
  double speed_step_rad_s = 0;
};

/// Describes the two servos.
void describe_servos(auto& field, controller::Is<PanTilt> auto& mount) {
  field("pan_limit_deg", mount.pan_limit_rad, controller::kDegrees, between(0, 180));
  field("tilt_limit_deg", mount.tilt_limit_rad, controller::kDegrees, between(0, 90));
  field("speed_deg_s", mount.speed_rad_s, controller::kDegreesPerSecond, above(0, 1000));
  field("acceleration_deg_s2", mount.acceleration_rad_s2, controller::kDegreesPerSecond2,
        above(0, 100000));
  field("angle_step_deg", mount.angle_step_rad, controller::kDegrees, between(0, 10));
  field("speed_step_deg_s", mount.speed_step_rad_s, controller::kDegreesPerSecond, between(0, 100));
}

void describe(auto& field, controller::Is<PanTilt> auto& mount) {
  field("axes_m", mount.p_BP, "m", between(-kFarthest_m, kFarthest_m));
  field("eye_m", mount.p_PE, "m", between(-kFarthest_m, kFarthest_m));
  describe_servos(field, mount);
}

/// Pose X_BE of the camera. Its rotation is Prados 2023, eq. 33.
controller::Isometry3d camera_pose(const PanTilt& mount, double pan_rad, double tilt_rad);

/// A stereo depth camera: disparity = focal * baseline / depth.
struct DepthSensor {
  int width_px = 0;
  int height_px = 0;
  double focal_px = 0;
  double baseline_m = 0;
  double disparity_noise_px = 0;  ///< standard deviation, per pixel
  double scale_error = 0;         ///< standard deviation between cameras, relative to the depth
  double nearest_m = 0;
  double farthest_m = 0;
  double grazing_rad = 0;  ///< surfaces at a smaller grazing angle give no depth
  double rate_hz = 0;
  double latency_s = 0;  ///< delay from exposure to the detected planes

  /// Standard deviation of an inverse depth [1/m].
  double inverse_depth_noise_1_m() const { return disparity_noise_px / (focal_px * baseline_m); }
};

void describe(auto& field, controller::Is<DepthSensor> auto& depth) {
  field("width_px", depth.width_px, "px", between(16, 10000));
  field("height_px", depth.height_px, "px", between(16, 10000));
  field("focal_px", depth.focal_px, "px", between(10, 100000));
  field("baseline_m", depth.baseline_m, "m", above(0, 1));
  field("disparity_noise_px", depth.disparity_noise_px, "px", above(0, 10));
  field("scale_error", depth.scale_error, "1", between(0, 0.1));
  field("nearest_m", depth.nearest_m, "m", above(0, 10));
  field("farthest_m", depth.farthest_m, "m", above(depth.nearest_m, 60));
  field("grazing_deg", depth.grazing_rad, controller::kDegrees, between(0, 60));
  field("rate_hz", depth.rate_hz, "Hz", above(0, 1000));
  field("latency_s", depth.latency_s, "s", between(0, 1));
}

/// Inertial measurement unit. Values that differ between units are given as standard deviations.
struct Imu {
  controller::Vector3d p_EI = controller::Vector3d::Zero();  ///< [m] position in the camera
  double rate_hz = 0;
  double gyro_noise_rad_s = 0;  ///< noise of one reading, per axis
  double accel_noise_m_s2 = 0;
  double gyro_bias_rad_s = 0;  ///< standard deviation between units, per axis
  double accel_bias_m_s2 = 0;
  double gyro_walk_rad_s = 0;  ///< standard deviation of the bias' change in 1 s, per axis
  double accel_walk_m_s2 = 0;
  double gyro_step_rad_s = 0;  ///< resolution
  double accel_step_m_s2 = 0;
  double gyro_range_rad_s = 0;  ///< to both sides, per axis
  double accel_range_m_s2 = 0;
};

void describe(auto& field, controller::Is<Imu> auto& imu) {
  constexpr double kLargest = 100;
  field("position_m", imu.p_EI, "m", between(-kFarthest_m, kFarthest_m));
  field("rate_hz", imu.rate_hz, "Hz", above(0, 100000));
  field("gyro_noise_rad_s", imu.gyro_noise_rad_s, "rad/s", between(0, kLargest));
  field("accel_noise_m_s2", imu.accel_noise_m_s2, "m/s2", between(0, kLargest));
  field("gyro_bias_rad_s", imu.gyro_bias_rad_s, "rad/s", between(0, kLargest));
  field("accel_bias_m_s2", imu.accel_bias_m_s2, "m/s2", between(0, kLargest));
  field("gyro_walk_rad_s", imu.gyro_walk_rad_s, "rad/s", between(0, kLargest));
  field("accel_walk_m_s2", imu.accel_walk_m_s2, "m/s2", between(0, kLargest));
  field("gyro_step_rad_s", imu.gyro_step_rad_s, "rad/s", between(0, kLargest));
  field("accel_step_m_s2", imu.accel_step_m_s2, "m/s2", between(0, kLargest));
  field("gyro_range_rad_s", imu.gyro_range_rad_s, "rad/s", above(0, 1000));
  field("accel_range_m_s2", imu.accel_range_m_s2, "m/s2", above(0, 10000));
}

struct BodySensors {
  PanTilt mount;
  DepthSensor depth;
  Imu imu;
};

void describe(auto& field, controller::Is<BodySensors> auto& sensors) {
  field("mount", sensors.mount);
  field("depth", sensors.depth);
  field("imu", sensors.imu);
}

/// GPS receiver; its antenna is RobotModel::p_BG.
struct Gps {
  double rate_hz = 0;
  double noise_m = 0;  ///< standard deviation of one fix, per axis
};

void describe(auto& field, controller::Is<Gps> auto& gps) {
  field("rate_hz", gps.rate_hz, "Hz", above(0, 1000));
  field("noise_m", gps.noise_m, "m", above(0, 100));
}

/// Compass, tilt-compensated: reading = heading + deviation + noise.
struct Compass {
  double rate_hz = 0;
  double noise_rad = 0;         ///< standard deviation of one reading
  double deviation_rad = 0;     ///< constant, unknown to the controller
  double deviation_sd_rad = 0;  ///< standard deviation between compasses
};

void describe(auto& field, controller::Is<Compass> auto& compass) {
  field("rate_hz", compass.rate_hz, "Hz", above(0, 1000));
  field("noise_deg", compass.noise_rad, controller::kDegrees, above(0, 90));
  field("deviation_deg", compass.deviation_rad, controller::kDegrees, between(-45, 45));
  field("deviation_sd_deg", compass.deviation_sd_rad, controller::kDegrees, between(0, 45));
}

/// Reads `gps` and `compass` of the robot's `sensors`.  @throws InputError @{
std::optional<Gps> read_gps(const Node& robot, controller::Vector3d& p_BG);
std::optional<Compass> read_compass(const Node& robot);
/// @}

/// True if the robot's `sensors` have `imu: null`.  @throws InputError  if they have any other imu
bool lacks_imu(const Node& robot);

/// Reads `camera`, `pan_tilt` and `imu` of the parts, and `camera` of the body with their position;
/// without the latter the robot has no camera.  @throws InputError
std::optional<BodySensors> read_body_sensors(const Node& body, const Node& parts);

}  // namespace ventosa::models
