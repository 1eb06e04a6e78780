#pragma once

#include "controller/model/observation.h"

/// Patches of one plane that touch are one ground: a foot may stand across their joint.
namespace ventosa::controller {

/// Largest gap and step between two patches that count as touching.
inline constexpr double kJoint_m = 1e-4;

/// True if both face the same way and neither is more than `apart_m` above the other.
bool lie_in_one_plane(const Patch& a, const Patch& b, double apart_m) noexcept;

/// A foot's contact area in the plane of a patch.
struct Disc {
  Vector2d p_S = Vector2d::Zero();  ///< centre
  double radius_m = 0;
};

/// True if patch k and those that lie in its plane cover the whole disc.
bool covers(const PatchList& patches, int k, const Disc& disc) noexcept;

/// True if they do, and the disc's centre is on patch k.
bool carries(const PatchList& patches, int k, const Disc& disc) noexcept;

/// Indices of patches.
struct PatchIndices {
  int n = 0;
  std::array<int, kMaxPatches> index{};

  auto begin() const { return index.begin(); }
  auto end() const { return index.begin() + n; }
};

/// Patch k, and those in its plane on which some of the disc lies.
PatchIndices patches_under(const PatchList& patches, int k, const Disc& disc) noexcept;

/// Least friction of these patches.
double least_friction(const PatchList& patches, int k, const Disc& disc) noexcept;

}  // namespace ventosa::controller
