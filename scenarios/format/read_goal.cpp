#include "scenarios/format/read_goal.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

namespace ventosa::scenarios {

using controller::FollowLimits;
using models::Node;

namespace {

constexpr double kFastest_m_s = 10;

Vector3d vector_or_zero(const Node& map, const char* key, double limit) {
  const auto node = map.find(key);
  return node ? Vector3d(node->as_vector<3>(models::between(-limit, limit)))
              : Vector3d(Vector3d::Zero());
}

Pose read_pose(const Node& node) {
  Pose pose;
  pose.X_B0B.translation() = vector_or_zero(node, "offset_m", 1);
  if (const auto rpy = node.find("rpy_deg")) {
    const Vector3d angle_rad = rpy->as_vector_rad<3>(models::between(-180, 180));
    pose.X_B0B.linear() = (Eigen::AngleAxisd(angle_rad.z(), Vector3d::UnitZ()) *
                           Eigen::AngleAxisd(angle_rad.y(), Vector3d::UnitY()) *
                           Eigen::AngleAxisd(angle_rad.x(), Vector3d::UnitX()))
                              .toRotationMatrix();
  }
  return pose;
}

Circle read_circle(const Node& node) {
  Circle circle;
  circle.radius_m = node.at("radius_m").as_double(models::above(0, 1));
  circle.period_s = node.at("period_s").as_double(models::above(0, kLongestPart_s));
  if (const auto turns = node.find("turns")) circle.turns = turns->as_int(1, 1000);
  return circle;
}

Square read_square(const Node& node, const FollowLimits& limits) {
  Square square{.side_m = node.at("side_m").as_double(models::above(0, 1)),
                .limits = limits.linear};
  if (const auto turns = node.find("turns")) square.turns = turns->as_int(1, 100);
  return square;
}

Via read_via(const Node& node, const FollowLimits& limits) {
  Via via{.X_B0B = {}, .limits = limits};
  constexpr std::size_t kMost = controller::kMaxViaPoints - 1;  // the first is the start
  for (const Node& point : node.at("points").elements(1, kMost))
    via.X_B0B.push_back(read_pose(point).X_B0B);
  return via;
}

/// Windows without PD, in order; the path needs time to stop before each and to start after it.
std::vector<PdWindow> read_pd_off(const Node& node) {
  std::vector<PdWindow> windows;
  double earliest_s = kSlowing_s;
  for (const Node& entry : node.elements(1, 1000)) {
    const auto window = entry.as_vector<2>(models::between(0, kLongestPart_s));
    if (window[0] < earliest_s || window[1] <= window[0])
      entry.fail("must be [from, to], 0.5 s after the start and 1 s after the window before it");
    windows.push_back({window[0], window[1]});
    earliest_s = window[1] + 2 * kSlowing_s;
  }
  return windows;
}

/// Reads an angular velocity about the axes of B0; 0 if the key is missing.
Vector3d turn_or_zero(const Node& node) {
  const auto turn = node.find("turn_deg_s");
  if (!turn) return Vector3d::Zero();
  return turn->as_vector_rad<3>(models::between(-180, 180));
}

Move read_move(const Node& node) {
  Move move;
  move.v_B0 = vector_or_zero(node, "velocity_m_s", kFastest_m_s);
  move.w_B0 = turn_or_zero(node);
  return move;
}

int read_gait(const Node& node, const controller::RobotModel& robot) {
  if (robot.n_legs() <= controller::kFewestFeet)
    node.fail("needs a robot of 4 legs or more, this one has " + std::to_string(robot.n_legs()),
              "three feet stay attached while one steps");
  std::vector<std::string_view> names;
  for (const controller::Gait& gait : robot.gait) names.push_back(gait.name);
  names.push_back("free");
  const auto gait = node.find("gait");
  const std::size_t chosen = gait ? gait->as_choice(names) : 0;
  return chosen < robot.gait.size() ? static_cast<int>(chosen) : controller::kFreeGait;
}

Walk read_walk(const Node& node, const controller::RobotModel& robot) {
  Walk walk{.gait = read_gait(node, robot)};
  walk.v_B0 = vector_or_zero(node, "velocity_m_s", kFastest_m_s);
  walk.w_B0 = turn_or_zero(node);
  if (!walk.w_B0.head<2>().isZero(0))
    node.at("turn_deg_s").fail("must be a turn about z only", "for example [0, 0, 5]");
  if (const auto distance = node.find("distance_m")) {
    walk.distance_m = distance->as_double(models::above(0, 1000));
    if (walk.v_B0.isZero() || !walk.w_B0.isZero())
      distance->fail("needs a velocity_m_s that is not zero, and no turn_deg_s");
  }
  if (walk.v_B0.isZero() && walk.w_B0.isZero())
    node.fail("needs velocity_m_s or turn_deg_s", "velocity_m_s: [0.01, 0, 0] is 1 cm/s forward");
  return walk;
}

/// True if the point lies on one of the surfaces.
bool is_on(const std::vector<Surface>& surfaces, const Vector3d& p_WP) {
  constexpr double kOff_m = 0.005;
  return std::any_of(surfaces.begin(), surfaces.end(), [&](const Surface& surface) {
    const Vector3d p_SP = surface.patch.X_WS.inverse() * p_WP;
    return (p_SP.head<2>().cwiseAbs() - surface.patch.half_extent_m).maxCoeff() <= 0 &&
           std::abs(p_SP.z()) <= kOff_m;
  });
}

/// Points in W, each on a surface and away from the one before.
std::vector<controller::Vector2d> read_points(const Node& node, const ScriptContext& context) {
  constexpr std::size_t kMost = 1000;
  std::vector<controller::Vector2d> points;
  for (const Node& entry : node.elements(1, kMost)) {
    const Vector3d p_WP = entry.as_vector<3>(models::between(-1000, 1000));
    if (!is_on(context.surfaces, p_WP))
      entry.fail("lies on none of the surfaces", "a point on one, in W: [x, y, z]");
    const Vector3d p_B0P = context.twin.X_WB.inverse() * p_WP;
    constexpr double kApart_m = 0.001;
    if (!points.empty() && (points.back() - p_B0P.head<2>()).norm() < kApart_m)
      entry.fail("is the point before it again", "a line needs two places");
    points.push_back(p_B0P.head<2>());
  }
  return points;
}

Waypoints read_waypoints(const Node& node, const ScriptContext& context) {
  Waypoints walk{.p_B0 = read_points(node.at("points_m"), context),
                 .speed_m_s = node.at("speed_m_s").as_double(models::above(0, kFastest_m_s)),
                 .radius_m = 0.02,
                 .gait = read_gait(node, context.robot)};
  if (const auto radius = node.find("radius_m"))
    walk.radius_m = radius->as_double(models::above(0, 1));
  return walk;
}

/// Pose of the body in the default stance at a place of a surface.
Isometry3d place_on(const controller::Patch& patch, const controller::Vector2d& p_S,
                    double heading_rad, const controller::RobotModel& robot) {
  Isometry3d X_SB = Isometry3d::Identity();
  X_SB.translation() << p_S, nominal_height_m(robot);
  X_SB.linear() = Eigen::AngleAxisd(heading_rad, Vector3d::UnitZ()).matrix();
  return patch.X_WS * X_SB;
}

Climb read_climb(const Node& node, const ScriptContext& context) {
  if (context.surfaces.empty()) {  // they are refused
    node.excuse();
    return {};
  }
  std::vector<std::string_view> names;
  for (const Surface& surface : context.surfaces) names.push_back(surface.name);
  const std::size_t k = node.at("surface").as_choice(names);
  Climb climb{.surface = static_cast<int>(k), .gait = controller::kFreeGait};
  if (node.find("gait")) climb.gait = read_gait(node, context.robot);
  const auto heading = node.find("heading_deg");
  const auto position = node.find("position_m");
  if (heading && !position) heading->fail("needs position_m beside it");
  if (!position) return climb;
  const controller::Patch& patch = context.surfaces[k].patch;
  const auto p_S = position->as_vector<2>(models::between(-1000, 1000));
  if ((p_S.cwiseAbs() - patch.half_extent_m).maxCoeff() > 0)
    position->fail("lies beside the surface", "[x, y] from its centre, along its axes");
  const double heading_rad = heading ? heading->as_rad(models::between(-360, 360)) : 0;
  climb.X_WB_end = place_on(patch, p_S, heading_rad, context.robot);
  return climb;
}

}  // namespace

GoalReader::GoalReader(const ScriptContext& context)
    : context_(context),
      robot_(context.robot),
      limits_(controller::follow_limits(context.body)),
      leg_tasks_(context) {}

std::optional<TimedGoal> GoalReader::read(const Node& entry, double at_s) {
  TimedGoal goal{.at_s = at_s};
  int n_found = 0;
  const auto with = [&](const char* key, auto reader) {
    const auto node = entry.find(key);
    if (!node) return;
    ++n_found;
    goal.motion = reader(*node);
    if (const auto pd = node->find("pd")) goal.pd = pd->as_bool();
  };
  const auto path = [&](const char* key, auto reader) {
    with(key, reader);
    const auto node = entry.find(key);
    if (!node) return;
    if (const auto windows = node->find("pd_off_s")) goal.pd_off = read_pd_off(*windows);
  };
  with("hold", [](const Node&) { return Hold{}; });
  with("pose", read_pose);
  with("move", read_move);
  path("circle", read_circle);
  path("square", [&](const Node& node) { return read_square(node, limits_); });
  path("via", [&](const Node& node) { return read_via(node, limits_); });
  with("walk", [&](const Node& node) { return read_walk(node, robot_); });
  with("waypoints", [&](const Node& node) { return read_waypoints(node, context_); });
  with("climb", [&](const Node& node) { return read_climb(node, context_); });
  with("joints", [&](const Node& node) { return leg_tasks_.read_joints(node); });
  with("cartesian", [&](const Node& node) { return leg_tasks_.read_cartesian(node); });
  with("detach", [&](const Node& node) { return leg_tasks_.read_detach(node); });
  with("attach", [&](const Node& node) { return leg_tasks_.read_attach(node); });
  if (n_found > 1)
    entry.fail("has more than one motion", "write each as an entry of its own, with its at_s");
  return n_found == 1 ? std::optional(goal) : std::nullopt;
}

}  // namespace ventosa::scenarios
