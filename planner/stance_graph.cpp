#include "planner/stance_graph.h"

#include <algorithm>

#include "controller/kinematics/inverse_kinematics.h"
#include "controller/organizer/constraints.h"

namespace ventosa::planner {
namespace {

using controller::IkStatus;
using controller::Limiting;

/// A robot that stands may be beside its vertex.
constexpr double kSamePose = 1e-9;
/// Rounds in which a way of the body is led around poses that forbid it.
constexpr int kDetours = 4;

}  // namespace

StanceGraph::StanceGraph(const World& world, const BodyEstimate& as, const PoseGraph& poses,
                         HoldTable& table, Work& work)
    : world_(world), poses_(poses), table_(table), work_(work), judge_(world, as, work) {}

double StanceGraph::yaw_of(const PlannedRobot& robot, std::size_t leg) const {
  const auto patch = static_cast<std::size_t>(robot.foot[leg].patch);
  return cup_yaw_rad(world_.surfaces.patch[patch], robot.X_WF[leg].linear());
}

PlannedRobot StanceGraph::landed(const Anchor& anchor) const {
  PlannedRobot robot{.X_WB = poses_.X_WB(anchor.vertex)};
  for (std::size_t i = 0; i < world_.robot.leg.size(); ++i) {
    const FootPlace& place = table_.place(i, anchor.place[i]);
    PerJoint<double> q_rad;
    (void)table_.joints(i, place, robot.X_WB, q_rad);
    set_down(world_.robot, i, place.at, q_rad, robot);
  }
  return robot;
}

Stance StanceGraph::root(const Anchor& anchor) { return root(anchor, landed(anchor)); }

Stance StanceGraph::root(const Anchor& anchor, const PlannedRobot& robot) {
  Stance stance{.at = anchor, .robot = robot};
  for (std::size_t i = 0; i < world_.robot.leg.size(); ++i) stance.yaw_rad[i] = yaw_of(robot, i);
  find_poses(stance);
  return stance;
}

void StanceGraph::find_poses(Stance& stance) {
  ++work_.stances;
  const Anchor& at = stance.at;
  PoseSet all = table_.holds_turned(0, at.place[0], stance.yaw_rad[0]);
  for (std::size_t i = 1; i < world_.robot.leg.size(); ++i)
    all &= table_.holds_turned(i, at.place[i], stance.yaw_rad[i]);
  all.insert(static_cast<std::size_t>(at.vertex));
  stance.poses = poses_.connected(all, at.vertex);
}

std::vector<int> StanceGraph::vertices_for(const Stance& from, const Choice& choice,
                                           const std::vector<int>& left) const {
  const auto& [leg, place, vertex] = choice;
  PoseSet poses = from.poses;
  poses &= table_.holds(leg, place);
  std::vector<int> all = poses.members();
  if (all.empty()) return all;
  const auto lifts = [&](int v) {
    return table_.lifts(leg, from.at.place[leg], v) && table_.lifts(leg, place, v);
  };
  const std::vector<int> steps = poses_.distances(from.poses, from.at.vertex);
  const auto key = [](const std::vector<int>& of) {
    return [&of](int v) { return of[static_cast<std::size_t>(v)]; };
  };
  std::vector<int> some;
  std::ranges::stable_sort(all, {}, key(steps));
  const auto nearest = std::ranges::find_if(all, lifts);
  if (nearest == all.end()) return {};
  some.push_back(*nearest);
  std::ranges::stable_sort(all, {}, key(left));
  for (std::size_t k = 0; k < kWeighed; ++k) {
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(k * all.size() / kWeighed);
    const auto last = all.begin() + static_cast<std::ptrdiff_t>((k + 1) * all.size() / kWeighed);
    const auto next = std::find_if(first, last, lifts);
    if (next != last) some.push_back(*next);
  }
  return some;
}

bool StanceGraph::walk_body(Stance& from, int vertex, PlannedStep& step) {
  for (int round = 0; round < kDetours; ++round) {
    const std::vector<int> way = poses_.way(from.poses, from.at.vertex, vertex);
    if (way.empty()) return false;
    PlannedRobot robot = from.robot;
    step.body.clear();
    step.room = {};
    const bool is_there = robot.X_WB.isApprox(poses_.X_WB(way.front()), kSamePose);
    for (std::size_t k = is_there ? 1 : 0; k < way.size() && step.room.is_left(); ++k) {
      step.body.push_back(poses_.X_WB(way[k]));
      step.room.take(judge_.moves(step.body.back(), robot));
      if (step.room.is_left()) continue;
      if (way[k] == vertex) return false;
      from.poses.erase(static_cast<std::size_t>(way[k]));
    }
    if (step.room.is_left()) return true;
  }
  return false;
}

PlannedStep StanceGraph::straightened(const PlannedRobot& from, const PlannedStep& step) {
  PlannedStep straight = step;
  straight.body.clear();
  PlannedRobot robot = from;
  for (std::size_t next = 0; next < step.body.size(); ++next) {
    PlannedRobot there = robot;
    Room room = judge_.moves(step.body[next], there);
    for (std::size_t far = step.body.size() - 1; far > next; --far) {
      PlannedRobot farther = robot;
      const Room direct = judge_.moves(step.body[far], farther);
      if (!direct.is_left() || direct.load.margin < step.room.load.margin) continue;
      there = farther;
      room = direct;
      next = far;
    }
    straight.body.push_back(step.body[next]);
    straight.speed_m_s.push_back(speed_to(world_, step.body[next], robot));
    straight.room.take(room);
    robot = there;
  }
  return straight;
}

bool StanceGraph::pose_over(const Stance& stance, int vertex, PlannedRobot& robot) const {
  robot = stance.robot;
  robot.X_WB = poses_.X_WB(vertex);
  for (std::size_t i = 0; i < world_.robot.leg.size(); ++i) {
    PerJoint<double>& q_rad = robot.q_rad[i];
    if (!table_.joints(i, table_.place(i, stance.at.place[i]), robot.X_WB, q_rad)) return false;
    const controller::Leg& leg = world_.robot.leg[i];
    const Isometry3d X_LF = (robot.X_WB * leg.X_BL).inverse() * robot.X_WF[i];
    if (follow_pose(leg, X_LF, q_rad) != IkStatus::kOk) return false;
  }
  return true;
}

Room StanceGraph::weigh_step(const PlannedRobot& before, const PlannedRobot& after,
                             std::size_t leg) {
  Room room = judge_.without(before, leg);
  if (room.is_left()) room.take(judge_.without(after, leg));
  if (room.is_left()) room.take(judge_.stands(after));
  return room;
}

std::optional<LegMove> StanceGraph::find_swing(const PlannedRobot& before,
                                               const PlannedRobot& after, std::size_t leg) {
  const Isometry3d& X_WB = before.X_WB;
  const auto from_rad = lifted(world_, leg, X_WB, before.foot[leg], before.q_rad[leg]);
  const auto to_rad = lifted(world_, leg, X_WB, after.foot[leg], after.q_rad[leg]);
  if (!from_rad || !to_rad || !judge_.may_land(before, leg, *to_rad, after.foot[leg]))
    return std::nullopt;
  return find_way(judge_, world_, before, leg, *from_rad, *to_rad);
}

std::optional<Stance> StanceGraph::step(Stance& from, const Choice& choice, Room& missing) {
  const auto& [leg, place, vertex] = choice;
  const FootPlace& to = table_.place(leg, place);
  const int number = static_cast<int>(leg);
  Stance next{.at = from.at, .yaw_rad = from.yaw_rad};
  next.at.vertex = vertex;
  next.at.place[leg] = place;
  next.step.leg = number;
  next.step.to = to;
  PlannedRobot before;
  PerJoint<double> q_down_rad;
  missing = {.geometry = controller::violation(Limiting::kReach, number)};
  if (!pose_over(from, vertex, before) || !table_.joints(leg, to, before.X_WB, q_down_rad))
    return std::nullopt;
  next.robot = before;
  set_down(world_.robot, leg, to.at, q_down_rad, next.robot);
  missing = weigh_step(before, next.robot, leg);
  if (!missing.is_left()) return std::nullopt;
  const Room standing = missing;
  const auto move = find_swing(before, next.robot, leg);
  missing = {.geometry = controller::violation(Limiting::kSwing, number)};
  if (!move) return std::nullopt;
  next.step.move = *move;
  const bool arrives = walk_body(from, vertex, next.step);
  missing = next.step.room;
  if (!arrives) return std::nullopt;
  next.step.room.take(standing);
  next.yaw_rad[leg] = yaw_of(next.robot, leg);
  find_poses(next);
  return next;
}

std::optional<Stance> StanceGraph::step_anywhere(Stance& from, const Choice& choice,
                                                 const std::vector<int>& left) {
  std::vector<int> vertices = vertices_for(from, choice, left);
  vertices.insert(vertices.begin(), choice.vertex);
  for (const int v : vertices) {
    Room missing;
    if (auto next = step(from, {choice.leg, choice.place, v}, missing)) return next;
  }
  return std::nullopt;
}

}  // namespace ventosa::planner
