#include "controller/kinematics/redundancy.h"

#include <cmath>
#include <optional>

#include "controller/kinematics/joint_limits.h"
#include "controller/kinematics/leg_branches.h"

namespace ventosa::controller {
namespace {

constexpr double kTorque = 20;         // as much as room 0.22 at the torque limit
constexpr double kSingularWeight = 1;  // 100 at q5 = 0, 1 at a right angle
constexpr double kSoft = 0.01;

constexpr int kRounds = 3;  // of ever finer scans
constexpr int kParts = 64;  // of joint 0's range in the first one
constexpr int kFiner = 16;  // parts of two such parts in the next

/// What a scan covers of joint 0.
struct Window {
  double middle, half;
  int parts;

  double operator[](int k) const { return middle + half * (2.0 * k / parts - 1); }
  Window finer(double around) const { return {around, 2 * half / parts, kFiner}; }
};

Window whole_range(const Leg& leg, const PerJoint<double>& q_last) {
  const Joint& joint = leg.joint[0];
  if (leg.n_lead() == 0) return {q_last[0], 0, 1};
  return {0.5 * (joint.q_min_rad + joint.q_max_rad), 0.5 * (joint.q_max_rad - joint.q_min_rad),
          kParts};
}

/// One way to do a task.
struct Node {
  int branch = 0;
  PerJoint<double> q{};
  double cost = 0;       ///< of the whole way up to here
  std::size_t from = 0;  ///< node of the layer before
};

struct Layer {
  std::vector<Node> node;
  IkStatus status = IkStatus::kOutOfReach;  ///< the best that was met
};

void keep_better(IkStatus status, IkStatus& best) {
  if (status == IkStatus::kOk || best == IkStatus::kOutOfReach) best = status;
}

IkStatus solve_on(const Leg& leg, const LegTask& task, const Branch& branch, PerJoint<double>& q) {
  return task.held ? solve_arm(leg, task.p_LW, branch.hip, branch.elbow, q)
                   : solve_leg(leg, task.p_LW, task.z_LF, branch, q);
}

/// Branches by number, their wrist by the last bit.
constexpr int kArmBranches = 4;

Branch branch_of_number(int b) {
  return {static_cast<Hip>(b & 1), static_cast<Elbow>(b >> 1 & 1), static_cast<Wrist>(b >> 2)};
}

int number_of(const Branch& branch) {
  return static_cast<int>(branch.hip) + 2 * static_cast<int>(branch.elbow) +
         kArmBranches * static_cast<int>(branch.wrist);
}

/// every way to do a task, with joint 0 at the places of a window
Layer scan(const Leg& leg, const LegTask& task, const Window& window,
           const PerJoint<double>& q_last) {
  // a passive wrist stays on its own
  const int wrist = number_of(branch_of(leg, q_last)) & kArmBranches;
  const int first = task.held ? wrist : 0, last = (task.held ? wrist : kArmBranches) + kArmBranches;
  Layer layer;
  for (int k = 0; k <= window.parts; ++k)
    for (int b = first; b < last; ++b) {
      PerJoint<double> q = q_last;
      if (leg.n_lead() > 0) q[0] = window[k];
      const IkStatus status = solve_on(leg, task, branch_of_number(b), q);
      keep_better(status, layer.status);
      if (status == IkStatus::kOk) layer.node.push_back({b, q, redundancy_cost(leg, task, q)});
    }
  return layer;
}

/// How hurried a move is, if it is slow enough.
std::optional<double> haste(const Leg& leg, int n, const PerJoint<double>& from,
                            const PerJoint<double>& to, double period_s) {
  double sum = 0;
  for (int j = 0; j < n; ++j) {
    const double share =
        (to[at(j)] - from[at(j)]) / (leg.joint[at(j)].speed_limit_rad_s * period_s);
    if (std::abs(share) > 1) return std::nullopt;
    sum += share * share;
  }
  return sum;
}

/// Comes from the cheapest of the layer before that is on its branch, or from nowhere.
bool reach(const Leg& leg, const LegTask& task, const std::vector<Node>& before, double period_s,
           Node& node) {
  const int n = task.held ? leg.n_arm : leg.n_joints;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < before.size(); ++k) {
    if (before[k].cost >= least || before[k].branch != node.branch) continue;
    const auto hurry = haste(leg, n, before[k].q, node.q, period_s);
    if (!hurry || before[k].cost + *hurry >= least) continue;
    least = before[k].cost + *hurry;
    node.from = k;
  }
  node.cost += least;
  return std::isfinite(node.cost);
}

const Node& cheapest(const std::vector<Node>& nodes) {
  return *std::min_element(nodes.begin(), nodes.end(),
                           [](const Node& a, const Node& b) { return a.cost < b.cost; });
}

struct Path {
  std::span<const LegTask> task;
  double period_s;
  PerJoint<double> q_start;
};

std::vector<PerJoint<double>> trace_back(const std::vector<std::vector<Node>>& layers) {
  std::vector<PerJoint<double>> q(layers.size());
  const Node* node = &cheapest(layers.back());
  for (std::size_t i = layers.size(); i-- > 0;) {
    q[i] = node->q;
    if (i > 0) node = &layers[i - 1][node->from];
  }
  return q;
}

/// shortest way through the windows of all waypoints
IkStatus shortest_way(const Leg& leg, const Path& path, const std::vector<Window>& windows,
                      std::vector<PerJoint<double>>& q_path) {
  std::vector<std::vector<Node>> layers;
  std::vector<Node> before{{number_of(branch_of(leg, path.q_start)), path.q_start, 0, 0}};
  for (std::size_t i = 0; i < path.task.size(); ++i) {
    Layer layer = scan(leg, path.task[i], windows[i], path.q_start);
    if (layer.status != IkStatus::kOk) return layer.status;
    std::erase_if(layer.node, [&](Node& node) {
      return !reach(leg, path.task[i], before, path.period_s, node);
    });
    if (layer.node.empty()) return IkStatus::kJointLimit;
    layers.push_back(layer.node);
    before = std::move(layer.node);
  }
  q_path = trace_back(layers);
  return IkStatus::kOk;
}

bool is_sound(const LegTask& task) { return task.g_B.allFinite() && task.F_B.allFinite(); }

PerJoint<double> torque_ratios(const Leg& leg, const LegTask& task, const PerJoint<double>& q) {
  StanceLeg state;
  state.pose = leg_pose(leg, q);
  state.held = task.held;
  PerJoint<double> ratio = feed_forward(leg, state, task.g_B, task.F_B);
  for (std::size_t j = 0; j < at(leg.n_joints); ++j)
    ratio[j] = std::abs(ratio[j]) / leg.joint[j].torque_limit_Nm;
  return ratio;
}

/// grows without bound on the way to a limit
double nearness(double room) { return 1 / (room * room); }

}  // namespace

