#include "scenarios/format/leg_tasks.h"

#include <algorithm>

#include "controller/trajectory/planned_move.h"
#include "models/self_collision.h"

namespace ventosa::scenarios {

using controller::LegMove;
using controller::LegRequest;
using controller::MoveSpace;
using controller::TaskKind;
using models::Node;

namespace {

constexpr double kFarthest_m = 2;

// a slower move would hardly ever end
constexpr double kSlowest_deg = 0.01;
constexpr double kSlowest_m = 1e-4;

void read_rad_if(const Node& map, const char* key, double& value_rad) {
  if (const auto node = map.find(key)) value_rad = node->as_rad(models::between(kSlowest_deg, 1e5));
}

Isometry3d read_shift(const Node& point) {
  Isometry3d shift_B = Isometry3d::Identity();
  shift_B.translation() =
      point.at("offset_m").as_vector<3>(models::between(-kFarthest_m, kFarthest_m));
  const auto rpy = point.find("rpy_deg");
  if (!rpy) return shift_B;
  const Vector3d angle_rad = rpy->as_vector_rad<3>(models::between(-180, 180));
  shift_B.linear() = (Eigen::AngleAxisd(angle_rad.z(), Vector3d::UnitZ()) *
                      Eigen::AngleAxisd(angle_rad.y(), Vector3d::UnitY()) *
                      Eigen::AngleAxisd(angle_rad.x(), Vector3d::UnitX()))
                         .toRotationMatrix();
  return shift_B;
}

void add_joint_waypoints(const Node& node, const controller::Leg& leg, LegMove& move) {
  const auto one = node.find("q_deg"), many = node.find("via_deg");
  if (one && many) many->fail("excludes q_deg", "keep one of the two");
  if (many)
    for (const Node& point : many->elements(1, controller::kMaxWaypoints))
      move.q_rad[static_cast<std::size_t>(move.n++)] = read_joint_angles(point, leg);
  else
    move.q_rad[static_cast<std::size_t>(move.n++)] = read_joint_angles(node.at("q_deg"), leg);
}

}  // namespace

int read_leg(const Node& name, const controller::RobotModel& robot) {
  std::vector<std::string_view> names;
  for (const controller::Leg& leg : robot.leg) names.push_back(leg.name);
  return static_cast<int>(name.as_choice(names));
}

LegTaskReader::LegTaskReader(const ScriptContext& context) : context_(context) {
  for (const sim::LegStart& leg : context.clamped) q_rad_.push_back(leg.q_rad);
}

LegTask LegTaskReader::begin(const Node& node, TaskKind kind) {
  LegTask task;
  task.request.id = ++last_request_;
  task.request.leg = read_leg(node.at("leg"), context_.robot);
  task.request.kind = kind;
  return task;
}

LegTask LegTaskReader::read_joints(const Node& node) {
  LegTask task = begin(node, TaskKind::kMove);
  LegMove& move = task.request.move;
  const controller::Leg& leg = context_.robot.leg[static_cast<std::size_t>(task.request.leg)];
  move.space = MoveSpace::kJoints;
  add_joint_waypoints(node, leg, move);
  read_rad_if(node, "speed_deg_s", move.speed_rad_s);
  read_rad_if(node, "acceleration_deg_s2", move.acceleration_rad_s2);
  check_move(node, task.request);
  return task;
}

LegTask LegTaskReader::read_cartesian(const Node& node) {
  LegTask task = begin(node, TaskKind::kMove);
  LegMove& move = task.request.move;
  move.space = MoveSpace::kCartesian;
  for (const Node& point : node.at("points").elements(1, controller::kMaxWaypoints))
    move.shift_B[static_cast<std::size_t>(move.n++)] = read_shift(point);
  read_if(node, "speed_m_s", models::between(kSlowest_m, 10), move.speed_m_s);
  read_if(node, "acceleration_m_s2", models::between(kSlowest_m, 1000), move.acceleration_m_s2);
  read_rad_if(node, "turn_speed_deg_s", move.speed_rad_s);
  read_rad_if(node, "turn_acceleration_deg_s2", move.acceleration_rad_s2);
  check_move(node, task.request);
  return task;
}

LegTask LegTaskReader::read_detach(const Node& node) {
  if (!q_rad_.empty())
    node.fail("needs a robot on its feet", "the cups of a clamped robot are not attached");
  return begin(node, TaskKind::kDetach);
}

LegTask LegTaskReader::read_attach(const Node& node) {
  if (!q_rad_.empty()) node.fail("needs a robot on its feet", "a clamped robot has no surface");
  return begin(node, TaskKind::kAttach);
}

/// Checks that the joints can make the move. Only for clamped legs, whose start angles are known.
void LegTaskReader::check_move(const Node& node, const LegRequest& request) {
  if (q_rad_.empty()) return;
  const auto i = static_cast<std::size_t>(request.leg);
  const controller::Leg& leg = context_.robot.leg[i];
  controller::PlannedMove planned;
  if (controller::PlannedMove::plan(leg, controller::swing_limits({}), request.move, q_rad_[i],
                                    planned) != controller::IkStatus::kOk ||
      planned.at(leg, planned.duration_s(), q_rad_[i]) != controller::IkStatus::kOk)
    node.fail("is not a move within the joints' limits");
  check_way(node, planned, i);
}

/// Checks the move for collisions with the other legs, at rest.
void LegTaskReader::check_way(const Node& node, const controller::PlannedMove& planned,
                              std::size_t leg) const {
  constexpr int kSamples = 200;
  controller::PerLeg<controller::PerJoint<double>> q_rad{};
  std::copy(q_rad_.begin(), q_rad_.end(), q_rad.begin());
  for (int k = 0; k <= kSamples; ++k) {
    const double time_s = planned.duration_s() * k / kSamples;
    if (planned.at(context_.robot.leg[leg], time_s, q_rad[leg]) != controller::IkStatus::kOk)
      return;
    const auto self = models::self_distance_at(context_.robot, q_rad);
    if (self.collides())
      node.fail("collides on its path: " + models::overlap_text(context_.robot, self),
                "add via_deg or points around it, or move the other part first");
  }
}

}  // namespace ventosa::scenarios
