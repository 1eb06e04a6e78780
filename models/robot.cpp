#include "models/robot.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "controller/kinematics/arm_geometry.h"
#include "controller/kinematics/joint_limits.h"
#include "controller/kinematics/workspace.h"
#include "models/body.h"
#include "models/feet.h"
#include "models/gaits.h"
#include "models/leg_type.h"
#include "models/pantograph.h"
#include "models/part_keys.h"
#include "models/robot_files.h"
#include "models/self_collision.h"
#include "models/text.h"
#include "models/yaml_fields.h"

namespace ventosa::models {
namespace {

using controller::Isometry3d;
using controller::RobotModel;
using controller::Vector3d;

constexpr int kSchema = 1;
using LegTypes = std::map<std::string, LegType>;

/// Adds the leg types of the file; names from the parts file must not be reused.
void read_leg_types(const Node& file, const Drives& drives, LegTypes& types) {
  const auto node = file.find("leg_types");
  if (!node) return;
  for (const auto& [name, type] : node->members())
    if (!types.emplace(name, read_leg_type(type, drives)).second)
      type.fail("is in the file of parts already", "give it another name");
}

// R_BL = Rz(yaw) Ry(pitch) Rx(roll)
Isometry3d read_mount(const Node& node) {
  const auto angle = [&](const char* key) {
    const auto found = node.find(key);
    return found ? found->as_rad(between(-360, 360)) : 0.0;
  };
  Isometry3d X_BL = Isometry3d::Identity();
  X_BL.translate(node.at("hip_m").as_vector<3>(between(-kFarthest_m, kFarthest_m)));
  X_BL.rotate(Eigen::AngleAxisd(node.at("yaw_deg").as_rad(between(-360, 360)), Vector3d::UnitZ()));
  X_BL.rotate(Eigen::AngleAxisd(angle("pitch_deg"), Vector3d::UnitY()));
  X_BL.rotate(Eigen::AngleAxisd(angle("roll_deg"), Vector3d::UnitX()));
  return X_BL;
}

void refuse_taken_name(const Node& name, const std::vector<controller::Leg>& legs) {
  for (const controller::Leg& leg : legs)
    if (leg.name == name.as_string()) name.fail("is taken by another leg", "names must differ");
}

void refuse_taken_mount(const Node& hip, const controller::Leg& leg,
                        const std::vector<controller::Leg>& legs) {
  constexpr double kSame_m = 1e-3;
  for (const controller::Leg& other : legs)
    if ((other.X_BL.translation() - leg.X_BL.translation()).norm() < kSame_m)
      hip.fail("has the same mount as " + other.name, "two modules cannot share a mount");
}

/// Motor map of the leg type, with the module's own motor zeros and signs.
MotorMap read_motors(const Node& node, const LegType& type) {
  MotorMounts mounts = type.mounts;
  if (const auto zeros = node.find("motor_zero_deg"))
    read_motor_zeros(*zeros, type.leg.n_joints, mounts);
  if (const auto signs = node.find("motor_sign"))
    read_motor_signs(*signs, type.leg.n_joints, mounts);
  const MotorMap map = motor_map(mounts, type.gears);
  if (const auto overrun = find_overrun(type.leg, map, type.drive))
    node.fail(overrun->rule, "see motor_zero_deg and motor_sign");
  return map;
}

void add_leg(const Node& node, const LegTypes& types, Robot& robot) {
  const LegType& type = node.at("type").as_key_of(types);
  auto& legs = robot.nominal.leg;
  refuse_taken_name(node.at("name"), legs);
  controller::Leg leg = type.leg;
  leg.name = node.at("name").as_name();
  leg.X_BL = read_mount(node);
  refuse_taken_mount(node.at("hip_m"), leg, legs);
  const auto own = node.find("stance");
  const DefaultStance stance = own ? read_default_stance(*own) : type.stance;
  leg.p_BW_nominal = leg.point_ahead(stance.radius_m, stance.drop_m);
  robot.drive[legs.size()] = type.drive;
  robot.motors[legs.size()] = read_motors(node, type);
  robot.linkage[legs.size()] = type.linkage;
  legs.push_back(leg);
}

void check_schema(const Node& node) {
  if (node.as_int() == kSchema) return;
  node.fail("must be " + std::to_string(kSchema), "the only schema of robot files");
}

void read_sources(const Node& root) {
  if (const auto sources = root.find("sources"))
    for (const auto& note : sources->members()) note.second.as_string();
}

Wire read_wire(const Node& node) {
  return node.as_enum<Wire>(
      {{"native", Wire::kNative}, {"legacy", Wire::kLegacy}, {"broadcast", Wire::kBroadcast}});
}

/// Reads what every robot file may have, with or without a base.
void read_head(const Node& root, Mistakes& mistakes, Robot& robot) {
  check_schema(root.at("schema"));
  mistakes.collect(root, "name", [&] { robot.nominal.name = root.at("name").as_name(); });
  mistakes.collect(root, "sources", [&] { read_sources(root); });
  mistakes.collect(root, "wire", [&] {
    if (const auto wire = root.find("wire")) robot.wire = read_wire(*wire);
  });
  if (!root.find("sensors")) return;
  mistakes.collect(root, "sensors", [&] {
    robot.gps = read_gps(root, robot.nominal.p_BG);
    robot.compass = read_compass(root);
    if (lacks_imu(root)) robot.nominal.has_imu = false;
  });
}

void read_control(const Node& file, Robot& robot) {
  if (const auto node = file.find("controller")) read_settings(*node, robot.control);
}

/// Refuses settings of parts that the robot lacks.
void refuse_idle_settings(const Node& file, Robot& robot) {
  if (const auto node = file.find("controller"))
    for_each_layer(*node, [&](const Node& options) {
      refuse_part_keys(options, robot, [&](auto& field) { describe(field, robot.control.base); });
    });
}

/// Nothing under a point foot extends or is compressed.
constexpr controller::LipConfig kNoLip{.free_height_m = 0, .press_m = 0};

/// Reads cup, drives and settings into the robot.  @return the available leg types
LegTypes read_parts(const Node& root, const Node& variant, Robot& robot) {
  const Node parts = find_parts(root);
  Drives drives;
  LegTypes types;
  std::variant<controller::Cup, controller::PointFoot> foot;
  Mistakes mistakes;
  const char* const feet = parts.find("foot") ? "foot" : "cup";
  mistakes.collect(parts, feet, [&] { foot = read_feet(parts, robot); });
  mistakes.collect(root, "body",
                   [&] { robot.sensors = read_body_sensors(root.at("body"), parts); });
  mistakes.collect(parts, "drives", [&] { drives = read_drives(parts.at("drives")); });
  if (const auto changes = variant.find("drives"); changes && variant.find("base"))
    mistakes.collect(variant, "drives",
                     [&] { change_drives(*changes, parts.at("drives"), drives); });
  robot.nominal.has_packs = has_packs(parts);
  mistakes.collect(parts, robot.nominal.has_packs ? "battery" : "rail",
                   [&] { robot.power = read_power(parts); });
  mistakes.collect(parts, "controller", [&] { read_control(parts, robot); });
  if (parts.file() != root.file())
    mistakes.collect(root, "controller", [&] { read_control(root, robot); });
  mistakes.refuse();
  if (robot.point) robot.control.base.lip = kNoLip;
  check_voltages(parts.at("drives"), drives, robot.power.rail.voltage_V);
  read_leg_types(root, drives, types);
  if (parts.file() != root.file()) {
    read_leg_types(parts, drives, types);
    read_sources(parts);
    parts.finish();
  }
  for (auto& [name, type] : types) type.leg.foot.hold = foot;
  return types;
}

/// True if the strokes of a pantograph's sliders permit their angles and the knee does not.
bool only_knee_refuses(const controller::Leg& leg, const controller::Vector2d& slider_rad) {
  const controller::PerJoint<double> q_rad{0, slider_rad[0], slider_rad[1]};
  return within_limits(leg, q_rad, 1, leg.n_arm) && !knee_permits(*leg.knee, slider_rad);
}

/// Reason why a foot cannot reach its place in the default stance.
std::string out_of_reach_text(const controller::Leg& leg) {
  const Vector3d p_LW = leg.X_BL.inverse() * leg.p_BW_nominal;
  if (leg.knee) {
    const auto slider_rad = controller::slider_angles(leg, {p_LW.head<2>().norm(), p_LW.z()});
    if (only_knee_refuses(leg, slider_rad)) return knee_text(*leg.knee, slider_rad);
  }
  const double off_m = (controller::project_on_reach(leg, p_LW, {}).p_LW - p_LW).norm();
  const std::string end = leg.has_wrist() ? "wrist point" : "foot";
  if (off_m > 1e-6) return "the " + end + " is " + decimal(1000 * off_m, 3) + " mm out of reach";
  return "a joint would be beyond its limit with the elbow off the ground and the foot on it";
}

/// Checks the default stance. Of two colliding parts, the one later in the file is reported.
void check_home(const Node& root, const RobotModel& robot) {
  const auto legs = root.at("legs").elements();
  controller::PerLeg<controller::PerJoint<double>> q_rad{};
  for (std::size_t i = 0; i < legs.size(); ++i)
    if (!find_home(robot.leg[i], q_rad[i]))
      legs[i].fail("in the default stance " + out_of_reach_text(robot.leg[i]),
                   "change stance of the leg or of its type, or pitch_deg and roll_deg");
  const controller::SelfDistance self = self_distance_at(robot, q_rad);
  if (!self.collides()) return;
  legs[static_cast<std::size_t>(self.b.leg)].fail(
      "in the default stance " + overlap_text(robot, self),
      "move the hips apart, or change hip_m, yaw_deg or stance");
}

/// Other files have other keys, and would be refused for every key that they lack.
void check_kind(const Node& root) {
  if (!root.is_map() || root.find("legs") || root.find("base")) return;
  if (root.find("robot"))
    throw InputError("", "", "is a scenario, not a robot", "name the robot that it names");
  if (root.find("drives") && !root.find("body"))
    throw InputError("", "", "is a file of parts, not a robot", "a robot names it: parts: FILE");
}

/// The robot of a file that has all of it.
/// @param variant  the file that is read: this one, or one whose base it is
Robot read_complete(const Node& root, const Node& variant) {
  Robot robot;
  Mistakes mistakes;
  read_head(root, mistakes, robot);
  mistakes.collect(root, "body", [&] { read_body(root.at("body"), robot.nominal); });
  mistakes.collect(root, "payload", [&] { read_payload(root, robot.nominal); });
  LegTypes types;
  mistakes.collect(root, "parts", [&] { types = read_parts(root, variant, robot); });
  mistakes.refuse();  // needed to build the legs
  for (const Node& leg : root.at("legs").elements(1, controller::kMaxLegs))
    mistakes.collect(leg, [&] { add_leg(leg, types, robot); });
  mistakes.refuse();
  mistakes.collect(root, "gaits", [&] {
    if (const auto gaits = root.find("gaits"))
      read_gaits(*gaits, robot.nominal.leg, robot.nominal.gait);
  });
  mistakes.collect(root, [&] { root.finish(); });
  mistakes.refuse();
  Robot with_imu = robot;  // the file of parts is for robots with and without one
  with_imu.nominal.has_imu = true;
  refuse_idle_settings(find_parts(root), with_imu);
  refuse_idle_settings(root, robot);
  check_home(root, robot.nominal);
  return robot;
}

Robot read_base(const Node& base, const Node& variant) try {
  check_kind(base.fresh());
  return read_complete(base.fresh(), variant);
} catch (const InputError& error) {
  throw base.locate(error);
}

/// The robot of another file, with a name, sensors, drives' numbers and controller settings of its
/// own.
Robot read_variant(const Node& root) {
  Robot robot = read_base(find_base(root), root);
  Mistakes mistakes;
  read_head(root, mistakes, robot);
  mistakes.collect(root, "foot", [&] { read_foot_sensor(root, robot); });
  mistakes.collect(root, "controller", [&] { read_control(root, robot); });
  mistakes.collect(root, [&] { root.finish(); });
  mistakes.refuse();
  refuse_idle_settings(root, robot);
  return robot;
}

Robot read_robot(const Node& root) try {
  check_kind(root.fresh());
  return root.fresh().find("base") ? read_variant(root) : read_complete(root, root);
} catch (const InputError& error) {
  throw root.locate(error);
}

}  // namespace

std::vector<Drive> drives_of(const Robot& robot) {
  std::vector<Drive> drives;
  for (std::size_t i = 0; i < robot.nominal.leg.size(); ++i) {
    const auto first = robot.drive[i].begin();
    drives.insert(drives.end(), first, first + robot.nominal.leg[i].n_joints);
  }
  return drives;
}

bool has_position_loops(const Robot& robot) {
  const std::vector<Drive> drives = drives_of(robot);
  return std::any_of(drives.begin(), drives.end(),
                     [](const Drive& drive) { return drive.firmware.only_follows_positions(); });
}

Robot load(const std::filesystem::path& file) { return read_robot(Node::load(file)); }
Robot load(const Node& root) { return read_robot(root); }

}  // namespace ventosa::models
