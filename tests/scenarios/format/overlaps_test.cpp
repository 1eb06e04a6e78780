#include "scenarios/format/overlaps.h"

#include <gtest/gtest.h>

namespace ventosa::scenarios::overlaps_test {
namespace {

using controller::Vector3d;

/// A square of 1 m on the ground, turned about the vertical.
Surface square(const Vector3d& middle_m, double turn_deg = 0) {
  Surface surface;
  surface.patch.X_WS =
      Eigen::Translation3d(middle_m) * Eigen::AngleAxisd(turn_deg * M_PI / 180, Vector3d::UnitZ());
  surface.patch.half_extent_m.setConstant(0.5);
  surface.patch.friction = 0.6;
  return surface;
}

Surface wet(Surface surface) {
  surface.patch.friction = 0.05;
  return surface;
}

std::string key_of(const Surface& a, const Surface& b) {
  const auto found = ambiguous_overlap({a, b});
  if (!found) return {};
  return found->key;
}

TEST(Overlap, IsAmbiguousInOnePlaneWithOtherProperties) {
  EXPECT_EQ(key_of(square({0, 0, 0}), wet(square({0, 0, 0}))), "friction");
  EXPECT_EQ(key_of(square({0, 0, 0}), wet(square({0.998, 0, 0}))), "friction");
  EXPECT_EQ(key_of(square({0, 0, 0}), wet(square({0.9997, 0, 0}))), "friction");
  EXPECT_EQ(key_of(square({0, 0, 0}), square({0, 0, 0})), "");
  Surface rough = square({0.2, 0, 0});
  rough.roughness_m = 1e-3;
  EXPECT_EQ(key_of(square({0, 0, 0}), rough), "roughness_m");
  Surface uneven = square({0.2, 0, 0});
  uneven.patch.uneven_m = 0.01;
  EXPECT_EQ(key_of(square({0, 0, 0}), uneven), "uneven_m");
  Surface wavy = square({0.2, 0, 0});
  wavy.relief.emplace();
  EXPECT_EQ(key_of(wavy, wavy), "relief");
}

TEST(Overlap, IsNoneOfSurfacesThatTouchOrLieApart) {
  EXPECT_EQ(key_of(square({0, 0, 0}), wet(square({1, 0, 0}))), "");
  EXPECT_EQ(key_of(square({0, 0, 0}), wet(square({0.99995, 0, 0}))), "");
  EXPECT_EQ(key_of(square({0, 0, 0}), wet(square({0, 0, 0.002}))), "");
  Surface below = wet(square({0, 0, 0}));
  below.patch.X_WS.rotate(Eigen::AngleAxisd(M_PI, Vector3d::UnitX()));
  EXPECT_EQ(key_of(square({0, 0, 0}), below), "");
}

// a corner of one that is turned by 45 degrees reaches 0.707 m from its middle
TEST(Overlap, KnowsTurnedSurfaces) {
  EXPECT_EQ(key_of(square({0, 0, 0}), wet(square({1.2, 0, 0}, 45))), "friction");
  EXPECT_EQ(key_of(square({0, 0, 0}), wet(square({1.21, 0, 0}, 45))), "");
  EXPECT_EQ(key_of(square({0, 0, 0}), wet(square({0.9, 0.9, 0}, 45))), "");
}

}  // namespace
}  // namespace ventosa::scenarios::overlaps_test
