#include "sim/sensors/detection_truth.h"

#include <gtest/gtest.h>

#include <cmath>

#include "controller/model/rotation.h"

namespace ventosa::sim::detection_truth_test {
namespace {

using controller::DetectedPlane;
using controller::Isometry3d;
using controller::Patch;
using controller::PatchList;
using controller::Vector3d;

/// a square of 2 m
Patch square(const Isometry3d& X_WS) {
  return {.X_WS = X_WS, .half_extent_m = {1, 1}, .friction = 0.6};
}

/// the ground, a shelf 0.3 m above its front part, a wall behind that
PatchList room() {
  PatchList patches;
  patches.n = 3;
  patches.patch[0] = square(Isometry3d::Identity());
  patches.patch[1] = square(Isometry3d(Eigen::Translation3d(1.5, 0, 0.3)));
  patches.patch[2] =
      square(Eigen::Translation3d(2, 0, 0) * Eigen::AngleAxisd(-M_PI / 2, Vector3d::UnitY()));
  return patches;
}

/// A square of 0.2 m in W around p_W, in the frame of a body.
DetectedPlane seen_at(const Vector3d& p_W, const Vector3d& normal_W, const Isometry3d& X_WB) {
  const Isometry3d X_BW = X_WB.inverse(Eigen::Isometry);
  const Vector3d x = normal_W.unitOrthogonal(), y = normal_W.cross(x);
  DetectedPlane plane{.normal = X_BW.linear() * normal_W, .n_corners = 4};
  for (std::size_t k = 0; k < 4; ++k)
    plane.corner[k] = {X_BW * (p_W + 0.1 * (k < 2 ? 1 : -1) * x + 0.1 * (k % 3 ? 1 : -1) * y)};
  return plane;
}

Isometry3d somewhere() {
  return Eigen::Translation3d(0.2, 0.3, 0.4) *
         Eigen::AngleAxisd(0.7, Vector3d(1, -2, 0.5).normalized());
}

int patch_of(const Vector3d& p_W, const Vector3d& normal_W) {
  controller::PlaneDetections seen{.n = 1};
  seen.plane[0] = seen_at(p_W, normal_W, somewhere());
  return truth_of(seen, somewhere(), room()).plane[0].patch;
}

TEST(DetectionTruth, IsThePatchOfTheDetection) {
  const Vector3d up = Vector3d::UnitZ(), back = -Vector3d::UnitX();
  EXPECT_EQ(patch_of({0.1, 0.2, 0.01}, up), 0);
  EXPECT_EQ(patch_of({0.9, 0.2, 0.01}, up), 0);  // below the shelf, which also extends there
  EXPECT_EQ(patch_of({0.9, 0.2, 0.28}, up), 1);
  EXPECT_EQ(patch_of({1.98, 0.2, 0.5}, back), 2);
  EXPECT_EQ(patch_of({0.1, 0.2, 0.3}, back), 2);  // far off, but the only one with this normal
  EXPECT_EQ(patch_of({0.1, 0.2, 0.01}, -up), -1);
  EXPECT_EQ(patch_of({-1.5, 0, 0}, up), -1);  // outside all of them
}

// true corners are the projections of the detected ones
TEST(DetectionTruth, ProjectsTheDetectionOntoThePatch) {
  const Isometry3d X_WB = somewhere();
  const Vector3d tilted = Vector3d(0.02, -0.01, 1).normalized();
  controller::PlaneDetections seen{.n = 1};
  seen.plane[0] = seen_at({0.1, 0.2, 0.013}, tilted, X_WB);
  const DetectedPlane is = truth_of(seen, X_WB, room()).plane[0].plane;
  EXPECT_LT((X_WB.linear() * is.normal - Vector3d::UnitZ()).norm(), 1e-12);
  ASSERT_EQ(is.n_corners, 4);
  for (std::size_t k = 0; k < 4; ++k) {
    const Vector3d on_W = X_WB * is.corner[k].p, seen_W = X_WB * seen.plane[0].corner[k].p;
    EXPECT_NEAR(on_W.z(), 0, 1e-12);
    EXPECT_LT((on_W - seen_W).head<2>().norm(), 1e-12);
  }
}

TEST(DetectionTruth, IsEmptyWithoutDetections) {
  const DetectionTruth truth = truth_of({}, Isometry3d::Identity(), room());
  for (const PlaneTruth& plane : truth.plane) {
    EXPECT_EQ(plane.patch, -1);
    EXPECT_EQ(plane.plane.n_corners, 0);
  }
}

}  // namespace
}  // namespace ventosa::sim::detection_truth_test
