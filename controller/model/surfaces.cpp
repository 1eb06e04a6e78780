#include "controller/model/surfaces.h"

#include <cmath>
#include <limits>

namespace ventosa::controller {
namespace {

bool has_room(const Patch& patch, const Vector3d& p_S, double lip_radius_m) {
  return std::abs(p_S.x()) <= patch.half_extent_m.x() - lip_radius_m &&
         std::abs(p_S.y()) <= patch.half_extent_m.y() - lip_radius_m;
}

}  // namespace

Foothold nearest_foothold(const Leg& leg, const Cup& cup, const PatchList& patches,
                          const Vector3d& p_WW) noexcept {
  Foothold best;
  double least_m = std::numeric_limits<double>::infinity();
  for (int k = 0; k < patches.n; ++k) {
    const Patch& patch = patches.patch[static_cast<std::size_t>(k)];
    Vector3d p_S = patch.X_WS.inverse() * p_WW;
    const double off_m = std::abs(p_S.z() - leg.wrist_to_lip_m);
    if (off_m >= least_m || !has_room(patch, p_S, cup.lip_radius_m)) continue;
    least_m = off_m;
    p_S.z() = leg.wrist_to_lip_m;
    best = {k, patch.X_WS * p_S, -patch.X_WS.linear().col(2)};
  }
  return best;
}

}  // namespace ventosa::controller
