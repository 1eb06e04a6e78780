#include "controller/organizer/foothold_search.h"

#include "controller/organizer/judgement.h"

namespace ventosa::controller {
namespace {

/// Largest distance of a patch from the preferred place. A patch farther away is beyond a gap.
constexpr double kMeant_m = 0.15;

/// Shares of a swing at which the robot must be clear of itself.
constexpr double kOnTheWay[] = {0.2, 0.4, 0.6, 0.8};
static_assert(kChecks == 4 + std::size(kOnTheWay));

/// Nominal place, moved outwards in the plane of the hip.
Vector3d spread_place(const Leg& leg, double spread_m) {
  Vector3d out_B = leg.p_BW_nominal - leg.X_BL.translation();
  const Vector3d z_B = leg.X_BL.linear().col(2);
  out_B -= z_B.dot(out_B) * z_B;
  return leg.p_BW_nominal + spread_m * out_B.stableNormalized();
}

Fit passes(bool ok) { return ok ? Fit::kSoFar : Fit::kNo; }

/// A check for the body poses at both ends of the step.
template <class Check>
SwingWay at_both_ends(const StepQuery& step, Check check) {
  const SwingWay start = check(step.X_WB_start);
  if (start != SwingWay::kFree || step.X_WB_start.isApprox(step.X_WB_end)) return start;
  return check(step.X_WB_end);
}

SwingWay landing_on(const FootSearch& search, const Foothold& to) {
  const StepQuery& step = search.at.step;
  return at_both_ends(step, [&](const Isometry3d& X_WB) {
    return landing_of({search.model(), search.scene.in.surfaces, search.poses_left}, X_WB,
                      search.scene.config, path_of(step, to), step.q_rad);
  });
}

bool is_clear_at(const FootSearch& search, const Foothold& to, double share) {
  search.poses_left -= kPosesOfStance;
  return is_clear(search.scene, search.posture_at(to, share));
}

/// Repeats the check with a higher swing where that may help.
Fit fit_of(SwingWay way, const PlaceSearch& at) {
  const bool last = at.height + 1 >= static_cast<int>(std::size(kHigher_m));
  return way == SwingWay::kObstructed && !last ? Fit::kHigher : passes(way == SwingWay::kFree);
}

/// Clearance of landing and swing, reach.
Fit check_swing(const FootSearch& search, int check, const Foothold& to) {
  if (check == 0) return passes(search.at.nominal || landing_on(search, to) == SwingWay::kFree);
  if (check == 1) return fit_of(way_to(search, to), search.at);
  const bool last = search.at.pace + 1 >= static_cast<int>(std::size(kSwingPaces));
  return reaches(search, to) ? Fit::kSoFar : last ? Fit::kNo : Fit::kSlower;
}

}  // namespace

Posture FootSearch::posture_at(const Foothold& to, double share) const {
  const Twist way = twist_between(at.step.X_WB_start, at.step.X_WB_end, 1);
  Posture posture{moved(at.step.X_WB_start, way, share), feet, ~LegSet{}};
  posture.foot[i()] = between(at.step.from, to, share);
  posture.attached[i()] = share >= 1;
  return posture;
}

void list_nominal(const FootSearch& search) noexcept {
  const auto& [robot, config, in, reserve] = search.scene;
  PlaceSearch& at = search.at;
  const Foothold to = nearest_foothold(search.model(), in.surfaces, at.p_WW, kEdgeClearance_m);
  if (to.patch >= 0 && (to.p_WW - at.p_WW).norm() < kMeant_m)
    at.places.add(on_ground(search.model(), in.surfaces, config.gait, at.step.from, to));
}

void list_near(const FootSearch& search) noexcept {
  const auto& [robot, config, in, reserve] = search.scene;
  PlaceSearch& at = search.at;
  at.places = places_near(search.model(), in.surfaces, at.p_WW, at.ahead_W);
  for (Foothold& place : at.places.place)
    place = on_ground(search.model(), in.surfaces, config.gait, at.step.from, place);
  at.begun = true;
  at.nominal = false;
  at.place = at.check = at.height = at.pace = 0;
}

Fit check_place(const FootSearch& search, int check, const Foothold& to) noexcept {
  if (check == 0) return passes(is_clear_at(search, to, 1));
  if (check <= 3) return check_swing(search, check - 1, to);
  return passes(is_clear_at(search, to, kOnTheWay[check - 4]));
}

Fit check_to_keep(const FootSearch& search, int check, const Foothold& to) noexcept {
  if (check == 0) return Fit::kSoFar;
  if (check > 1) return reaches(search, to) ? Fit::kNo : Fit::kYes;
  const SwingWay way = way_to(search, to);
  if (way == SwingWay::kUnreachable) return passes(search.at.height == 0);
  return way == SwingWay::kFree ? Fit::kYes : fit_of(way, search.at);
}

bool reaches(const FootSearch& search, const Foothold& to) noexcept {
  const StepQuery& step = search.at.step;
  search.poses_left -= kPosesOfStance;
  return reaches_swing(search.model(), step.X_WB_start, step.X_WB_end, search.scene.config,
                       path_of(step, to), step.q_rad);
}

SwingWay way_to(const FootSearch& search, const Foothold& to) noexcept {
  const StepQuery& step = search.at.step;
  return at_both_ends(step, [&](const Isometry3d& X_WB) {
    return way_of({search.model(), search.scene.in.surfaces, search.poses_left}, X_WB,
                  search.scene.config, path_of(step, to), step.q_rad);
  });
}

void count(Fit fit, PlaceSearch& at) noexcept {
  switch (fit) {
    case Fit::kHigher:
      ++at.height;
      break;
    case Fit::kSlower:
      ++at.pace;
      break;
    case Fit::kNo:
      ++at.place;
      at.check = at.height = at.pace = 0;
      break;
    default:
      ++at.check;
  }
}

bool swings_to(const Scene& scene, int leg, const Foothold& to, int& poses_left,
               StepQuery& step) noexcept {
  int all = kPosesPerSearch;  // all poses of one place are checked in one tick
  PlaceSearch one{.begun = true, .step = step};
  one.places.add(to);
  const PerLeg<Foothold> no_feet{};
  const FootSearch search{scene, leg, no_feet, one, all};
  const auto check = [&](int number, const Foothold& place) {
    const Fit fit = check_swing(search, number, place);
    return number == 2 && fit == Fit::kSoFar ? Fit::kYes : fit;
  };
  FoundStep found;
  const SearchStatus status = search_on(search, found, check);
  poses_left -= one.looked_at;
  step.form = found.form;
  return status == SearchStatus::kFound;
}

Foothold between(const Foothold& from, const Foothold& to, double share) noexcept {
  const Vector3d z_WF = from.z_WF + share * (to.z_WF - from.z_WF);
  return {to.patch, from.p_WW + share * (to.p_WW - from.p_WW), z_WF.normalized()};
}

Vector3d nominal_place(const Leg& leg, const Isometry3d& X_WB, double spread_m) noexcept {
  return X_WB * spread_place(leg, spread_m);
}

Vector3d heading_at(const Twist& twist, const Vector3d& p_W, const Isometry3d& X_WB) noexcept {
  return (twist.v_W + twist.w_W.cross(p_W - X_WB.translation())).stableNormalized();
}

}  // namespace ventosa::controller
