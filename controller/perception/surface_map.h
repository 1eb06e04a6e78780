#pragma once

#include "controller/model/config.h"
#include "controller/model/observation.h"

/// The surfaces that the organizer has seen, in its own estimate of the world.
///
/// It starts with the planes that the feet stand on. A seen plane that lies on a known surface, by
/// direction, distance and place, makes that one better known and larger; any other becomes a new
/// surface, if there is room for a foot. A surface keeps its index for ever: feet refer to it.
namespace ventosa::controller {

/// A surface as it is known. Its plane is  z = c0 + c1 x + c2 y  in S, kept at c = 0 by moving S.
struct KnownSurface {
  Isometry3d X_WS = Isometry3d::Identity();
  Vector2d low_S = Vector2d::Zero();  ///< [m] the rectangle where it is known to be
  Vector2d high_S = Vector2d::Zero();
  Matrix3d information = Matrix3d::Zero();  ///< of c
};

/// Where the body was in the last ticks: a picture shows the world from where it was taken.
struct PoseHistory {
  static constexpr int kTicks = 16;

  void add(std::int64_t now_ns, const Isometry3d& X_WB) noexcept;
  /// at the tick nearest to this time
  const Isometry3d& at(std::int64_t time_ns) const noexcept;

  struct Step {
    std::int64_t time_ns = 0;
    Isometry3d X_WB = Isometry3d::Identity();
  };
  std::array<Step, kTicks> step{};
  std::int32_t n = 0;  ///< steps so far, at most kTicks
  std::int32_t next = 0;
};

struct SurfaceMap {
  int n = 0;
  std::array<KnownSurface, kMaxPatches> surface{};
  std::int64_t seen_ns = -1;  ///< of the last frame that was added
  PoseHistory trail;

  PatchList patches;  ///< the same, as holds for feet
};

/// Where a foot stands: the plane of its lip is known, a little around the lip.
/// @param X_WF  of the lip; z into the surface
/// @param x_W   along which the rectangle is laid
void add_foothold(const SurfaceConfig& config, const Isometry3d& X_WF, const Vector3d& x_W,
                  double lip_radius_m, SurfaceMap& map) noexcept;

/// Adds what the camera has detected, once for each frame, from where the body then was.
void add_detections(const SurfaceConfig& config, const PlaneDetections& seen, double lip_radius_m,
                    SurfaceMap& map) noexcept;

/// Turns all surfaces about a point.
void turn_about(const Vector3d& p_W, const Matrix3d& turn, SurfaceMap& map) noexcept;

}  // namespace ventosa::controller
