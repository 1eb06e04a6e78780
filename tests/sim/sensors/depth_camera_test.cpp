#include "sim/sensors/depth_camera.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "hal/noise.h"
#include "tests/controller/pictures.h"
#include "tests/sim/stands.h"

namespace ventosa::sim::depth_camera_test {
namespace {

using controller::DepthImage;
using controller::Isometry3d;
using controller::PatchList;
using controller::Vector3d;

const models::DepthSensor& sensor() {
  static const models::DepthSensor depth = romerin4().sensors->depth;
  return depth;
}

/// a wall `distance_m` before the eye, at the origin
PatchList wall(double distance_m, double tilt_rad = 0, double half_m = 50) {
  PatchList patches;
  patches.n = 1;
  patches.patch[0].X_WS = Eigen::Translation3d(0, 0, distance_m) *
                          Eigen::AngleAxisd(M_PI - tilt_rad, Vector3d::UnitX());
  patches.patch[0].half_extent_m.setConstant(half_m);
  return patches;
}

/// An eye at W's origin that looks along z.
struct Eye {
  explicit Eye(const CameraOptions& options = {}, std::uint64_t seed = 0)
      : camera(std::make_unique<DepthCamera>(sensor(), options, seed)) {}

  const DepthImage& look(const PatchList& patches, std::uint64_t noise = 0) {
    return camera->capture(patches, Isometry3d::Identity(), Isometry3d::Identity(), *robot, noise);
  }
  std::unique_ptr<DepthCamera> camera;
  std::unique_ptr<Silhouette> robot = std::make_unique<Silhouette>();
};

TEST(DepthCamera, MeasuresDepthToTheMillimetre) {
  Eye eye;
  for (const double tilt : {-0.8, 0.0, 0.5}) {
    const DepthImage& image = eye.look(wall(1.2, tilt));
    int n = 0;
    for (int v = 0; v < 36; ++v)
      for (int u = 0; u < 64; ++u) {
        // n . (z r) = n . p, with n = (0, -sin tilt, -cos tilt) by hand
        const Vector3d ray = image.intrinsics.ray(u, v);
        const double z = 1.2 * std::cos(tilt) / (std::cos(tilt) + std::sin(tilt) * ray.y());
        if (image.at(u, v) == 0) continue;
        EXPECT_NEAR(image.at(u, v), 1000 * z, 0.5 + 1e-6);
        ++n;
      }
    EXPECT_GT(n, 2000);
  }
}

TEST(DepthCamera, SeesItsFieldOfView) {
  Eye eye;
  const DepthImage& image = eye.look(wall(1));
  const auto& in = image.intrinsics;
  const double half_pixel_x = 0.5 / in.fx_px, half_pixel_y = 0.5 / in.fy_px;
  EXPECT_NEAR(in.ray(63, 0).x() + half_pixel_x, 424 / 425.0, 1e-12);
  EXPECT_NEAR(in.ray(0, 35).y() + half_pixel_y, 240 / 425.0, 1e-12);
}

TEST(DepthCamera, ScattersWithTheSquareOfTheDepth) {
  const models::DepthSensor d435 = sensor();
  for (const double z : {0.5, 1.0, 2.0}) {
    Eye eye({.disparity_noise_px = 0.08});
    double sum = 0, sum2 = 0;
    int n = 0;
    for (std::uint64_t k = 0; k < 20; ++k) {
      const DepthImage& image = eye.look(wall(z), hal::mix(k));
      for (int i = 0; i < 64 * 36; ++i, ++n) {
        const double off_m = 1e-3 * image.depth_mm[static_cast<std::size_t>(i)] - z;
        sum += off_m;
        sum2 += off_m * off_m;
      }
    }
    const double expected_m =
        std::hypot(z * z * 0.08 / (d435.focal_px * d435.baseline_m), 0.001 / std::sqrt(12));
    EXPECT_NEAR(std::sqrt(sum2 / n), expected_m, 0.02 * expected_m) << z;
    EXPECT_NEAR(sum / n, 0, 0.05 * expected_m) << z;
  }
}

// one factor for all depths of a camera, in every picture; over cameras it has the configured
// deviation
TEST(DepthCamera, HasAnErrorOfScaleOfItsOwn) {
  double sum2 = 0;
  constexpr int kCameras = 2000;
  for (std::uint64_t seed = 0; seed < kCameras; ++seed) {
    Eye eye({.columns = 8, .rows = 8, .scale_error_sd = 0.05}, seed);
    const double scale = 1e-3 * eye.look(wall(1)).at(4, 4);
    EXPECT_NEAR(eye.look(wall(2), 77).at(0, 0), 2000 * scale, 1.001);
    sum2 += (scale - 1) * (scale - 1);
  }
  EXPECT_NEAR(std::sqrt(sum2 / kCameras), 0.05, 0.05 * 0.064);  // 4 deviations of 2000 samples
}

TEST(DepthCamera, KnowsNothingOutsideItsRange) {
  Eye eye;
  const auto n_known = [&](const PatchList& patches) {
    const DepthImage& image = eye.look(patches);
    int n = 0;
    for (int i = 0; i < 64 * 36; ++i) n += image.depth_mm[static_cast<std::size_t>(i)] > 0;
    return n;
  };
  EXPECT_EQ(n_known(wall(0.19)), 0);
  EXPECT_EQ(n_known(wall(0.21)), 64 * 36);
  EXPECT_EQ(n_known(wall(2.99)), 64 * 36);
  EXPECT_EQ(n_known(wall(3.01)), 0);
  PatchList back = wall(1);
  back.patch[0].X_WS.rotate(Eigen::AngleAxisd(M_PI, Vector3d::UnitX()));
  EXPECT_EQ(n_known(back), 0);
  EXPECT_EQ(n_known({}), 0);
}

TEST(DepthCamera, SeesNothingAtGrazingIncidence) {
  const models::DepthSensor d435 = sensor();
  for (const bool holes : {false, true}) {
    Eye eye({.holes = holes});
    // a floor 0.3 m below: seen under 10 deg or less beyond 1.7 m
    PatchList floor;
    floor.n = 1;
    floor.patch[0].X_WS =
        Eigen::Translation3d(0, 0.3, 0) * Eigen::AngleAxisd(M_PI / 2, Vector3d::UnitX());
    floor.patch[0].half_extent_m.setConstant(50);
    const DepthImage& image = eye.look(floor);
    for (int v = 18; v < 36; ++v)
      for (int u = 0; u < 64; ++u) {
        const Vector3d ray = image.intrinsics.ray(u, v);
        const double z = 0.3 / ray.y();
        const double incidence = std::asin(ray.y() / ray.norm());
        const bool seen = z < 2.999 && z > 0.2 && (!holes || incidence > d435.grazing_rad);
        if (std::abs(z - 3) > 0.01) {
          EXPECT_EQ(image.at(u, v) > 0, seen) << u << " " << v;
        }
      }
  }
}

// f B / z_near - f B / z_far pixels to the left of a near object are hidden from the other imager
TEST(DepthCamera, CastsTheShadowOfItsBaseline) {
  Eye eye({.columns = 106, .rows = 60, .holes = true});
  PatchList patches = wall(1.5);
  patches.n = 2;
  patches.patch[1] = wall(0.4, 0, 0.1).patch[0];
  const DepthImage& image = eye.look(patches);
  const auto& in = image.intrinsics;
  int hidden = 0, near = 0;
  for (int u = 0; u < 106; ++u) {
    hidden += image.at(u, 30) == 0;
    near += image.at(u, 30) > 0 && image.at(u, 30) < 500;
    if (image.at(u, 30) == 0) {
      EXPECT_LT(u, 53);
    }
  }
  const double shadow_px = in.fx_px * 0.05 * (1 / 0.4 - 1 / 1.5);
  EXPECT_NEAR(hidden, shadow_px, 1);
  EXPECT_NEAR(near, 0.2 / 0.4 * in.fx_px, 1);
}

TEST(DepthCamera, SeesRodsAndDomesBeforeTheWall) {
  Eye eye;
  eye.robot->n_capsules = 1;
  eye.robot->capsule[0] = {.from_B = {-0.1, 0, 0.5}, .to_B = {0.1, 0, 0.5}, .radius_m = 0.05};
  eye.robot->n_domes = 1;
  eye.robot->dome[0] = {
      .X_BF = Isometry3d(Eigen::Translation3d(0, 0.3, 0.6)), .radius_m = 0.09, .height_m = 0.045};
  const DepthImage& image = eye.look(wall(1));
  int rod = 0, dome = 0;
  for (int v = 0; v < 36; ++v)
    for (int u = 0; u < 64; ++u) {
      const Vector3d p = 1e-3 * image.at(u, v) * image.intrinsics.ray(u, v);
      if (p.z() > 0.9) continue;
      const Vector3d to_axis(std::max(0.0, std::abs(p.x()) - 0.1), p.y(), p.z() - 0.5);
      const Vector3d q = (p - Vector3d(0, 0.3, 0.6)).cwiseQuotient(Vector3d(0.09, 0.09, 0.045));
      const bool on_rod = std::abs(to_axis.norm() - 0.05) < 0.002;
      const bool on_dome = std::abs(q.norm() - 1) < 0.03;
      EXPECT_TRUE(on_rod || on_dome) << p.transpose();
      rod += on_rod;
      dome += on_dome;
    }
  EXPECT_GT(rod, 50);
  EXPECT_GT(dome, 30);
}

// an oracle that marches along the ray, for every pixel
TEST(DepthCamera, SeesRodsWhereverTheyLie) {
  Eye eye;
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> side(-0.4, 0.4), ahead(0.3, 0.9);
  eye.robot->n_capsules = 1;
  int n = 0, n_other = 0;
  for (int k = 0; k < 100; ++k) {
    const controller::Rod rod{{side(random), side(random), ahead(random)},
                              {side(random), side(random), ahead(random)},
                              0.04};
    eye.robot->capsule[0] = {rod.from, rod.to, rod.radius_m};
    const DepthImage& image = eye.look(wall(1.5));
    for (int v = 0; v < 36; ++v)
      for (int u = 0; u < 64; ++u) {
        const double z = std::min(1.5, controller::depth_of(rod, image.intrinsics.ray(u, v)));
        n += z < 1.5;
        n_other += std::abs(1e-3 * image.at(u, v) - z) > 0.002;
      }
  }
  EXPECT_GT(n, 10'000);
  EXPECT_LT(n_other, n / 1000);  // at their very rims
}

TEST(DepthCamera, SeesDomesWhereverTheyLie) {
  Eye eye;
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> side(-0.3, 0.3), ahead(0.4, 0.9), turn(-M_PI, M_PI);
  eye.robot->n_domes = 1;
  for (int k = 0; k < 10; ++k) {
    Dome& dome = eye.robot->dome[0];
    dome = {.radius_m = 0.09, .height_m = 0.045};
    dome.X_BF = Eigen::Translation3d(side(random), side(random), ahead(random)) *
                Eigen::AngleAxisd(turn(random), Vector3d(1, side(random), 1).normalized());
    const Isometry3d X_FE = dome.X_BF.inverse(Eigen::Isometry);
    const DepthImage& image = eye.look(wall(1.5));
    for (int v = 0; v < 36; ++v)
      for (int u = 0; u < 64; ++u) {
        double first_m = 1.5, nearest = 2;
        for (double z = 0.25; z < 1.05; z += 0.002) {
          const Vector3d p_F = X_FE * Vector3d(z * image.intrinsics.ray(u, v));
          const double q = p_F.cwiseQuotient(Vector3d(0.09, 0.09, 0.045)).norm();
          nearest = std::min(nearest, q);
          if (q <= 1) first_m = std::min(first_m, z);
        }
        if (std::abs(nearest - 1) < 0.02) continue;  // its very rim
        EXPECT_NEAR(1e-3 * image.at(u, v), first_m, 0.003) << u << " " << v;
      }
  }
}

TEST(DepthCamera, SeesTheSameFromWhereverTheRobotIs) {
  Eye eye;
  eye.robot->n_capsules = 1;
  eye.robot->capsule[0] = {.from_B = {-0.1, 0, 0.5}, .to_B = {0.1, 0, 0.5}, .radius_m = 0.05};
  const DepthImage here = eye.look(wall(1.2, 0.3));
  const Isometry3d X_WB =
      Eigen::Translation3d(1, -2, 0.5) * Eigen::AngleAxisd(1.1, Vector3d(1, 2, 3).normalized());
  const Isometry3d X_BE =
      Eigen::Translation3d(0.1, 0.02, 0) * Eigen::AngleAxisd(-0.7, Vector3d(3, 1, 2).normalized());
  PatchList patches = wall(1.2, 0.3);
  patches.patch[0].X_WS = X_WB * X_BE * patches.patch[0].X_WS;
  Capsule& rod = eye.robot->capsule[0];
  rod = {X_BE * rod.from_B, X_BE * rod.to_B, rod.radius_m};
  const DepthImage& there = eye.camera->capture(patches, X_WB, X_BE, *eye.robot, 0);
  for (std::size_t k = 0; k < 64 * 36; ++k) EXPECT_NEAR(there.depth_mm[k], here.depth_mm[k], 1);
}

}  // namespace
}  // namespace ventosa::sim::depth_camera_test
