#include "controller/perception/perceive.h"

#include <algorithm>

#include "controller/model/rotation.h"

namespace ventosa::controller {

const PatchList& known_surfaces(SurfaceSource source, const PerceptionState& state) noexcept {
  return source == SurfaceSource::kSurveyed ? state.surveyed : state.map.patches;
}

void initialize_surfaces(const SurfaceConfig& config, double lip_radius_m, const Isometry3d& X_WB,
                         const PerLeg<Isometry3d>& X_BF, const PerLeg<bool>& attached,
                         PerceptionState& state) noexcept {
  if (config.source == SurfaceSource::kSurveyed) return;
  for (std::size_t i = 0; i < X_BF.size(); ++i)
    if (attached[i])
      add_foothold(config, X_WB * X_BF[i], X_WB.linear().col(0), lip_radius_m, state.map);
}

void perceive(const SurfaceConfig& config, double lip_radius_m, const Observation& seen,
              const Isometry3d& X_WB, const std::optional<Vector3d>& levelling_W,
              PerceptionState& state) noexcept {
  if (config.source == SurfaceSource::kSurveyed) return;
  if (levelling_W) turn_about(X_WB.translation(), rotation_exp(*levelling_W), state.map);
  state.map.trail.add(seen.now_ns, X_WB);
  add_detections(config, seen.detections, lip_radius_m, state.map);
}

}  // namespace ventosa::controller
