#pragma once

#include <array>
#include <optional>

#include "controller/model/observation.h"
#include "sim/ground/relief.h"

namespace ventosa::sim {

/// Reliefs of the patches, by their index.
using ReliefList = std::array<std::optional<ReliefOptions>, controller::kMaxPatches>;

/// A patch is the face of a solid this thick.
inline constexpr double kPatchThickness_m = 0.05;

/// Ground below, above or at a point.
struct GroundPoint {
  int patch = -1;  ///< index; -1: no ground, the point is beyond the edges
  /// Height of the point over the ground along the patch's normal; negative: in the ground. The
  /// distance from the ground is this times the cosine of its slope, normal_W.dot(z_S).
  double height_m = 0;
  controller::Vector3d normal_W = controller::Vector3d::UnitZ();  ///< unit vector out of the ground
};

/// The shape of the twin's surfaces: planar patches, some with a relief.
class Ground {
 public:
  /// @param seed  for reliefs without a seed of their own
  Ground(const controller::PatchList& patches, const ReliefList& reliefs, std::uint64_t seed);

  const controller::PatchList& patches() const noexcept { return patches_; }

  /// Relief of a patch; null: the patch is plane.
  const Relief* relief(int patch) const noexcept;

  /// The ground of one patch at a point at any height over or under it.
  GroundPoint on(int patch, const controller::Vector3d& p_W) const noexcept;

  /// The ground that a point is deepest in or, if it is in none, nearest to along the patch's
  /// normal. A point deeper than the patch is thick is not in it.
  GroundPoint at(const controller::Vector3d& p_W) const noexcept;

 private:
  controller::PatchList patches_;
  std::array<std::optional<Relief>, controller::kMaxPatches> relief_;
};

}  // namespace ventosa::sim
