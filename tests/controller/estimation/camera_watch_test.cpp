#include "controller/estimation/camera_watch.h"

#include <gtest/gtest.h>

namespace ventosa::controller::camera_watch_test {
namespace {

/// Ticks of 10 ms; a picture every 30 ms while the camera works.
struct Camera {
  SurfaceConfig config{.silence_s = 0.5};
  Observation seen;
  CameraWatch watch;

  CameraHealth after(double time_s, bool takes, int n_planes) {
    CameraHealth health = CameraHealth::kGood;
    for (double t = 0; t < time_s; t += 0.01) {
      seen.now_ns += 10'000'000;
      if (takes && seen.now_ns % 30'000'000 == 0) {
        seen.detections.sampled_ns = seen.now_ns;
        seen.detections.n = n_planes;
      }
      health = watch_camera(config, seen, watch);
    }
    return health;
  }
};

TEST(CameraWatch, FindsACameraThatFallsSilentAndComesBack) {
  Camera camera;
  EXPECT_EQ(camera.after(2, true, 1), CameraHealth::kGood);
  EXPECT_EQ(camera.after(0.45, false, 1), CameraHealth::kGood);
  EXPECT_EQ(camera.after(0.1, false, 1), CameraHealth::kSilent);
  EXPECT_EQ(camera.after(0.1, true, 1), CameraHealth::kGood);
}

TEST(CameraWatch, FindsPicturesWithoutAnyPlane) {
  Camera camera;
  EXPECT_EQ(camera.after(2, true, 2), CameraHealth::kGood);
  EXPECT_EQ(camera.after(0.45, true, 0), CameraHealth::kGood);
  EXPECT_EQ(camera.after(0.1, true, 0), CameraHealth::kBlind);
  EXPECT_EQ(camera.after(0.1, true, 1), CameraHealth::kGood);
}

TEST(CameraWatch, FindsACameraThatWasNeverGood) {
  Camera camera;
  EXPECT_EQ(camera.after(0.6, true, 0), CameraHealth::kBlind);
}

TEST(CameraWatch, MissesNoCameraUnlessItIsReliedOn) {
  Camera camera;
  EXPECT_EQ(camera.after(60, false, 0), CameraHealth::kGood);
  camera.config.source = SurfaceSource::kSeen;
  EXPECT_EQ(camera.after(0.01, false, 0), CameraHealth::kSilent);
}

}  // namespace
}  // namespace ventosa::controller::camera_watch_test
