#include <gtest/gtest.h>

#include <cmath>

#include "scenarios/session/derived_signals.h"

namespace ventosa::scenarios::foothold_error_test {
namespace {

using controller::PatchList;
using controller::PlannedFoothold;
using controller::Vector3d;

/// A floor of 2 m x 1 m around the origin, and a step of 0.1 m behind it.
PatchList floor_and_step() {
  PatchList patches;
  patches.n = 2;
  patches.patch[0].half_extent_m = {1, 0.5};
  patches.patch[1].half_extent_m = {0.5, 0.5};
  patches.patch[1].X_WS.translation() = Vector3d(1.5, 0, 0.1);
  return patches;
}

TEST(FootholdError, TellsOffsetAndTiltOfThePlannedSurface) {
  const double tilt_rad = 0.02;
  const PlannedFoothold planned{.p_W = {0.5, 0.2, -0.004},
                                .normal_W = {std::sin(tilt_rad), 0, std::cos(tilt_rad)}};
  const FootholdError error = foothold_error(planned, floor_and_step());
  EXPECT_NEAR(error.offset_m, 0.004, 1e-15);
  EXPECT_EQ(error.outside_m, 0);
  EXPECT_NEAR(error.angle_rad, tilt_rad, 1e-12);
}

TEST(FootholdError, TellsHowFarBeyondTheRimItLies) {
  const FootholdError error = foothold_error({.p_W = {-1.03, 0.54, 0}}, floor_and_step());
  EXPECT_NEAR(error.outside_m, 0.05, 1e-12);
  EXPECT_EQ(error.offset_m, 0);
}

TEST(FootholdError, IsOfTheNearestSurfaceNotOfTheNearestPlane) {
  const FootholdError on_step = foothold_error({.p_W = {1.2, 0, 0.09}}, floor_and_step());
  EXPECT_NEAR(on_step.offset_m, 0.01, 1e-12);
  const FootholdError below = foothold_error({.p_W = {1.2, 0, 0.03}}, floor_and_step());
  EXPECT_NEAR(below.offset_m, 0.07, 1e-12);  // the floor's plane is nearer, the floor is not
  EXPECT_EQ(below.outside_m, 0);
}

TEST(FootholdError, IsAMetreWhereThereIsNoSuchSurface) {
  const FootholdError error =
      foothold_error({.p_W = {0, 0, 0}, .normal_W = Vector3d::UnitX()}, floor_and_step());
  EXPECT_EQ(error.offset_m, 1);
  EXPECT_EQ(error.angle_rad, 1);
}

}  // namespace
}  // namespace ventosa::scenarios::foothold_error_test
