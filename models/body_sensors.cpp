#include "models/body_sensors.h"

#include "models/yaml_fields.h"

namespace ventosa::models {
namespace {

using controller::Isometry3d;
using controller::Matrix3d;
using controller::Vector3d;
using Eigen::AngleAxisd;

void read_mount(const Node& node, PanTilt& mount) {
  mount.p_BP = node.at("axes_m").as_vector<3>(between(-kFarthest_m, kFarthest_m));
  mount.p_PE = node.at("eye_m").as_vector<3>(between(-kFarthest_m, kFarthest_m));
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

std::optional<Gps> read_gps(const Node& robot, Vector3d& p_BG) {
  const auto sensors = robot.find("sensors");
  const auto node = sensors ? sensors->find("gps") : std::nullopt;
  if (!node) return std::nullopt;
  p_BG = node->at("position_m").as_vector<3>(between(-kFarthest_m, kFarthest_m));
  Gps gps;
  read_fields<RequiredFields>(*node, 0, [&](auto& field) { describe(field, gps); });
  return gps;
}

std::optional<Compass> read_compass(const Node& robot) {
  const auto sensors = robot.find("sensors");
  const auto node = sensors ? sensors->find("compass") : std::nullopt;
  return node ? std::optional(read_required<Compass>(*node)) : std::nullopt;
}

bool lacks_imu(const Node& robot) {
  const auto sensors = robot.find("sensors");
  const auto node = sensors ? sensors->find("imu") : std::nullopt;
  if (node && !node->is_null())
    node->fail("must be null: the robot has no IMU",
               "leave it out for a robot with one; imu of the file or its parts is its data sheet");
  return node.has_value();
}

std::optional<BodySensors> read_body_sensors(const Node& body, const Node& parts) {
  const auto camera = parts.find("camera");
  const auto pan_tilt = parts.find("pan_tilt");
  const auto imu = parts.find("imu");
  const auto mount = body.find("camera");
  BodySensors sensors;
  if (camera) sensors.depth = read_required<DepthSensor>(*camera);
  if (imu) sensors.imu = read_required<Imu>(*imu);
  if (pan_tilt)
    read_fields<RequiredFields>(*pan_tilt, 0,
                                [&](auto& field) { describe_servos(field, sensors.mount); });
  if (!mount) return std::nullopt;
  read_mount(*mount, sensors.mount);
  if (!camera || !pan_tilt || !imu)
    mount->fail("needs camera, pan_tilt and imu among the parts", "romerin_parts.yaml has them");
  return sensors;
}

}  // namespace ventosa::models
