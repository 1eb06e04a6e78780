#include "planner/pose_graph.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>

#include "controller/kinematics/clearance.h"

namespace ventosa::planner {
namespace {

constexpr std::size_t kMostAdded = 64;

bool are_neighbours(const BodyPose& a, const BodyPose& b) {
  constexpr double kRounding = 1.001;
  return std::abs(a.x_m - b.x_m) < kRounding * PoseGraph::kStep_m &&
         std::abs(a.z_m - b.z_m) < kRounding * PoseGraph::kStep_m &&
         std::abs(a.pitch_rad - b.pitch_rad) < kRounding * PoseGraph::kStep_rad;
}

/// Range of integer multiples of `step`, shifted by `offset`, within [min, max].
struct Steps {
  int first, last;
  double offset, step;

  Steps(double min, double max, double shift, double width)
      : first(static_cast<int>(std::ceil((min - shift) / width))),
        last(static_cast<int>(std::floor((max - shift) / width))),
        offset(shift),
        step(width) {}
  double at(int k) const { return offset + k * step; }
};

}  // namespace

double pitch_in(const Edge& edge, const Isometry3d& X_WB) {
  const Vector3d z_E = edge.X_WE.linear().transpose() * X_WB.linear().col(2);
  return std::atan2(-z_E.x(), z_E.z());
}

double heading_in(const Edge& edge, const Isometry3d& X_WB) {
  const Eigen::AngleAxisd back(pitch_in(edge, X_WB), Vector3d::UnitY());
  const Vector3d x = back * (edge.X_WE.linear().transpose() * X_WB.linear().col(0));
  return std::atan2(x.y(), x.x());
}

PoseGraph::PoseGraph(const World& world, const Edge& edge, double heading_rad, double height_m)
    : world_(world), edge_(edge), heading_rad_(heading_rad) {
  constexpr double kBeyond_rad = 2 * kStep_rad;
  const double turn = edge.turn_rad, low = std::min(0.0, turn), high = std::max(0.0, turn);
  const double wide_m = kAlong_m + kHigh_m;
  const Steps xs(-kAlong_m, wide_m, -height_m, kStep_m), zs(-wide_m, wide_m, height_m, kStep_m);
  const Steps pitches(low - kBeyond_rad, high + kBeyond_rad, 0, kStep_rad);
  for (int x = xs.first; x <= xs.last; ++x)
    for (int z = zs.first; z <= zs.last; ++z)
      for (int p = pitches.first; p <= pitches.last; ++p) {
        const BodyPose pose{xs.at(x), zs.at(z), pitches.at(p)};
        if (is_near(pose) && is_clear(pose)) pose_.push_back(pose);
      }
  capacity_ = pose_.size() + kMostAdded;
  neighbours_.resize(pose_.size());
  for (std::size_t a = 0; a < pose_.size(); ++a) connect(a);
}

int PoseGraph::add(const BodyPose& pose) {
  if (!is_clear(pose) || pose_.size() >= capacity_) return -1;
  pose_.push_back(pose);
  neighbours_.emplace_back();
  connect(pose_.size() - 1);
  return static_cast<int>(pose_.size()) - 1;
}

PoseSet PoseGraph::all() const {
  PoseSet all = empty();
  for (std::size_t k = 0; k < size(); ++k) all.insert(k);
  return all;
}

Isometry3d PoseGraph::X_WB(const BodyPose& pose) const {
  return edge_.X_WE * Eigen::Translation3d(pose.x_m, 0, pose.z_m) *
         Eigen::AngleAxisd(-pose.pitch_rad, Vector3d::UnitY()) *
         Eigen::AngleAxisd(heading_rad_, Vector3d::UnitZ());
}

BodyPose PoseGraph::nearest(const Isometry3d& X_WB) const {
  const Isometry3d X_EB = edge_.X_WE.inverse() * X_WB;
  return {X_EB.translation().x(), X_EB.translation().z(), pitch_in(edge_, X_WB)};
}

/// Connects a vertex with those before it.
void PoseGraph::connect(std::size_t a) {
  for (std::size_t b = 0; b < a; ++b)
    if (are_neighbours(pose_[a], pose_[b])) {
      neighbours_[a].push_back(static_cast<int>(b));
      neighbours_[b].push_back(static_cast<int>(a));
    }
}

bool PoseGraph::is_clear(const BodyPose& pose) const {
  const double least_m = controller::kLeastClearance_m + 0.05 * kGeometryReserve;
  return body_distance_m(world_.robot, world_.surfaces, X_WB(pose), least_m) >= least_m;
}

/// True if the body is over one of the two surfaces, or beside an outer edge.
bool PoseGraph::is_near(const BodyPose& pose) const {
  const Vector3d p_E(pose.x_m, 0, pose.z_m), p_A = edge_.X_EA().inverse() * p_E;
  const bool outer = edge_.turn_rad < 0;
  const bool over_first = p_E.z() > 0 && p_E.z() < kHigh_m && p_E.x() < 0 && p_E.x() > -kAlong_m;
  const bool over_second = p_A.z() > 0 && p_A.z() < kHigh_m && p_A.x() > 0 && p_A.x() < kAlong_m;
  const bool before_both = p_E.z() > 0 && p_A.z() > 0, before_one = p_E.z() > 0 || p_A.z() > 0;
  if (!outer) return before_both && (over_first || over_second);
  return before_one && (over_first || over_second || p_E.norm() < kHigh_m);
}

std::vector<int> PoseGraph::distances(const PoseSet& within, int from) const {
  std::vector<int> steps(size(), -1);
  std::deque<int> open{from};
  steps[static_cast<std::size_t>(from)] = 0;
  while (!open.empty()) {
    const int at = open.front();
    open.pop_front();
    for (const int next : neighbours(at)) {
      const auto k = static_cast<std::size_t>(next);
      if (steps[k] >= 0 || !within.contains(k)) continue;
      steps[k] = steps[static_cast<std::size_t>(at)] + 1;
      open.push_back(next);
    }
  }
  return steps;
}

PoseSet PoseGraph::connected(const PoseSet& within, int from) const {
  PoseSet reached = empty();
  const std::vector<int> steps = distances(within, from);
  for (std::size_t k = 0; k < steps.size(); ++k)
    if (steps[k] >= 0) reached.insert(k);
  return reached;
}

std::vector<int> PoseGraph::way(const PoseSet& within, int from, int to) const {
  const std::vector<int> steps = distances(within, to);
  if (steps[static_cast<std::size_t>(from)] < 0) return {};
  std::vector<int> way{from};
  while (way.back() != to) {
    const std::vector<int>& next = neighbours(way.back());
    way.push_back(*std::ranges::min_element(next, {}, [&](int k) {
      const int far = steps[static_cast<std::size_t>(k)];
      return far < 0 ? std::numeric_limits<int>::max() : far;
    }));
  }
  return way;
}

}  // namespace ventosa::planner