IkStatus solve_redundant(const Leg& leg, const LegTask& task, PerJoint<double>& q_rad) {
  if (!is_sound(task)) return IkStatus::kBadInput;
  Window window = whole_range(leg, q_rad);
  PerJoint<double> q = q_rad;
  for (int round = 0; round < kRounds; ++round) {
    const Layer layer = scan(leg, task, window, q_rad);
    if (layer.status != IkStatus::kOk) return layer.status;
    q = cheapest(layer.node).q;
    window = window.finer(q[0]);
  }
  q_rad = q;
  return IkStatus::kOk;
}

IkStatus plan_redundant(const Leg& leg, std::span<const LegTask> path, double period_s,
                        const PerJoint<double>& q_start_rad,
                        std::vector<PerJoint<double>>& q_path_rad) {
  if (path.empty() || !(period_s > 0) ||
      !std::all_of(path.begin(), path.end(), [](const LegTask& task) { return is_sound(task); }))
    return IkStatus::kBadInput;
  std::vector<Window> windows(path.size(), whole_range(leg, q_start_rad));
  std::vector<PerJoint<double>> q_path;
  for (int round = 0; round < kRounds; ++round) {
    const IkStatus status = shortest_way(leg, {path, period_s, q_start_rad}, windows, q_path);
    if (status != IkStatus::kOk) return status;
    for (std::size_t i = 0; i < path.size(); ++i) windows[i] = windows[i].finer(q_path[i][0]);
  }
  q_path_rad = std::move(q_path);
  return IkStatus::kOk;
}

double redundancy_cost(const Leg& leg, const LegTask& task,
                       const PerJoint<double>& q_rad) noexcept {
  const PerJoint<double> ratio = torque_ratios(leg, task, q_rad);
  double sum = 0;
  for (std::size_t j = 0; j < at(task.held ? leg.n_arm : leg.n_joints); ++j) {
    const double ratio2 = ratio[j] * ratio[j];
    sum += nearness(joint_room(leg.joint[j], q_rad[j])) + kTorque * ratio2 * ratio2;
  }
  if (task.held) return sum;
  const double s5 = std::sin(q_rad[at(leg.n_arm + 1)]);
  return sum + nearness(differential_room(leg, q_rad)) + kSingularWeight / (s5 * s5 + kSoft);
}

double torque_ratio(const Leg& leg, const LegTask& task, const PerJoint<double>& q_rad) noexcept {
  const PerJoint<double> ratio = torque_ratios(leg, task, q_rad);
  return *std::max_element(ratio.begin(), ratio.begin() + leg.n_joints);
}

}  // namespace ventosa::controller
