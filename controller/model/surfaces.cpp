#include "controller/model/surfaces.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ventosa::controller {
namespace {

/// Half extents [m] for the foot's centre; negative: the patch is too small.
Vector2d room_m(const Patch& patch, double margin_m) {
  return patch.half_extent_m.array() - margin_m;
}

bool has_room(const Patch& patch, const Vector3d& p_S, double margin_m) {
  return std::abs(p_S.x()) <= patch.half_extent_m.x() - margin_m &&
         std::abs(p_S.y()) <= patch.half_extent_m.y() - margin_m;
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
    if (off_m >= least_m || !has_room(patch, p_S, leg.foot.radius_m() + clearance_m)) continue;
    least_m = off_m;
    best = foothold_at(k, patch, leg, p_S);
  }
  return best;
}

Foothold nearest_foothold_on(int index, const Leg& leg, const PatchList& patches,
                             const Vector3d& p_WW, double clearance_m) noexcept {
  const Patch& patch = patches.patch[static_cast<std::size_t>(index)];
  const Vector2d room = room_m(patch, leg.foot.radius_m() + clearance_m);
  if (!(room.minCoeff() >= 0)) return {};
  Vector3d p_S = patch.X_WS.inverse() * p_WW;
  p_S.head<2>() = p_S.head<2>().cwiseMax(-room).cwiseMin(room);
  return foothold_at(index, patch, leg, p_S);
}

double ground_height_m(const Leg& leg, const Patch& patch, const Vector3d& p_WW) noexcept {
  const double over_m = patch.X_WS.linear().col(2).dot(p_WW - patch.X_WS.translation());
  return std::clamp(over_m - leg.foot.standoff_m, -patch.uneven_m, patch.uneven_m);
}

}  // namespace ventosa::controller
