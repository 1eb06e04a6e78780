#include "controller/organizer/foothold_candidates.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>

namespace ventosa::controller {
namespace {

/// A place with its cost, before sorting.
struct CostedPlace {
  int cost_mm = 0;  ///< rounded, so that equal places keep their order
  int order = 0;
  Foothold to{};
};

struct Costed {
  Vector3d p_WW, ahead_W;
  int n = 0;
  std::array<CostedPlace, PlaceList::kMost> place{};

  void add(const Foothold& to) {
    if (to.patch < 0) return;
    constexpr double kAhead = 0.5;
    const Vector3d way_W = to.p_WW - p_WW;
    const double cost_m = way_W.norm() - kAhead * way_W.dot(ahead_W);
    place[static_cast<std::size_t>(n)] = {static_cast<int>(std::lround(1000 * cost_m)), n, to};
    ++n;
  }
};

/// Largest length of a step.
constexpr double kFarthest_m = 0.5;

/// Nearest place to p_WW on any patch; also adds the nearest one of each patch to the list.
Foothold nearest_place(const Leg& leg, const PatchList& patches, const Vector3d& p_WW,
                       Costed& places) {
  Foothold best;
  double least_m = kFarthest_m;
  for (int k = 0; k < patches.n; ++k) {
    const Foothold to = nearest_foothold_on(k, leg, patches, p_WW, kEdgeClearance_m);
    const double far_m = (to.p_WW - p_WW).norm();
    if (to.patch < 0 || !(far_m < kFarthest_m)) continue;
    places.add(to);
    if (far_m >= least_m) continue;
    least_m = far_m;
    best = to;
  }
  return best;
}

void add_circles(const Leg& leg, const PatchList& patches, const Foothold& middle, Costed& places) {
  const Matrix3d& R_WS = patches.patch[static_cast<std::size_t>(middle.patch)].X_WS.linear();
  for (int k = 0; k < PlaceList::kCircles * PlaceList::kAround; ++k) {
    const double angle_rad =
        2 * std::numbers::pi * (k % PlaceList::kAround + 1) / PlaceList::kAround;
    const double radius_m = PlaceList::kApart_m * (1 + k / PlaceList::kAround);
    const Vector2d offset_m = radius_m * Vector2d(std::cos(angle_rad), std::sin(angle_rad));
    places.add(nearest_foothold(leg, patches, middle.p_WW + R_WS.leftCols<2>() * offset_m,
                                kEdgeClearance_m));
  }
}

PlaceList sorted(Costed& costed) {
  const auto end = costed.place.begin() + costed.n;
  std::sort(costed.place.begin(), end, [](const CostedPlace& a, const CostedPlace& b) {
    return a.cost_mm != b.cost_mm ? a.cost_mm < b.cost_mm : a.order < b.order;
  });
  PlaceList list{.n = costed.n};
  for (std::size_t k = 0; k < static_cast<std::size_t>(costed.n); ++k)
    list.place[k] = costed.place[k].to;
  return list;
}

/// Applies a check for the body poses at both ends of the step.
template <class Check>
SwingWay at_both_ends(const StepQuery& step, Check check) {
  const SwingWay start = check(step.X_WB_start);
  if (start != SwingWay::kFree || step.X_WB_start.isApprox(step.X_WB_end)) return start;
  return check(step.X_WB_end);
}

}  // namespace

PlaceList places_near(const Leg& leg, const PatchList& patches, const Vector3d& p_WW,
                      const Vector3d& ahead_W) noexcept {
  Costed costed{.p_WW = p_WW, .ahead_W = ahead_W};
  const Foothold middle = nearest_place(leg, patches, p_WW, costed);
  if (middle.patch >= 0) add_circles(leg, patches, middle, costed);
  return sorted(costed);
}

Foothold on_ground(const StepScene& scene, const Foothold& last, Foothold to) noexcept {
  if (to.patch < 0) return to;
  const Patch& patch = scene.patches.patch[static_cast<std::size_t>(to.patch)];
  if (to.patch == last.patch) to.p_WW -= ground_height_m(scene.leg, patch, last.p_WW) * to.z_WF;
  const double from_m = std::min(patch.uneven_m, scene.config.gait.approach_m);
  if (from_m > 0) to.approach = {from_m, scene.leg.foot.seek_m_s()};
  return to;
}

SwingPath path_of(const StepQuery& step, const Foothold& to) noexcept {
  return {.p_from_W = step.from.p_WW,
          .z_from_W = step.from.z_WF,
          .goal = to,
          .from_air = step.from_air,
          .times = step.times,
          .roll_from_rad = step.roll_rad};
}

bool reaches(const StepScene& scene, const StepQuery& step, const Foothold& to) noexcept {
  scene.poses_left -= kPosesOfStance;
  return reaches_swing(scene.leg, step.X_WB_start, step.X_WB_end, scene.config, path_of(step, to),
                       step.q_rad);
}

void list_near(const StepScene& scene, PlaceSearch& at) noexcept {
  at.places = places_near(scene.leg, scene.patches, at.p_WW, at.ahead_W);
  for (Foothold& place : at.places.place) place = on_ground(scene, at.step.from, place);
  at.begun = true;
  at.nominal = false;
  at.place = at.check = at.height = at.pace = 0;
}

SwingWay way_to(const StepScene& scene, const StepQuery& step, const Foothold& to) noexcept {
  const auto& [leg, patches, config, poses_left] = scene;
  return at_both_ends(step, [&](const Isometry3d& X_WB) {
    return way_of({leg, patches, poses_left}, X_WB, config, path_of(step, to), step.q_rad);
  });
}

SwingWay landing_on(const StepScene& scene, const StepQuery& step, const Foothold& to) noexcept {
  const auto& [leg, patches, config, poses_left] = scene;
  return at_both_ends(step, [&](const Isometry3d& X_WB) {
    return landing_of({leg, patches, poses_left}, X_WB, config, path_of(step, to), step.q_rad);
  });
}

Fit check_swing(const StepScene& scene, const PlaceSearch& at, int check,
                const Foothold& to) noexcept {
  const auto passes = [](bool ok) { return ok ? Fit::kSoFar : Fit::kNo; };
  switch (check) {
    case 0:
      return passes(at.nominal || landing_on(scene, at.step, to) == SwingWay::kFree);
    case 1: {
      const SwingWay way = way_to(scene, at.step, to);
      const bool last = at.height + 1 >= static_cast<int>(std::size(kHigher_m));
      return way == SwingWay::kObstructed && !last ? Fit::kHigher : passes(way == SwingWay::kFree);
    }
    default: {
      const bool last = at.pace + 1 >= static_cast<int>(std::size(kSwingPaces));
      return reaches(scene, at.step, to) ? Fit::kSoFar : last ? Fit::kNo : Fit::kSlower;
    }
  }
}

bool swings_to(const StepScene& scene, const StepQuery& step, const Foothold& place,
               Foothold& to) noexcept {
  constexpr int kAll = 1;  // all poses of one place are checked in one tick
  PlaceSearch one{.begun = true, .step = step};
  one.places.n = 1;
  one.places.place[0] = place;
  return search_on(one, kAll, to, [&](int check, const Foothold& at) {
           const Fit fit = check_swing(scene, one, check, at);
           return fit == Fit::kSoFar && check == kSwingChecks - 1 ? Fit::kYes : fit;
         }) == SearchStatus::kFound;
}

}  // namespace ventosa::controller
