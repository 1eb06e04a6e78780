#include "sim/ground/ground.h"

namespace ventosa::sim {

using controller::Patch;
using controller::Vector3d;

Ground::Ground(const controller::PatchList& patches, const ReliefList& reliefs, std::uint64_t seed)
    : patches_(patches) {
  for (std::size_t k = 0; k < static_cast<std::size_t>(patches.n); ++k)
    if (const auto& options = reliefs[k])
      relief_[k].emplace(*options, options->seed.value_or(seed), patches.patch[k].half_extent_m);
}

const Relief* Ground::relief(int patch) const noexcept {
  const auto& relief = relief_[static_cast<std::size_t>(patch)];
  return relief ? &*relief : nullptr;
}

GroundPoint Ground::on(int patch, const Vector3d& p_W) const noexcept {
  const Patch& plane = patches_.patch[static_cast<std::size_t>(patch)];
  const Vector3d p_S = plane.X_WS.linear().transpose() * (p_W - plane.X_WS.translation());
  const bool is_over = (p_S.head<2>().array().abs() <= plane.half_extent_m.array()).all();
  if (!is_over) return {};
  const Relief* const bumps = relief(patch);
  const ReliefPoint ground = bumps == nullptr ? ReliefPoint{} : bumps->at(p_S.head<2>());
  const Vector3d normal_S = Vector3d(-ground.slope.x(), -ground.slope.y(), 1).normalized();
  return {patch, p_S.z() - ground.height_m, plane.X_WS.linear() * normal_S};
}

GroundPoint Ground::at(const Vector3d& p_W) const noexcept {
  GroundPoint nearest;
  for (int k = 0; k < patches_.n; ++k) {
    const GroundPoint point = on(k, p_W);
    if (point.patch < 0 || point.height_m < -kPatchThickness_m) continue;
    if (nearest.patch < 0 || point.height_m < nearest.height_m) nearest = point;
  }
  return nearest;
}

}  // namespace ventosa::sim
