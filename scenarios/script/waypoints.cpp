#include "scenarios/script/waypoints.h"

#include <algorithm>
#include <cmath>

#include "controller/organizer/walk_speed.h"

namespace ventosa::scenarios {

using controller::Activity;
using controller::Goal;
using controller::Isometry3d;
using controller::Vector2d;
using controller::Vector3d;

namespace {

// The body steers towards a point of the line this far ahead.
constexpr double kAhead_m = 0.2;
// Turns on the spot begin and end at these errors of the heading; between them it turns on the way.
constexpr double kBegin_rad = 0.35, kEnd_rad = 0.02;
// Time constant of turning on the way, and largest share of the gait's rate that it takes.
constexpr double kTurn_s = 5, kMostShare = 0.3;

/// The k-th line: from the point before, or the start.
struct Line {
  Vector2d from, to;

  Vector2d direction() const { return (to - from).normalized(); }
  double heading_rad() const { return std::atan2((to - from).y(), (to - from).x()); }
  /// Point at most kAhead_m farther along than p.
  Vector2d ahead_of(const Vector2d& p) const {
    const double along_m = direction().dot(p - from) + kAhead_m;
    return from + std::min(along_m, (to - from).norm()) * direction();
  }
};

Line line(const Waypoints& walk, const Isometry3d& X_B0B_start, int k) {
  const auto to = static_cast<std::size_t>(k);
  return {k > 0 ? walk.p_B0[to - 1] : Vector2d(X_B0B_start.translation().head<2>()), walk.p_B0[to]};
}

double yaw_rad(const Isometry3d& X_B0B) {
  return std::atan2(X_B0B.linear()(1, 0), X_B0B.linear()(0, 0));
}

int n_points(const Waypoints& walk) { return static_cast<int>(walk.p_B0.size()); }

void pass_points(const Waypoints& walk, const Vector2d& p, WaypointProgress& progress) {
  while (progress.n_reached < n_points(walk) &&
         (walk.p_B0[static_cast<std::size_t>(progress.n_reached)] - p).norm() <= walk.radius_m) {
    ++progress.n_reached;
    progress.turns = true;
  }
}

}  // namespace

Isometry3d end_pose(const Waypoints& walk, const Isometry3d& X_B0B_start) {
  const Line last = line(walk, X_B0B_start, n_points(walk) - 1);
  Isometry3d X_B0B = X_B0B_start;
  X_B0B.translation().head<2>() = last.to;
  X_B0B.linear() = Eigen::AngleAxisd(last.heading_rad() - yaw_rad(X_B0B_start), Vector3d::UnitZ()) *
                   X_B0B_start.linear();
  return X_B0B;
}

Goal goal_along(const Waypoints& walk, const Isometry3d& X_B0B_start, const Isometry3d& X_B0B,
                WaypointProgress& progress) noexcept {
  const Vector2d p = X_B0B.translation().head<2>();
  pass_points(walk, p, progress);
  Goal goal;
  goal.X_WB = X_B0B;
  if (progress.n_reached == n_points(walk)) return goal;
  const Line now = line(walk, X_B0B_start, progress.n_reached);
  const double off_rad = std::remainder(now.heading_rad() - yaw_rad(X_B0B), 2 * M_PI);
  progress.turns = std::abs(off_rad) > (progress.turns ? kEnd_rad : kBegin_rad);

  goal.activity = Activity::kWalk;
  goal.gait = walk.gait;
  const double turn_rad_s = controller::turn_rate_rad_s(walk.speed_m_s);
  if (progress.turns) {
    goal.w_WB.z() = std::copysign(turn_rad_s, off_rad);
    return goal;
  }
  goal.w_WB.z() = std::clamp(off_rad / kTurn_s, -kMostShare * turn_rad_s, kMostShare * turn_rad_s);
  goal.v_WB.head<2>() = walk.speed_m_s * (now.ahead_of(p) - p).normalized();
  return goal;
}

}  // namespace ventosa::scenarios
