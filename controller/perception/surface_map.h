#pragma once

#include "controller/model/config.h"
#include "controller/model/observation.h"

/// Map of the seen surfaces, in the robot's own estimate of the world.
///
/// It starts with the planes under the feet. A detected plane that matches a known surface by
/// direction, distance and place refines and extends it; any other becomes a new surface if it has
/// room for a foot. A surface keeps its index, because feet refer to it.
namespace ventosa::controller {

/// A known surface. Its plane is  z = c0 + c1 x + c2 y  in S, kept at c = 0 by moving S.
struct KnownSurface {
  Isometry3d X_WS = Isometry3d::Identity();
  Vector2d low_S = Vector2d::Zero();  ///< [m] corner of the known rectangle, and the opposite one
  Vector2d high_S = Vector2d::Zero();
  Matrix3d information = Matrix3d::Zero();  ///< inverse covariance of c
};

/// Body poses of the last ticks, to place a picture where it was taken.
struct PoseHistory {
  static constexpr int kTicks = 16;

  void add(std::int64_t now_ns, const Isometry3d& X_WB) noexcept;
  /// Pose at the tick nearest to the given time.
  const Isometry3d& at(std::int64_t time_ns) const noexcept;

  struct Step {
    std::int64_t time_ns = 0;
    Isometry3d X_WB = Isometry3d::Identity();
  };
  std::array<Step, kTicks> step{};
  std::int32_t n = 0;  ///< number of stored steps, at most kTicks
  std::int32_t next = 0;
};

struct SurfaceMap {
  int n = 0;
  std::array<KnownSurface, kMaxPatches> surface{};
  std::int64_t seen_ns = -1;  ///< time of the last added picture
  PoseHistory trail;

  PatchList patches;  ///< the map as patches for feet
};

/// Adds the surface under an attached foot: the plane of its lip, with a margin around it.
/// @param X_WF  pose of the lip; z into the surface
/// @param x_W   direction of the rectangle's x axis
void add_foothold(const SurfaceConfig& config, const Isometry3d& X_WF, const Vector3d& x_W,
                  double lip_radius_m, SurfaceMap& map) noexcept;

/// Adds the camera's detections, once per picture, from the body's pose at that time.
void add_detections(const SurfaceConfig& config, const PlaneDetections& seen, double lip_radius_m,
                    SurfaceMap& map) noexcept;

/// Rotates all surfaces about a point.
void turn_about(const Vector3d& p_W, const Matrix3d& turn, SurfaceMap& map) noexcept;

}  // namespace ventosa::controller
