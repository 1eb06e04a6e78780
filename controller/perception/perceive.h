#pragma once

#include <optional>

#include "controller/model/config.h"
#include "controller/perception/surface_map.h"

/// Surfaces known to the robot: surveyed beforehand, or the contacts of its feet and the planes
/// seen by its camera.
namespace ventosa::controller {

struct PerceptionState {
  PatchList surveyed;  ///< in the frame O of the tick's stages: see estimation/fixes.h
  SurfaceMap map;      ///< used with SurfaceSource::kSeen
};

const PatchList& known_surfaces(SurfaceSource source, const PerceptionState& state) noexcept;

/// Starts the map with the surfaces under the attached feet.
/// @param X_BF  pose of every lip
void initialize_surfaces(const SurfaceConfig& config, double lip_radius_m, const Isometry3d& X_WB,
                         const PerLeg<Isometry3d>& X_BF, const PerLeg<bool>& attached,
                         PerceptionState& state) noexcept;

/// Adds the camera's detections, seen from the body's pose at the time of the picture.
/// @param levelling_W  [rad] rotation of the estimate about the body since the last tick
void perceive(const SurfaceConfig& config, double lip_radius_m, const Observation& seen,
              const Isometry3d& X_WB, const std::optional<Vector3d>& levelling_W,
              PerceptionState& state) noexcept;

}  // namespace ventosa::controller
