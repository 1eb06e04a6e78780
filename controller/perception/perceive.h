#pragma once

#include <optional>

#include "controller/model/config.h"
#include "controller/perception/surface_map.h"

/// The surfaces that the robot knows: surveyed beforehand, or what its feet stand on and its camera
/// sees.
namespace ventosa::controller {

struct PerceptionState {
  PatchList surveyed;
  SurfaceMap map;  ///< with SurfaceSource::kSeen
};

const PatchList& known_surfaces(SurfaceSource source, const PerceptionState& state) noexcept;

/// Before the camera's first frame the robot knows what it stands on.
/// @param X_BF  of every lip
void initialize_surfaces(const SurfaceConfig& config, double lip_radius_m, const Isometry3d& X_WB,
                         const PerLeg<Isometry3d>& X_BF, const PerLeg<bool>& attached,
                         PerceptionState& state) noexcept;

/// Takes in what the camera has seen from where the body was.
/// @param levelling_W  [rad] the estimate's turn about the body since the last tick
void perceive(const SurfaceConfig& config, double lip_radius_m, const Observation& seen,
              const Isometry3d& X_WB, const std::optional<Vector3d>& levelling_W,
              PerceptionState& state) noexcept;

}  // namespace ventosa::controller
