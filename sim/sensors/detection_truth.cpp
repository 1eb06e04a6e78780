#include "sim/sensors/detection_truth.h"

#include <cmath>
#include <limits>

namespace ventosa::sim {

using controller::DetectedPlane;
using controller::Isometry3d;
using controller::Patch;
using controller::Vector3d;

namespace {

// tolerances of the assignment, for mounting errors
constexpr double kMinCosine = 0.5;  // cosine of the largest angle between detected and true normal
constexpr double kOutside_m =
    0.1;  // largest distance of a detected centre outside a surface's edge

/// mean distance of the corners from the patch's plane; infinite if the patch is out of tolerance
double mismatch_m(const DetectedPlane& seen, const Isometry3d& X_SB, const Patch& patch) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  if ((X_SB.linear() * seen.normal).z() < kMinCosine) return kFar;
  Vector3d centre_S = Vector3d::Zero();
  double off_m = 0;
  for (int k = 0; k < seen.n_corners; ++k) {
    const Vector3d p_S = X_SB * seen.corner[static_cast<std::size_t>(k)].p;
    centre_S += p_S / seen.n_corners;
    off_m += std::abs(p_S.z()) / seen.n_corners;
  }
  for (int axis = 0; axis < 2; ++axis)
    if (std::abs(centre_S[axis]) > patch.half_extent_m[axis] + kOutside_m) return kFar;
  return off_m;
}

/// the detected corners projected onto the patch
DetectedPlane projected(const DetectedPlane& seen, const Isometry3d& X_SB) {
  DetectedPlane plane{.normal = X_SB.linear().row(2).transpose(), .n_corners = seen.n_corners};
  for (int k = 0; k < seen.n_corners; ++k) {
    const auto i = static_cast<std::size_t>(k);
    const double off_m = (X_SB * seen.corner[i].p).z();
    plane.corner[i].p = seen.corner[i].p - off_m * plane.normal;
  }
  return plane;
}

}  // namespace

DetectionTruth truth_of(const controller::PlaneDetections& seen, const Isometry3d& X_WB,
                        const controller::PatchList& patches) noexcept {
  DetectionTruth truth;
  for (std::size_t i = 0; i < static_cast<std::size_t>(seen.n); ++i) {
    double least_m = std::numeric_limits<double>::infinity();
    for (int k = 0; k < patches.n; ++k) {
      const Patch& patch = patches.patch[static_cast<std::size_t>(k)];
      const Isometry3d X_SB = patch.X_WS.inverse(Eigen::Isometry) * X_WB;
      const double off_m = mismatch_m(seen.plane[i], X_SB, patch);
      if (off_m >= least_m) continue;
      least_m = off_m;
      truth.plane[i] = {k, projected(seen.plane[i], X_SB)};
    }
  }
  return truth;
}

}  // namespace ventosa::sim
