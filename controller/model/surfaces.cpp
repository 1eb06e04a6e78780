#include "controller/model/surfaces.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "controller/model/ground.h"

namespace ventosa::controller {
namespace {

/// Half extents [m] for the foot's centre; negative: the patch is too small.
Vector2d room_m(const Patch& patch, double margin_m) {
  return patch.half_extent_m.array() - margin_m;
}

Foothold foothold_at(int index, const Patch& patch, const Leg& leg, const Vector3d& p_S) {
  return {index, patch.X_WS * Vector3d(p_S.x(), p_S.y(), leg.foot.standoff_m),
          -patch.X_WS.linear().col(2)};
}

}  // namespace

Foothold nearest_foothold(const Leg& leg, const PatchList& patches, const Vector3d& p_WW,
                          double clearance_m) noexcept {
  Foothold best;
  double least_m = std::numeric_limits<double>::infinity();
  for (int k = 0; k < patches.n; ++k) {
    const Patch& patch = patches.patch[static_cast<std::size_t>(k)];
    const Vector3d p_S = patch.X_WS.inverse() * p_WW;
    const double off_m = std::abs(p_S.z() - leg.foot.standoff_m);
    if (off_m >= least_m ||
        !carries(patches, k, {p_S.head<2>(), leg.foot.radius_m() + clearance_m}))
      continue;
    least_m = off_m;
    best = foothold_at(k, patch, leg, p_S);
  }
  return best;
}

Foothold nearest_foothold_on(int index, const Leg& leg, const PatchList& patches,
                             const Vector3d& p_WW, double clearance_m) noexcept {
  const Patch& patch = patches.patch[static_cast<std::size_t>(index)];
  const double margin_m = leg.foot.radius_m() + clearance_m;
  const Vector2d room = room_m(patch, margin_m);
  Vector3d p_S = patch.X_WS.inverse() * p_WW;
  const Vector2d over_m =
      p_S.head<2>().cwiseMax(-patch.half_extent_m).cwiseMin(patch.half_extent_m);
  if (covers(patches, index, {over_m, margin_m})) {
    p_S.head<2>() = over_m;
    return foothold_at(index, patch, leg, p_S);
  }
  if (!(room.minCoeff() >= 0)) return {};
  p_S.head<2>() = p_S.head<2>().cwiseMax(-room).cwiseMin(room);
  return foothold_at(index, patch, leg, p_S);
}

double ground_friction(const Leg& leg, const PatchList& patches, int k,
                       const Vector3d& p_WW) noexcept {
  const Vector3d p_S = patches.patch[static_cast<std::size_t>(k)].X_WS.inverse() * p_WW;
  return least_friction(patches, k, {p_S.head<2>(), leg.foot.radius_m()});
}

double ground_height_m(const Leg& leg, const Patch& patch, const Vector3d& p_WW) noexcept {
  const double over_m = patch.X_WS.linear().col(2).dot(p_WW - patch.X_WS.translation());
  return std::clamp(over_m - leg.foot.standoff_m, -patch.uneven_m, patch.uneven_m);
}

}  // namespace ventosa::controller
