#include <algorithm>

#include "controller/kinematics/joint_limits.h"
#include "models/mistakes.h"
#include "models/pantograph.h"
#include "models/text.h"
#include "scenarios/format/overlaps.h"
#include "scenarios/format/sections.h"

/// Reads the surfaces, and the robot's placement on them.
namespace ventosa::scenarios {

using controller::Isometry3d;
using controller::Matrix3d;
using controller::RobotModel;
using controller::Vector3d;
using models::Node;

namespace {

constexpr double kLargest_m = 100;

Matrix3d rotation_z(double angle_rad) {
  return Eigen::AngleAxisd(angle_rad, Vector3d::UnitZ()).toRotationMatrix();
}

/// Rotation by roll, pitch and yaw: R = Rz(yaw) Ry(pitch) Rx(roll).
Matrix3d rotation_rpy(const Vector3d& rpy_rad) {
  return rotation_z(rpy_rad.z()) * Eigen::AngleAxisd(rpy_rad.y(), Vector3d::UnitY()) *
         Eigen::AngleAxisd(rpy_rad.x(), Vector3d::UnitX());
}

double angle_or_zero(const Node& map, const char* key, double limit_deg) {
  const auto node = map.find(key);
  return node ? node->as_rad(models::between(-limit_deg, limit_deg)) : 0;
}

Vector3d read_normal(const Node& node) {
  const Vector3d normal = node.as_vector<3>(models::between(-1e6, 1e6));
  if (normal.norm() < 1e-3)
    node.fail("must not be shorter than 0.001", "e.g. [0, 0, 1] for ground");
  return normal.normalized();
}

Matrix3d read_orientation(const Node& surface) {
  const auto rpy = surface.find("rpy_deg");
  const auto normal = surface.find("normal");
  if (rpy.has_value() == normal.has_value())
    surface.fail("needs either normal or rpy_deg", "normal: [0, 0, 1] is level ground");
  if (rpy) return rotation_rpy(rpy->as_vector_rad<3>(models::between(-360, 360)));
  const Vector3d n = read_normal(*normal);
  const Vector3d x = uphill(n);
  Matrix3d R_WS;
  R_WS << x, n.cross(x), n;
  return R_WS * rotation_z(angle_or_zero(surface, "heading_deg", 360));
}

sim::ReliefOptions read_relief(const Node& node) {
  sim::ReliefOptions relief{
      .height_m = node.at("height_m").as_double(models::above(0, kLargest_m)),
      .correlation_m = node.at("correlation_m").as_double(models::above(0, kLargest_m))};
  if (const auto seed = node.find("seed"))
    relief.seed = static_cast<std::uint64_t>(seed->as_int64(0));
  return relief;
}

/// Shape of the ground, and how far from its plane the controller expects it.
void read_ground(const Node& node, Surface& surface) {
  if (const auto relief = node.find("relief")) surface.relief = read_relief(*relief);
  surface.patch.uneven_m = surface.relief ? surface.relief->height_m : 0;
  read_if(node, "uneven_m", models::between(0, kLargest_m), surface.patch.uneven_m);
}

Surface read_surface(const Node& node) {
  Surface surface;
  surface.name = node.at("name").as_name();
  surface.patch.X_WS.linear() = read_orientation(node);
  surface.patch.X_WS.translation() =
      node.at("position_m").as_vector<3>(models::between(-kLargest_m, kLargest_m));
  surface.patch.half_extent_m = 0.5 * node.at("size_m").as_vector<2>(models::above(0, kLargest_m));
  surface.patch.friction = node.at("friction").as_double(models::between(0, 10));
  read_if(node, "roughness_m", models::between(0, 0.01), surface.roughness_m);
  read_ground(node, surface);
  return surface;
}

void refuse_overlaps(const Node& list, const std::vector<Surface>& surfaces) {
  const auto found = ambiguous_overlap(surfaces);
  if (!found) return;
  const Surface &first = surfaces[found->first], &second = surfaces[found->second];
  list.elements(1, controller::kMaxPatches)[found->second].fail(
      "overlaps " + first.name + " in its plane, with another " + found->key +
          ": which of them a foot stands on is not said",
      "let " + second.name + " begin where " + first.name + " ends, or lie more than 1 mm higher");
}

std::size_t find_surface(const Node& name, const std::vector<Surface>& surfaces) {
  std::string all;
  for (std::size_t k = 0; k < surfaces.size(); ++k) {
    if (surfaces[k].name == name.as_string()) return k;
    all += (all.empty() ? "" : ", ") + surfaces[k].name;
  }
  name.fail("is not the name of a surface", "there are: " + all);
}

/// Nominal wrist points in the direction of each leg, at this distance from its hip.
void apply_stance(const Node& stance, RobotModel& robot) {
  const double radius_m = stance.at("radius_m").as_double(models::above(0, 10));
  const double height_m = stance.at("height_m").as_double(models::between(-10, 10));
  for (controller::Leg& leg : robot.leg) leg.p_BW_nominal = leg.point_ahead(radius_m, height_m);
}

/// Says what limit of a leg these angles exceed.
std::string beyond_limits(const controller::Leg& leg, const controller::PerJoint<double>& q_rad) {
  const std::string limits = "is beyond the leg's joint limits";
  if (!leg.knee || !controller::within_limits(leg, q_rad, 0, leg.n_joints)) return limits;
  return limits + ": " + models::knee_text(*leg.knee, controller::slider_rad(leg, q_rad));
}

}  // namespace

double nominal_height_m(const RobotModel& robot) {
  double sum = 0;
  for (const controller::Leg& leg : robot.leg) sum += leg.foot.standoff_m - leg.p_BW_nominal.z();
  return sum / robot.n_legs();
}

Vector3d uphill(const Vector3d& normal) {
  constexpr double kLevel = 1e-3;  // a smaller slope counts as level
  const Vector3d up = Vector3d::UnitZ() - normal.z() * normal;
  const Vector3d x = up.norm() > kLevel ? up : Vector3d::UnitX() - normal.x() * normal;
  return x.normalized();
}

std::vector<Surface> read_surfaces(const Node& scenario) {
  std::vector<Surface> surfaces;
  models::Mistakes mistakes;
  for (const Node& node : scenario.at("surfaces").elements(1, controller::kMaxPatches))
    mistakes.collect(node, [&] {
      const Surface surface = read_surface(node);
      const bool taken = std::any_of(surfaces.begin(), surfaces.end(), [&](const Surface& other) {
        return other.name == surface.name;
      });
      if (taken) node.at("name").fail("must be unique among the surfaces");
      surfaces.push_back(surface);
    });
  mistakes.refuse();
  refuse_overlaps(scenario.at("surfaces"), surfaces);
  return surfaces;
}

Placement read_placement(const Node& scenario, const std::vector<Surface>& surfaces,
                         RobotModel& robot) {
  const Node node = scenario.at("placement");
  if (const auto stance = node.find("stance")) apply_stance(*stance, robot);
  Placement placement{.surface = find_surface(node.at("surface"), surfaces)};
  const auto position = node.find("position_m");
  const auto height = node.find("height_m");
  const models::Range room = models::between(-kLargest_m, kLargest_m);
  const controller::Vector2d p =
      position ? position->as_vector<2>(room) : controller::Vector2d(0, 0);
  const double height_m = height ? height->as_double(room) : nominal_height_m(robot);

  placement.X_SB.translation() << p, height_m;
  placement.X_SB.linear() =
      rotation_rpy({angle_or_zero(node, "roll_deg", 180), angle_or_zero(node, "pitch_deg", 180),
                    angle_or_zero(node, "heading_deg", 360)});
  return placement;
}

controller::PerJoint<double> read_joint_angles(const Node& list, const controller::Leg& leg) {
  constexpr double kTurns_deg = 360, kScrew_deg = 1e6;
  const auto n = static_cast<std::size_t>(leg.n_joints);
  const std::vector<Node> angles = list.elements(n, n);
  controller::PerJoint<double> q_rad{};
  for (std::size_t j = 0; j < n; ++j) {
    const double most_deg = leg.joint[j].slides() ? kScrew_deg : kTurns_deg;
    q_rad[j] = angles[j].as_rad(models::between(-most_deg, most_deg));
  }
  if (!controller::within_limits(leg, q_rad)) list.fail(beyond_limits(leg, q_rad));
  return q_rad;
}

std::vector<sim::LegStart> read_clamped(const Node& scenario, const RobotModel& robot) {
  const auto clamped = scenario.at("placement").find("clamped");
  if (!clamped) return {};
  const std::size_t n_legs = robot.leg.size();
  const std::vector<Node> nodes = clamped->at("joints_deg").elements(n_legs, n_legs);
  std::vector<sim::LegStart> legs;
  for (std::size_t i = 0; i < n_legs; ++i)
    legs.push_back({.q_rad = read_joint_angles(nodes[i], robot.leg[i]), .attached = false});
  return legs;
}

}  // namespace ventosa::scenarios
