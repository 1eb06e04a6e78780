#include "controller/organizer/footholds.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace ventosa::controller {
namespace {

/// The nominal place, farther out in the plane of the hip.
Vector3d spread_place(const Leg& leg, double spread_m) {
  Vector3d out_B = leg.p_BW_nominal - leg.X_BL.translation();
  const Vector3d z_B = leg.X_BL.linear().col(2);
  out_B -= z_B.dot(out_B) * z_B;
  return leg.p_BW_nominal + spread_m * out_B.stableNormalized();
}

/// A patch that lies farther off is not the one that is meant: there is a gap over it.
constexpr double kMeant_m = 0.15;

/// A leg that looks for its next foothold.
struct Search {
  const WalkingRobot& walking;
  std::size_t leg;
  const StepQuery& step;
  StepScene scene;

  ForeseenFeet feet_with(const Foothold& to) const {
    ForeseenFeet feet{.at = walking.at, .held = ~LegSet{}};
    feet.at[leg] = to;
    return feet;
  }
  bool affords_stance() const { return (scene.poses_left -= kPosesOfStance) > 0; }
};

/// Of the robot itself, on its swing while the body goes its way, and where it ends.
bool keeps_clear(const Search& search, const Foothold& to) {
  const auto& [robot, config, in, gait, row, at] = search.walking;
  const StepQuery& step = search.step;
  const Twist way = twist_between(step.X_WB_start, step.X_WB_end, 1);
  for (const double share : {0.2, 0.4, 0.6, 0.8, 1.0}) {
    ForeseenFeet feet = search.feet_with(between(step.from, to, share));
    feet.held[search.leg] = share >= 1;
    const Isometry3d X_WB = moved(step.X_WB_start, way, share);
    if (!search.affords_stance() || !is_clear(robot, config, in, X_WB, feet)) return false;
  }
  return true;
}

/// Of later rows too little is known: other feet step before.
bool next_rows_hold(const Search& search, const Foothold& to) {
  constexpr int kRows = 2;
  const auto& [robot, config, in, gait, row, at] = search.walking;
  const int n_rows = static_cast<int>(gait.row.size());
  ForeseenFeet feet = search.feet_with(to);
  SharingWarmStart warm;
  for (int k = 1; k <= std::min(kRows, n_rows - 1); ++k) {
    feet.held = ~airborne_in(gait, (row + k) % n_rows);
    if (!feet.held[search.leg]) continue;
    if (!search.affords_stance() ||
        !holds(robot, config, in, search.step.X_WB_end, feet, kPlannedTorque, warm))
      return false;
  }
  return true;
}

/// The place on the patch below, if it has room, and the way is free, or `far` lets it be.
std::optional<Foothold> nominal_foothold(const Search& search, const Vector3d& p_WW,
                                         OutOfReach far) {
  const auto& [leg, cup, patches, config, poses_left] = search.scene;
  Foothold to = nearest_foothold(leg, cup, patches, p_WW, kEdgeClearance_m);
  if (to.patch < 0 || !((to.p_WW - p_WW).norm() < kMeant_m)) return {};
  const SwingWay way = find_way(search.scene, search.step, to);
  const auto reached = [&] { return reaches(search.scene, search.step, to); };
  const bool fits = far == OutOfReach::kKeep
                        ? way == SwingWay::kFree || (way == SwingWay::kUnreachable && !reached())
                        : way == SwingWay::kFree && reached() && keeps_clear(search, to);
  if (fits) return to;
  return {};
}

Foothold best_near(const Search& search, const Vector3d& p_WW, const Vector3d& ahead_W) {
  constexpr double kAnyway_m = -std::numeric_limits<double>::infinity();
  const auto& [leg, cup, patches, config, poses_left] = search.scene;
  const PlaceList places = places_near(leg, cup, patches, p_WW, ahead_W);
  int next = 0;
  while (true) {
    const Foothold to = find_place(search.scene, search.step, places, ahead_W, kAnyway_m, next);
    if (to.patch < 0) return to;
    if (keeps_clear(search, to) && next_rows_hold(search, to)) return to;
  }
}

}  // namespace

Foothold between(const Foothold& from, const Foothold& to, double share) noexcept {
  const Vector3d z_WF = from.z_WF + share * (to.z_WF - from.z_WF);
  return {to.patch, from.p_WW + share * (to.p_WW - from.p_WW), z_WF.normalized()};
}

Vector3d nominal_place(const RobotModel& robot, int leg, const Isometry3d& X_WB_reference,
                       const Twist& twist, double lead_m, double spread_m) noexcept {
  const double speed = path_speed(twist);
  const Isometry3d X_WB_mid = moved(X_WB_reference, twist, speed > 0 ? lead_m / speed : 0);
  return X_WB_mid * spread_place(robot.leg[static_cast<std::size_t>(leg)], spread_m);
}

Vector3d heading_at(const Twist& twist, const Vector3d& p_W, const Isometry3d& X_WB) noexcept {
  return (twist.v_W + twist.w_W.cross(p_W - X_WB.translation())).stableNormalized();
}

Foothold choose_foothold(const WalkingRobot& walking, int leg, const StepQuery& step,
                         const Vector3d& p_WW, const Vector3d& ahead_W, OutOfReach far,
                         int& poses_left) noexcept {
  const auto i = static_cast<std::size_t>(leg);
  const Search search{
      walking,
      i,
      step,
      {walking.robot.leg[i], walking.robot.cup, walking.in.surfaces, walking.config, poses_left}};
  if (const auto to = nominal_foothold(search, p_WW, far)) return *to;
  return best_near(search, p_WW, ahead_W);
}

}  // namespace ventosa::controller
