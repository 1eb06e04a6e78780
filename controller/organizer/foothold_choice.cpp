#include "controller/organizer/foothold_choice.h"

#include <algorithm>
#include <iterator>

namespace ventosa::controller {
namespace {

/// Nominal place, moved outwards in the plane of the hip.
Vector3d spread_place(const Leg& leg, double spread_m) {
  Vector3d out_B = leg.p_BW_nominal - leg.X_BL.translation();
  const Vector3d z_B = leg.X_BL.linear().col(2);
  out_B -= z_B.dot(out_B) * z_B;
  return leg.p_BW_nominal + spread_m * out_B.stableNormalized();
}

/// Largest distance of a patch from the nominal place. A patch farther away is beyond a gap.
constexpr double kMeant_m = 0.15;

/// State of one leg's search for its next foothold.
struct Search {
  const WalkingRobot& walking;
  std::size_t leg;
  OutOfReach far;
  const PlaceSearch& at;
  StepScene step;

  Posture standing_on(const Foothold& to, const Isometry3d& X_WB) const {
    Posture posture{X_WB, walking.at, ~LegSet{}};
    posture.foot[leg] = to;
    return posture;
  }
};

constexpr double kOnTheWay[] = {0.2, 0.4, 0.6, 0.8};

/// True if the robot does not collide with itself with the leg at `share` of its swing, 0..1.
bool keeps_clear(const Search& search, const Foothold& to, double share) {
  const auto& [scene, gait, row, at] = search.walking;
  const StepQuery& step = search.at.step;
  const Twist way = twist_between(step.X_WB_start, step.X_WB_end, 1);
  Posture there =
      search.standing_on(between(step.from, to, share), moved(step.X_WB_start, way, share));
  there.attached[search.leg] = share >= 1;
  search.step.poses_left -= kPosesOfStance;
  return is_clear(scene, there);
}

/// Number of later rows to check. Beyond two rows other feet have stepped and the stance is
/// unknown.
int rows_to_check(const Gait& gait) {
  constexpr int kRows = 2;
  return std::clamp(static_cast<int>(gait.row.size()) - 1, 0, kRows);
}

bool later_row_holds(const Search& search, const Foothold& to, int later) {
  const auto& [scene, gait, row, at] = search.walking;
  Posture there = search.standing_on(to, search.at.step.X_WB_end);
  there.attached = ~airborne_in(gait, (row + later) % static_cast<int>(gait.row.size()));
  if (!there.attached[search.leg]) return true;
  SharingWarmStart warm;
  search.step.poses_left -= kPosesOfStance;
  return holds(scene, there, warm);
}

/// Checks a nominal place with OutOfReach::kKeep: an unreachable place is accepted, because the
/// body's advance can be reduced.
Fit check_to_keep(const Search& search, int check, const Foothold& to) {
  if (check == 0) return Fit::kSoFar;
  if (check > 1) return reaches(search.step, search.at.step, to) ? Fit::kNo : Fit::kYes;
  const SwingWay way = way_to(search.step, search.at.step, to);
  if (way == SwingWay::kFree) return Fit::kYes;
  const bool first = search.at.height == 0;
  if (way == SwingWay::kUnreachable) return first ? Fit::kSoFar : Fit::kNo;
  return search.at.height + 1 < static_cast<int>(std::size(kHigher_m)) ? Fit::kHigher : Fit::kNo;
}

/// Checks a place. Self-collision at the end comes first: it is the cheapest check and fails most
/// often.
Fit check_place(const Search& search, int check, const Foothold& to) {
  constexpr int kClearChecks = std::size(kOnTheWay);
  const bool nominal = search.at.nominal;
  if (nominal && search.far == OutOfReach::kKeep) return check_to_keep(search, check, to);
  if (check == 0) return keeps_clear(search, to, 1) ? Fit::kSoFar : Fit::kNo;
  const int clear = check - 1 - kSwingChecks, later = clear - kClearChecks + 1;
  if (clear < 0) return check_swing(search.step, search.at, check - 1, to);
  const bool ok =
      later <= 0 ? keeps_clear(search, to, kOnTheWay[clear]) : later_row_holds(search, to, later);
  if (!ok) return Fit::kNo;
  return later >= (nominal ? 0 : rows_to_check(search.walking.gait)) ? Fit::kYes : Fit::kSoFar;
}

/// Lists the place on the patch below the wrist point, if that has room.
void list_nominal(const StepScene& scene, PlaceSearch& at) {
  const Foothold to = nearest_foothold(scene.leg, scene.patches, at.p_WW, kEdgeClearance_m);
  if (to.patch >= 0 && (to.p_WW - at.p_WW).norm() < kMeant_m)
    at.places.place[0] = on_ground(scene, at.step.from, to);
  at.places.n = at.places.place[0].patch >= 0 ? 1 : 0;
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

SearchStatus choose_foothold(const WalkingRobot& walking, int leg, const StepQuery& step,
                             const Vector3d& p_WW, const Vector3d& ahead_W, OutOfReach far,
                             PlaceSearch& at, int& poses_left, Foothold& to) noexcept {
  const auto i = static_cast<std::size_t>(leg);
  const Scene& scene = walking.scene;
  const Search search{
      walking, i, far, at, {scene.robot.leg[i], scene.in.surfaces, scene.config, poses_left}};
  const auto go_on = [&] {
    return search_on(at, poses_left, to, [&](int check, const Foothold& place) {
      return check_place(search, check, place);
    });
  };
  if (!at.begun) {
    at = {.begun = true, .step = step, .p_WW = p_WW, .ahead_W = ahead_W};
    list_nominal(search.step, at);
  }
  to = {};
  const SearchStatus status = go_on();
  if (status != SearchStatus::kNone || !at.nominal) return status;
  list_near(search.step, at);
  return go_on();
}

}  // namespace ventosa::controller
