#include "sim/sensors/sighting_truth.h"

#include <cmath>
#include <limits>

namespace ventosa::sim {

using controller::Isometry3d;
using controller::Patch;
using controller::SeenPlane;
using controller::Vector3d;

namespace {

constexpr double kFacing = 0.5;    // cosine: so far a mounting may be wrong
constexpr double kBeside_m = 0.1;  // and so far what is seen may be beside its patch

/// How far the corners lie off a patch in the mean; infinite if they cannot be of it.
double mismatch_m(const SeenPlane& seen, const Isometry3d& X_SB, const Patch& patch) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  if ((X_SB.linear() * seen.normal).z() < kFacing) return kFar;
  Vector3d middle_S = Vector3d::Zero();
  double off_m = 0;
  for (int k = 0; k < seen.n_corners; ++k) {
    const Vector3d p_S = X_SB * seen.corner[static_cast<std::size_t>(k)].p;
    middle_S += p_S / seen.n_corners;
    off_m += std::abs(p_S.z()) / seen.n_corners;
  }
  for (int axis = 0; axis < 2; ++axis)
    if (std::abs(middle_S[axis]) > patch.half_extent_m[axis] + kBeside_m) return kFar;
  return off_m;
}

/// The seen plane laid on the patch.
SeenPlane laid_on(const SeenPlane& seen, const Isometry3d& X_SB) {
  SeenPlane plane{.normal = X_SB.linear().row(2).transpose(), .n_corners = seen.n_corners};
  for (int k = 0; k < seen.n_corners; ++k) {
    const auto i = static_cast<std::size_t>(k);
    const double off_m = (X_SB * seen.corner[i].p).z();
    plane.corner[i].p = seen.corner[i].p - off_m * plane.normal;
  }
  return plane;
}

}  // namespace

SightingTruth truth_of(const controller::Sighting& seen, const Isometry3d& X_WB,
                       const controller::PatchList& patches) noexcept {
  SightingTruth truth;
  for (std::size_t i = 0; i < static_cast<std::size_t>(seen.n); ++i) {
    double least_m = std::numeric_limits<double>::infinity();
    for (int k = 0; k < patches.n; ++k) {
      const Patch& patch = patches.patch[static_cast<std::size_t>(k)];
      const Isometry3d X_SB = patch.X_WS.inverse(Eigen::Isometry) * X_WB;
      const double off_m = mismatch_m(seen.plane[i], X_SB, patch);
      if (off_m >= least_m) continue;
      least_m = off_m;
      truth.plane[i] = {k, laid_on(seen.plane[i], X_SB)};
    }
  }
  return truth;
}

}  // namespace ventosa::sim
