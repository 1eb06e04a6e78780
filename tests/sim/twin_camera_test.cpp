#include <gtest/gtest.h>

#include <cmath>

#include "models/input_error.h"
#include "tests/sim/stands.h"

/// The depth camera in the twin.
namespace ventosa::sim::twin_camera_test {
namespace {

using controller::PlaneDetections;
using controller::Vector3d;

/// First frame that the twin delivers, and its time.
struct Look {
  PlaneDetections seen;
  std::int64_t now_ns;
};
Look first_detections(const models::Robot& robot, const TwinConfig& config) {
  Twin twin(robot, config);
  controller::Observation seen = observed(twin);
  EXPECT_EQ(seen.detections.sampled_ns, -1);
  while (seen.detections.sampled_ns < 0 && twin.time_s() < 1)
    if (twin.exchange({}, seen) != hal::Status::kOk) ADD_FAILURE();
  return {seen.detections, seen.now_ns};
}

TEST(TwinCamera, SeesTheGroundItStandsOn) {
  const models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0);
  config.camera = {.on = true, .disparity_noise_px = 0.08, .holes = true, .latency_s = 0.05};
  const Look look = first_detections(robot, config);
  EXPECT_EQ(look.seen.sampled_ns, 34'000'000);  // the first step after a 30th of a second
  EXPECT_EQ(look.now_ns, 90'000'000);           // the first tick 50 ms later
  ASSERT_GE(look.seen.n, 1);
  const controller::DetectedPlane& ground = look.seen.plane[0];
  const double height_m = config.X_WB.translation().z();
  EXPECT_LT((ground.normal - Vector3d::UnitZ()).norm(), 0.01);
  for (int k = 0; k < ground.n_corners; ++k)
    EXPECT_NEAR(ground.corner[static_cast<std::size_t>(k)].p.z(), -height_m, 0.01);
}

TEST(TwinCamera, SeesNothingWithoutACamera) {
  const models::Robot robot = romerin4();
  Twin twin(robot, standing(robot, 0));
  run(twin, {}, 0.5);
  const controller::Observation seen = observed(twin);
  EXPECT_EQ(seen.detections.sampled_ns, -1);
}

TEST(TwinCamera, LooksWhereItsPanTiltPoints) {
  const models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0);
  config.patches.n = 2;  // a wall on the left
  config.patches.patch[1] = plane(M_PI / 2);
  config.patches.patch[1].X_WS.pretranslate(Vector3d(0, 1, 0));
  config.camera = {.on = true, .pan_rad = M_PI / 2, .tilt_rad = 0};
  bool found = false;
  for (const controller::DetectedPlane& seen : first_detections(robot, config).seen.plane)
    found = found || (seen.normal + Vector3d::UnitY()).norm() < 0.01;
  EXPECT_TRUE(found);
}

// the known part of the mounting is corrected, its error is not
TEST(TwinCamera, SeesAslantByTheErrorOfItsMounting) {
  const models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0);
  config.camera = {.on = true, .mounting_error_rad = {0.02, 0, 0}};
  const Look look = first_detections(robot, config);
  ASSERT_GE(look.seen.n, 1);
  EXPECT_NEAR(std::acos(look.seen.plane[0].normal.z()), 0.02, 0.001);
}

int n_pixels(const PlaneDetections& seen) {
  int n = 0;
  for (int k = 0; k < seen.n; ++k) n += seen.plane[static_cast<std::size_t>(k)].n_pixels;
  return n;
}

TEST(TwinCamera, SeesItsOwnLegsBeforeTheGround) {
  const models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0);
  config.patches.n = 2;  // and a ceiling
  config.patches.patch[1] = plane(M_PI);
  config.patches.patch[1].X_WS.pretranslate(Vector3d(0, 0, 1.5));
  config.camera = {.on = true, .tilt_rad = -1.2};  // nothing is visible there
  EXPECT_GT(n_pixels(first_detections(robot, config).seen), 0.98 * 64 * 36);
  config.camera = {.on = true, .tilt_rad = 1};  // both its front legs
  EXPECT_LT(n_pixels(first_detections(robot, config).seen), 0.85 * 64 * 36);
}

TEST(TwinCamera, SeesOtherNoiseInEveryPictureAndWithEverySeed) {
  const models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0);
  config.camera = {.on = true, .disparity_noise_px = 0.08};
  const auto rms_after = [&](double span_s, std::uint64_t seed) {
    config.seed = seed;
    Twin twin(robot, config);
    run(twin, {}, span_s);
    return observed(twin).detections.plane[0].rms_m;
  };
  EXPECT_GT(std::abs(rms_after(0.04, 1) - rms_after(0.08, 1)), 1e-6);  // it hardly moves
  EXPECT_GT(std::abs(rms_after(0.04, 1) - rms_after(0.04, 2)), 1e-6);
}

TEST(TwinCamera, RefusesACameraThatCannotBe) {
  const models::Robot robot = romerin4();
  const auto refused = [&](const models::Robot& with, const CameraOptions& camera) {
    TwinConfig config = standing(robot, 0);
    config.camera = camera;
    try {
      Twin twin(with, config);
    } catch (const models::InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const auto expect = [&](const CameraOptions& camera, const char* key) {
    EXPECT_NE(refused(robot, camera).find(key), std::string::npos) << key;
  };
  EXPECT_EQ(refused(robot, {.on = true}), "");
  expect({.on = true, .pan_rad = 3}, "camera.pan_deg");
  expect({.on = true, .tilt_rad = -1.5}, "camera.tilt_deg");
  expect({.on = true, .columns = 100, .rows = 100}, "camera.rows");
  expect({.on = true, .columns = 4}, "camera.columns");
  expect({.on = true, .disparity_noise_px = -1}, "camera.disparity_noise_px");
  expect({.on = true, .scale_error_sd = -0.01}, "camera.scale_error_sd");
  expect({.on = true, .scale_error_sd = 0.2}, "camera.scale_error_sd");
  expect({.on = true, .angle_step_rad = -0.1}, "camera.angle_step_deg");
  expect({.on = true, .speed_step_rad_s = -0.1}, "camera.speed_step_deg_s");
  expect({.on = true, .latency_s = 0.2}, "camera.latency_s");
  expect({.on = true, .latency_s = -0.01}, "camera.latency_s");
  models::Robot blind = robot;
  blind.sensors.reset();
  EXPECT_NE(refused(blind, {.on = true}).find("no camera"), std::string::npos);
}

}  // namespace
}  // namespace ventosa::sim::twin_camera_test
