#include "controller/organizer/places.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace ventosa::controller {
namespace {

/// How much higher than gait.lift_m a foot is lifted, tried in this order.
constexpr double kHigher_m[] = {0, 0.015, 0.03, 0.045};

/// Places with what they cost, until they are sorted.
struct CostedPlace {
  int cost_mm = 0;  ///< whole, so that rounding leaves equal ones in their order
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

/// Places farther off than this are no step.
constexpr double kFarthest_m = 0.5;

/// The place nearest to p_WW on any patch.
Foothold nearest_place(const Leg& leg, const Cup& cup, const PatchList& patches,
                       const Vector3d& p_WW, Costed& places) {
  Foothold best;
  double least_m = kFarthest_m;
  for (int k = 0; k < patches.n; ++k) {
    const Foothold to = nearest_foothold_on(k, leg, cup, patches, p_WW, kEdgeClearance_m);
    const double far_m = (to.p_WW - p_WW).norm();
    if (to.patch < 0 || !(far_m < kFarthest_m)) continue;
    places.add(to);
    if (far_m >= least_m) continue;
    least_m = far_m;
    best = to;
  }
  return best;
}

void add_circles(const Leg& leg, const Cup& cup, const PatchList& patches, const Foothold& middle,
                 Costed& places) {
  constexpr double kApart_m = 0.03;
  const Matrix3d& R_WS = patches.patch[static_cast<std::size_t>(middle.patch)].X_WS.linear();
  for (int k = 0; k < PlaceList::kCircles * PlaceList::kAround; ++k) {
    const double angle_rad =
        2 * std::numbers::pi * (k % PlaceList::kAround + 1) / PlaceList::kAround;
    const double radius_m = kApart_m * (1 + k / PlaceList::kAround);
    const Vector2d offset_m = radius_m * Vector2d(std::cos(angle_rad), std::sin(angle_rad));
    places.add(nearest_foothold(leg, cup, patches, middle.p_WW + R_WS.leftCols<2>() * offset_m,
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

/// Under the body at both ends of its way.
template <class Check>
SwingWay at_both_ends(const StepQuery& step, Check check) {
  const SwingWay start = check(step.X_WB_start);
  if (start != SwingWay::kFree || step.X_WB_start.isApprox(step.X_WB_end)) return start;
  return check(step.X_WB_end);
}

}  // namespace

PlaceList places_near(const Leg& leg, const Cup& cup, const PatchList& patches,
                      const Vector3d& p_WW, const Vector3d& ahead_W) noexcept {
  Costed costed{.p_WW = p_WW, .ahead_W = ahead_W};
  const Foothold middle = nearest_place(leg, cup, patches, p_WW, costed);
  if (middle.patch >= 0) add_circles(leg, cup, patches, middle, costed);
  return sorted(costed);
}

SwingPath path_of(const StepQuery& step, const Foothold& to) noexcept {
  return {.p_from_W = step.from.p_WW,
          .z_from_W = step.from.z_WF,
          .p_goal_W = to.p_WW,
          .z_goal_W = to.z_WF,
          .higher_m = to.higher_m,
          .roll_from_rad = step.roll_rad};
}

bool reaches(const StepScene& scene, const StepQuery& step, const Foothold& to) noexcept {
  return reaches_swing(scene.leg, step.X_WB_start, step.X_WB_end, scene.config, path_of(step, to),
                       step.q_rad);
}

SwingWay find_way(const StepScene& scene, const StepQuery& step, Foothold& to) noexcept {
  const auto& [leg, cup, patches, config, poses_left] = scene;
  SwingWay first = SwingWay::kFree;
  for (const double higher_m : kHigher_m) {
    to.higher_m = higher_m;
    const SwingPath path = path_of(step, to);
    const SwingWay way = at_both_ends(step, [&](const Isometry3d& X_WB) {
      return way_of({leg, cup, patches, poses_left}, X_WB, config, path, step.q_rad);
    });
    if (way == SwingWay::kFree) return way;
    if (higher_m <= 0) first = way;
    if (way != SwingWay::kObstructed) break;
  }
  to.higher_m = 0;
  return first;
}

Foothold find_place(const StepScene& scene, const StepQuery& step, const PlaceList& places,
                    const Vector3d& ahead_W, double least_m, int& next) noexcept {
  const auto& [leg, cup, patches, config, poses_left] = scene;
  while (next < places.n && poses_left > 0) {
    Foothold to = places.place[static_cast<std::size_t>(next++)];
    if ((to.p_WW - step.from.p_WW).dot(ahead_W) < least_m) continue;
    const SwingWay landing = at_both_ends(step, [&](const Isometry3d& X_WB) {
      return landing_of({leg, cup, patches, poses_left}, X_WB, config, path_of(step, to),
                        step.q_rad);
    });
    if (landing != SwingWay::kFree) continue;
    if (find_way(scene, step, to) == SwingWay::kFree && reaches(scene, step, to)) return to;
  }
  return {};
}

}  // namespace ventosa::controller
