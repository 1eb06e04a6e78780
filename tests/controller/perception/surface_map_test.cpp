#include "controller/perception/surface_map.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace ventosa::controller::surface_map_test {
namespace {

constexpr double kLip_m = 0.09;

/// A rectangle [low, high] of the plane z = 0 of S, as seen in B.
DetectedPlane rectangle(const Isometry3d& X_BS, const Vector2d& low, const Vector2d& high,
                        double off_m = 0, double sd_m = 0.001) {
  DetectedPlane plane;
  plane.normal = X_BS.linear().col(2);
  plane.n_corners = 4;
  const Vector2d corner[] = {low, {high.x(), low.y()}, high, {low.x(), high.y()}};
  for (std::size_t k = 0; k < 4; ++k)
    plane.corner[k] = {X_BS * Vector3d(corner[k].x(), corner[k].y(), off_m), sd_m};
  return plane;
}

PlaneDetections detections(std::int64_t at_ns, std::initializer_list<DetectedPlane> planes) {
  PlaneDetections seen{.sampled_ns = at_ns};
  for (const DetectedPlane& plane : planes) seen.plane[static_cast<std::size_t>(seen.n++)] = plane;
  return seen;
}

/// Four feet on the ground around the origin.
SurfaceMap standing(const SurfaceConfig& config) {
  SurfaceMap map;
  for (const Vector2d& p :
       {Vector2d(0.2, 0.2), Vector2d(0.2, -0.2), Vector2d(-0.2, 0.2), Vector2d(-0.2, -0.2)}) {
    Isometry3d X_WF = Isometry3d::Identity();
    X_WF.translate(Vector3d(p.x(), p.y(), 0));
    X_WF.rotate(Eigen::AngleAxisd(M_PI, Vector3d::UnitX()));
    add_foothold(config, X_WF, Vector3d::UnitX(), kLip_m, map);
  }
  map.trail.add(0, Isometry3d::Identity());
  return map;
}

TEST(SurfaceMap, StartsWithWhatItsFeetStandOn) {
  const SurfaceConfig config{.start_x_m = 0.1, .start_y_m = 0.05};
  const SurfaceMap map = standing(config);
  ASSERT_EQ(map.patches.n, 1);
  const Patch& patch = map.patches.patch[0];
  EXPECT_LT(patch.X_WS.translation().norm(), 1e-12);
  EXPECT_LT((patch.half_extent_m - Vector2d(0.39, 0.34)).norm(), 1e-12);
  EXPECT_EQ(patch.friction, config.friction);
  EXPECT_NEAR(patch.X_WS.linear()(2, 2), 1, 1e-12);
}

TEST(SurfaceMap, GrowsAKnownSurfaceWhereBothItsSidesAreSeen) {
  const SurfaceConfig config;
  SurfaceMap map = standing(config);
  const Vector2d before = map.patches.patch[0].half_extent_m;
  const Isometry3d at = Isometry3d::Identity();
  // narrower than the known surface: it does not grow across its known sides
  add_detections(config, detections(1, {rectangle(at, {0.3, -0.1}, {2, 0.1})}), kLip_m, map);
  EXPECT_EQ(map.patches.n, 1);
  EXPECT_EQ(map.patches.patch[0].half_extent_m, before);
  add_detections(config, detections(2, {rectangle(at, {0.3, -0.5}, {2, 0.6})}), kLip_m, map);
  EXPECT_EQ(map.patches.n, 1);
  EXPECT_NEAR(map.surface[0].high_S.x() + map.surface[0].X_WS.translation().x(), 2, 1e-9);
  EXPECT_NEAR(map.patches.patch[0].half_extent_m.y(), before.y(), 1e-9);
}

TEST(SurfaceMap, BridgesNoGap) {
  const SurfaceConfig config;
  SurfaceMap map = standing(config);
  const double end_m = 0.2 + kLip_m + config.start_x_m;
  const Isometry3d at = Isometry3d::Identity();
  add_detections(config, detections(1, {rectangle(at, {end_m + 0.06, -0.5}, {2, 0.5})}), kLip_m,
                 map);
  ASSERT_EQ(map.patches.n, 2);  // in the same plane, but a separate surface
  EXPECT_NEAR(map.patches.patch[0].half_extent_m.x(), end_m, 1e-9);
  EXPECT_NEAR(map.patches.patch[1].half_extent_m.x(), (2 - end_m - 0.06) / 2, 1e-6);
}

// a wedge whose tip touches the known surface: there is a gap beside the tip
TEST(SurfaceMap, BridgesNoGapBesideATip) {
  const SurfaceConfig config;
  SurfaceMap map = standing(config);
  const double end_m = 0.2 + kLip_m + config.start_x_m;
  DetectedPlane wedge;
  wedge.n_corners = 3;
  wedge.corner[0] = {{end_m, 0, 0}, 0.001};
  wedge.corner[1] = {{2, -1, 0}, 0.001};
  wedge.corner[2] = {{2, 1, 0}, 0.001};
  add_detections(config, detections(1, {wedge}), kLip_m, map);
  EXPECT_NEAR(map.patches.patch[0].half_extent_m.x(), end_m, 1e-6);
}

TEST(SurfaceMap, KeepsPlanesApartThatDifferInTiltOrHeight) {
  const SurfaceConfig config;
  SurfaceMap map = standing(config);
  Isometry3d step = Isometry3d::Identity(), ramp = step;
  step.translate(Vector3d(0, 0, 0.05));
  ramp.rotate(Eigen::AngleAxisd(-0.2, Vector3d::UnitY()));
  add_detections(
      config,
      detections(1, {rectangle(step, {0.3, -0.5}, {1, 0.5}), rectangle(ramp, {0.3, -1}, {1, 1})}),
      kLip_m, map);
  ASSERT_EQ(map.patches.n, 3);
  EXPECT_NEAR(map.patches.patch[1].X_WS.translation().z(), 0.05, 1e-9);
  EXPECT_NEAR(std::acos(map.patches.patch[2].X_WS.linear()(2, 2)), 0.2, 1e-9);
  // indices do not change when everything is seen again in another order
  add_detections(
      config,
      detections(2, {rectangle(ramp, {0.3, -1}, {1, 1}), rectangle(step, {0.3, -0.5}, {1, 0.5})}),
      kLip_m, map);
  ASSERT_EQ(map.patches.n, 3);
  EXPECT_NEAR(map.patches.patch[1].X_WS.translation().z(), 0.05, 1e-9);
}

// so near the crease that hardly any corner is off the ground
TEST(SurfaceMap, KeepsPlanesApartByTheirTiltAlone) {
  const SurfaceConfig config;
  SurfaceMap map = standing(config);
  Isometry3d ramp = Isometry3d::Identity();
  ramp.rotate(Eigen::AngleAxisd(-0.25, Vector3d::UnitY()));
  add_detections(config, detections(1, {rectangle(ramp, {-0.1, -0.5}, {0.1, 0.5})}), kLip_m, map);
  ASSERT_EQ(map.patches.n, 2);
  EXPECT_NEAR(map.patches.patch[0].X_WS.linear()(2, 2), 1, 1e-12);
}

TEST(SurfaceMap, TakesOnlyWhatHasRoomForAFoot) {
  const SurfaceConfig config;
  SurfaceMap map = standing(config);
  Isometry3d high = Isometry3d::Identity();
  high.translate(Vector3d(0, 0, 0.2));
  add_detections(config, detections(1, {rectangle(high, {0.3, -0.08}, {1, 0.08})}), kLip_m, map);
  EXPECT_EQ(map.patches.n, 1);
}

// the rectangle of a new surface lies inside the polygon, whatever its shape
TEST(SurfaceMap, LaysNewSurfacesInsideWhatWasSeen) {
  const SurfaceConfig config;
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> radius(0.4, 1), height(0.3, 1);
  for (int n = 0; n < 200; ++n) {
    SurfaceMap map = standing(config);
    DetectedPlane plane;
    plane.n_corners = kMaxCorners;
    const double r = radius(random), z = height(random);
    for (std::size_t k = 0; k < kMaxCorners; ++k) {
      const double angle = 2 * M_PI * (static_cast<double>(k) + 0.3 * radius(random)) / kMaxCorners;
      plane.corner[k] = {{2 + r * std::cos(angle), 0.5 * r * std::sin(angle), z}, 0.001};
    }
    add_detections(config, detections(1, {plane}), kLip_m, map);
    if (map.patches.n < 2) continue;
    const Patch& patch = map.patches.patch[1];
    for (const double i : {-1, 1})
      for (const double j : {-1, 1}) {
        const Vector3d p =
            patch.X_WS * Vector3d(i * patch.half_extent_m.x(), j * patch.half_extent_m.y(), 0);
        for (std::size_t k = 0; k < kMaxCorners; ++k) {  // left of every side
          const Vector3d a = plane.corner[k].p, b = plane.corner[(k + 1) % kMaxCorners].p;
          EXPECT_GE((b - a).cross(p - a).z(), -1e-9);
        }
      }
  }
}

TEST(SurfaceMap, AveragesNoiseAway) {
  const SurfaceConfig config;
  std::mt19937_64 random(2);
  std::normal_distribution<double> noise(0, 0.004);
  SurfaceMap map = standing(config);
  Isometry3d shelf = Isometry3d::Identity();
  shelf.translate(Vector3d(0, 0, 0.3));
  for (int n = 1; n <= 100; ++n) {
    DetectedPlane plane = rectangle(shelf, {0.3, -0.5}, {1, 0.5}, 0, 0.004);
    for (std::size_t k = 0; k < 4; ++k) plane.corner[k].p.z() += noise(random);
    add_detections(config, detections(n, {plane}), kLip_m, map);
  }
  ASSERT_EQ(map.patches.n, 2);
  const Isometry3d& X_WS = map.patches.patch[1].X_WS;
  EXPECT_NEAR(X_WS.translation().z(), 0.3, 0.001);
  EXPECT_LT(X_WS.linear().col(2).head<2>().norm(), 0.003);
}

// a surface that is displaced is mapped at its new place in the end
TEST(SurfaceMap, ForgetsOldSightings) {
  const SurfaceConfig config{.memory_frames = 20};
  SurfaceMap map = standing(config);
  Isometry3d shelf = Isometry3d::Identity();
  shelf.translate(Vector3d(0, 0, 0.3));
  for (int n = 1; n <= 200; ++n) {
    if (n == 100) shelf.translate(Vector3d(0, 0, 0.01));
    add_detections(config, detections(n, {rectangle(shelf, {0.3, -0.5}, {1, 0.5})}), kLip_m, map);
    const double z_m = map.patches.patch[1].X_WS.translation().z();
    if (n == 105) {
      EXPECT_NEAR(z_m, 0.3, 0.005);
    }
  }
  EXPECT_NEAR(map.patches.patch[1].X_WS.translation().z(), 0.31, 0.0005);
}

// inaccurate corners get little weight: sd 1 mm against 10 mm, both with 2 mm of the body
TEST(SurfaceMap, WeighsCornersByWhatIsKnownOfThem) {
  const SurfaceConfig config{.body_sd_m = 0.002, .memory_frames = 1e9};
  SurfaceMap map = standing(config);
  Isometry3d shelf = Isometry3d::Identity();
  shelf.translate(Vector3d(0, 0, 0.3));
  add_detections(config, detections(1, {rectangle(shelf, {0.3, -0.5}, {1, 0.5}, 0, 0.001)}), kLip_m,
                 map);
  DetectedPlane vague = rectangle(shelf, {0.3, -0.5}, {1, 0.5}, 0.01, 0.010);
  vague.n_corners = 8;  // each of them twice, which adds no information
  for (std::size_t k = 8; k-- > 0;) vague.corner[k] = vague.corner[k / 2];
  add_detections(config, detections(2, {vague}), kLip_m, map);
  const double w1 = 1 / (1e-6 + 4e-6), w2 = 1 / (1e-4 + 4e-6);
  EXPECT_NEAR(map.patches.patch[1].X_WS.translation().z(), 0.3 + 0.01 * w2 / (w1 + w2), 1e-6);
}

TEST(SurfaceMap, TiltsASurfaceToWhatIsSeen) {
  const SurfaceConfig config{.memory_frames = 1e9};
  SurfaceMap map = standing(config);
  Isometry3d shelf = Isometry3d::Identity();
  shelf.translate(Vector3d(0.6, 0, 0.3));
  add_detections(config, detections(1, {rectangle(shelf, {-0.3, -0.5}, {0.4, 0.5})}), kLip_m, map);
  Isometry3d tilted = shelf;
  tilted.rotate(Eigen::AngleAxisd(0.02, Vector3d(1, 2, 0).normalized()));
  add_detections(config, detections(2, {rectangle(tilted, {-0.3, -0.5}, {0.4, 0.5})}), kLip_m, map);
  ASSERT_EQ(map.patches.n, 2);
  const Vector3d expected(std::sin(0.01) * 2 / std::sqrt(5), -std::sin(0.01) / std::sqrt(5), 1);
  EXPECT_LT((map.patches.patch[1].X_WS.linear().col(2) - expected).norm(), 1e-3);
}

TEST(SurfaceMap, SeesFromWhereThePictureWasTaken) {
  const SurfaceConfig config;
  SurfaceMap map = standing(config);
  Isometry3d X_WB = Isometry3d::Identity();
  X_WB.translate(Vector3d(0, 0, 0.3));
  map.trail.add(10, X_WB);
  X_WB.translate(Vector3d(0, 0, 0.2));
  map.trail.add(20, X_WB);
  Isometry3d below = Isometry3d::Identity();
  below.translate(Vector3d(0, 0, 0.1));
  add_detections(config, detections(11, {rectangle(below, {0.3, -0.5}, {1, 0.5})}), kLip_m, map);
  ASSERT_EQ(map.patches.n, 2);
  EXPECT_NEAR(map.patches.patch[1].X_WS.translation().z(), 0.4, 1e-9);
}

TEST(SurfaceMap, TakesASightingOnce) {
  const SurfaceConfig config;
  SurfaceMap map = standing(config);
  const PlaneDetections seen =
      detections(1, {rectangle(Isometry3d::Identity(), {0.3, -0.5}, {2, 0.6}, 0.01)});
  add_detections(config, seen, kLip_m, map);
  const double z_m = map.patches.patch[0].X_WS.translation().z();
  EXPECT_NE(z_m, 0);
  add_detections(config, seen, kLip_m, map);
  EXPECT_EQ(map.patches.patch[0].X_WS.translation().z(), z_m);
}

TEST(SurfaceMap, SeesAgainAfterAPictureFromTheFarFuture) {
  const SurfaceConfig config;
  SurfaceMap map = standing(config);
  Isometry3d shelf = Isometry3d::Identity();
  shelf.translate(Vector3d(0, 0, 0.3));
  const DetectedPlane plane = rectangle(shelf, {0.3, -0.5}, {1, 0.5});
  map.trail.add(std::numeric_limits<std::int64_t>::min(), Isometry3d::Identity());
  add_detections(config, detections(std::numeric_limits<std::int64_t>::max(), {}), kLip_m, map);
  add_detections(config, detections(5, {plane}), kLip_m, map);
  EXPECT_EQ(map.patches.n, 2);
}

TEST(SurfaceMap, HoldsNoMoreThanItHasRoomFor) {
  const SurfaceConfig config;
  SurfaceMap map = standing(config);
  for (int n = 1; n <= 40; ++n) {
    Isometry3d shelf = Isometry3d::Identity();
    shelf.translate(Vector3d(0, 0, 0.1 * n));
    add_detections(config, detections(n, {rectangle(shelf, {0.3, -0.5}, {1, 0.5})}), kLip_m, map);
  }
  EXPECT_EQ(map.patches.n, kMaxPatches);
}

TEST(SurfaceMap, TurnsWithTheEstimate) {
  const SurfaceConfig config;
  SurfaceMap map = standing(config);
  const Vector3d p_W(0.1, 0.2, 0.3);
  const Matrix3d turn = Eigen::AngleAxisd(0.1, Vector3d::UnitY()).toRotationMatrix();
  const Isometry3d before = map.patches.patch[0].X_WS;
  const Isometry3d trail = map.trail.at(0);
  turn_about(p_W, turn, map);
  EXPECT_LT((map.trail.at(0).linear() - turn * trail.linear()).norm(), 1e-12);
  EXPECT_LT((map.surface[0].X_WS.linear() - map.patches.patch[0].X_WS.linear()).norm(), 1e-12);
  const Isometry3d& after = map.patches.patch[0].X_WS;
  EXPECT_LT((after.linear() - turn * before.linear()).norm(), 1e-12);
  EXPECT_LT((after.translation() - p_W - turn * (before.translation() - p_W)).norm(), 1e-12);
}

}  // namespace
}  // namespace ventosa::controller::surface_map_test
