#include "controller/organizer/places.h"

#include <algorithm>
#include <cmath>
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

}  // namespace

PlaceList places_near(const Leg& leg, const PatchList& patches, const Vector3d& p_WW,
                      const Vector3d& ahead_W) noexcept {
  Costed costed{.p_WW = p_WW, .ahead_W = ahead_W};
  const Foothold middle = nearest_place(leg, patches, p_WW, costed);
  if (middle.patch >= 0) add_circles(leg, patches, middle, costed);
  return sorted(costed);
}

Foothold on_ground(const Leg& leg, const PatchList& patches, const GaitConfig& config,
                   const Foothold& last, Foothold to) noexcept {
  if (to.patch < 0) return to;
  const Patch& patch = patches.patch[static_cast<std::size_t>(to.patch)];
  if (to.patch == last.patch) to.p_WW -= ground_height_m(leg, patch, last.p_WW) * to.z_WF;
  const double from_m = std::min(patch.uneven_m, config.approach_m);
  if (from_m > 0) to.approach = {from_m, leg.foot.seek_m_s()};
  return to;
}

SwingPath path_of(const StepQuery& step, const Foothold& to) noexcept {
  return {.p_from_W = step.from.p_WW,
          .z_from_W = step.from.z_WF,
          .goal = to,
          .from_air = step.from_air,
          .form = step.form,
          .times = step.times,
          .roll_from_rad = step.roll_rad};
}

}  // namespace ventosa::controller
