#pragma once

#include <array>
#include <cstdint>

#include "controller/model/description.h"
#include "controller/model/frames.h"

/// Readings of the depth camera.
namespace ventosa::controller {

inline constexpr int kMaxDetectedPlanes = 8;
inline constexpr int kMaxCorners = 8;

/// Corner of a detected plane, with the standard deviation of its distance from the plane.
struct PlaneCorner {
  Vector3d p = Vector3d::Zero();
  double sd_m = 0;
};

void describe(auto& field, Is<PlaneCorner> auto& corner) {
  field("x", corner.p.x(), "m");
  field("y", corner.p.y(), "m");
  field("z", corner.p.z(), "m");
  field("sd", corner.sd_m, "m");
}

/// Visible part of a plane: a convex polygon with its corners in order.
struct DetectedPlane {
  Vector3d normal = Vector3d::Zero();  ///< unit vector towards the camera; zero: no plane
  int n_corners = 0;
  std::array<PlaneCorner, kMaxCorners> corner{};
  int n_pixels = 0;  ///< number of pixels on the plane
  double rms_m = 0;  ///< rms distance of the pixels from the plane
};

void describe(auto& field, Is<DetectedPlane> auto& plane) {
  field("normal", plane.normal);
  field("corners", plane.n_corners);
  field("pixels", plane.n_pixels);
  field("rms", plane.rms_m, "m");
  field.list("corner", plane.corner);
}

/// Planes seen by the depth camera, in B: the camera's known mounting pose is already applied.
struct PlaneDetections {
  std::int64_t sampled_ns = -1;  ///< -1: no picture yet
  double pan_rad = 0;            ///< pan-tilt angle when the picture was taken, as reported
  double tilt_rad = 0;
  int n = 0;
  std::array<DetectedPlane, kMaxDetectedPlanes> plane{};
};

void describe(auto& field, Is<PlaneDetections> auto& seen) {
  field.group("camera", [&](auto& camera) {
    camera("sampled", seen.sampled_ns, "s");
    camera("pan", seen.pan_rad, "rad");
    camera("tilt", seen.tilt_rad, "rad");
  });
  field.list("plane", seen.plane);
}

}  // namespace ventosa::controller
