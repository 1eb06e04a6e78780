#pragma once

#include "controller/model/description.h"
#include "controller/model/observation.h"

namespace ventosa::sim {

/// True counterpart of one detected plane.
struct PlaneTruth {
  int patch = -1;  ///< index of its patch; -1: no patch there, or no detection
  /// True plane in B. The corners are the detected ones, projected onto the patch along its normal.
  controller::DetectedPlane plane;
};

void describe(auto& field, controller::Is<PlaneTruth> auto& truth) {
  field("patch", truth.patch);
  field("normal", truth.plane.normal);
  field.list("corner", controller::kMaxCorners, [&](auto& corner, int k) {
    const controller::Vector3d& p = truth.plane.corner[static_cast<std::size_t>(k)].p;
    corner("x", p.x(), "m");
    corner("y", p.y(), "m");
    corner("z", p.z(), "m");
  });
}

/// True counterpart of the latest camera frame that has reached the controller, in B at the time
/// the frame was captured.
struct DetectionTruth {
  double pan_rad = 0;
  double tilt_rad = 0;
  std::array<PlaneTruth, controller::kMaxDetectedPlanes> plane{};
};

void describe(auto& field, controller::Is<DetectionTruth> auto& truth) {
  field.group("camera", [&](auto& camera) {
    camera("pan", truth.pan_rad, "rad");
    camera("tilt", truth.tilt_rad, "rad");
  });
  field.list("plane", truth.plane);
}

/// Assigns detected planes to patches: for each detection, of the patches that face the camera and
/// extend below it, the nearest. Leaves the pan-tilt angles zero.
/// @param seen  detections in B
/// @param X_WB  pose of the body when the frame was captured
DetectionTruth truth_of(const controller::PlaneDetections& seen, const controller::Isometry3d& X_WB,
                        const controller::PatchList& patches) noexcept;

}  // namespace ventosa::sim
