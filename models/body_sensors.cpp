#include "models/body_sensors.h"

namespace ventosa::models {
namespace {

using controller::Isometry3d;
using controller::Matrix3d;
using controller::Vector3d;
using Eigen::AngleAxisd;

constexpr double kFar_m = 10;  // nothing on a robot is further away

DepthSensor read_depth_sensor(const Node& node) {
  DepthSensor depth{.width_px = node.at("width_px").as_int(16, 10000),
                    .height_px = node.at("height_px").as_int(16, 10000),
                    .focal_px = node.at("focal_px").as_double(between(10, 100000)),
                    .baseline_m = node.at("baseline_m").as_double(above(0, 1)),
                    .disparity_noise_px = node.at("disparity_noise_px").as_double(above(0, 10)),
                    .scale_error = node.at("scale_error").as_double(between(0, 0.1)),
                    .nearest_m = node.at("nearest_m").as_double(above(0, 10))};
  depth.farthest_m = node.at("farthest_m").as_double(above(depth.nearest_m, 60));
  depth.grazing_rad = node.at("grazing_deg").as_rad(between(0, 60));
  depth.rate_hz = node.at("rate_hz").as_double(above(0, 1000));
  depth.latency_s = node.at("latency_s").as_double(between(0, 1));
  return depth;
}

Imu read_imu(const Node& node) {
  const auto deviation = [&](const char* key) { return node.at(key).as_double(between(0, 100)); };
  return {.p_EI = node.at("position_m").as_vector<3>(between(-kFar_m, kFar_m)),
          .rate_hz = node.at("rate_hz").as_double(above(0, 100000)),
          .gyro_noise_rad_s = deviation("gyro_noise_rad_s"),
          .accel_noise_m_s2 = deviation("accel_noise_m_s2"),
          .gyro_bias_rad_s = deviation("gyro_bias_rad_s"),
          .accel_bias_m_s2 = deviation("accel_bias_m_s2"),
          .gyro_walk_rad_s = deviation("gyro_walk_rad_s"),
          .accel_walk_m_s2 = deviation("accel_walk_m_s2"),
          .gyro_step_rad_s = deviation("gyro_step_rad_s"),
          .accel_step_m_s2 = deviation("accel_step_m_s2")};
}

PanTilt read_pan_tilt(const Node& node) {
  return {.pan_limit_rad = node.at("pan_limit_deg").as_rad(between(0, 180)),
          .tilt_limit_rad = node.at("tilt_limit_deg").as_rad(between(0, 90)),
          .speed_rad_s = node.at("speed_deg_s").as_rad(above(0, 1000)),
          .acceleration_rad_s2 = node.at("acceleration_deg_s2").as_rad(above(0, 100000)),
          .angle_step_rad = node.at("angle_step_deg").as_rad(between(0, 10)),
          .speed_step_rad_s = node.at("speed_step_deg_s").as_rad(between(0, 100))};
}

void read_mount(const Node& node, PanTilt& mount) {
  mount.p_BP = node.at("axes_m").as_vector<3>(between(-kFar_m, kFar_m));
  mount.p_PE = node.at("eye_m").as_vector<3>(between(-kFar_m, kFar_m));
}

}  // namespace

Isometry3d camera_pose(const PanTilt& mount, double pan_rad, double tilt_rad) {
  Matrix3d R_PE;  // at zero: z ahead, x to the right, y down
  R_PE << 0, 0, 1, -1, 0, 0, 0, -1, 0;
  Isometry3d X_BE = Isometry3d::Identity();
  X_BE.translate(mount.p_BP);
  X_BE.rotate(AngleAxisd(pan_rad, Vector3d::UnitZ()));
  X_BE.rotate(AngleAxisd(tilt_rad, Vector3d::UnitY()));
  X_BE.translate(mount.p_PE);
  X_BE.rotate(R_PE);
  return X_BE;
}

std::optional<BodySensors> read_body_sensors(const Node& body, const Node& parts) {
  const auto camera = parts.find("camera");
  const auto pan_tilt = parts.find("pan_tilt");
  const auto imu = parts.find("imu");
  const auto mount = body.find("camera");
  BodySensors sensors;
  if (camera) sensors.depth = read_depth_sensor(*camera);
  if (pan_tilt) sensors.mount = read_pan_tilt(*pan_tilt);
  if (imu) sensors.imu = read_imu(*imu);
  if (!mount) return std::nullopt;
  read_mount(*mount, sensors.mount);
  if (!camera || !pan_tilt || !imu)
    mount->fail("needs camera, pan_tilt and imu among the parts", "romerin_parts.yaml has them");
  return sensors;
}

}  // namespace ventosa::models
