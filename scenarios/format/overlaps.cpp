#include "scenarios/format/overlaps.h"

#include <algorithm>
#include <array>

#include "controller/model/ground.h"

namespace ventosa::scenarios {
namespace {

using controller::Patch;
using controller::Vector3d;

constexpr double kSamePlane_m = 1e-3;  // nearer planes are one

/// Half of the patch's extent along a direction.
double half_m(const Patch& patch, const Vector3d& axis_W) {
  return std::abs(axis_W.dot(patch.X_WS.linear().col(0))) * patch.half_extent_m.x() +
         std::abs(axis_W.dot(patch.X_WS.linear().col(1))) * patch.half_extent_m.y();
}

/// Two rectangles of one plane overlap if they do along every edge of either.
bool overlap(const Patch& a, const Patch& b) {
  const Vector3d apart_W = b.X_WS.translation() - a.X_WS.translation();
  const std::array axes{a.X_WS.linear().col(0), a.X_WS.linear().col(1), b.X_WS.linear().col(0),
                        b.X_WS.linear().col(1)};
  return std::all_of(axes.begin(), axes.end(), [&](const Vector3d& axis_W) {
    return half_m(a, axis_W) + half_m(b, axis_W) - std::abs(axis_W.dot(apart_W)) >
           controller::kJoint_m;
  });
}

/// Key of the first property in which two surfaces differ, null if they are alike.
const char* difference(const Surface& a, const Surface& b) {
  if (a.patch.friction != b.patch.friction) return "friction";
  if (a.roughness_m != b.roughness_m) return "roughness_m";
  if (a.patch.uneven_m != b.patch.uneven_m) return "uneven_m";
  return a.relief || b.relief ? "relief" : nullptr;
}

}  // namespace

std::optional<Overlap> ambiguous_overlap(const std::vector<Surface>& surfaces) {
  for (std::size_t j = 1; j < surfaces.size(); ++j)
    for (std::size_t i = 0; i < j; ++i) {
      const Surface &a = surfaces[i], &b = surfaces[j];
      const char* const key = difference(a, b);
      if (key && lie_in_one_plane(a.patch, b.patch, kSamePlane_m) && overlap(a.patch, b.patch))
        return Overlap{i, j, key};
    }
  return std::nullopt;
}

}  // namespace ventosa::scenarios
