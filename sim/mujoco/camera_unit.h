#pragma once

#include "controller/perception/plane_extraction.h"
#include "sim/model/pose.h"
#include "sim/model/sample_clock.h"
#include "sim/sensors/depth_camera.h"
#include "sim/sensors/pan_tilt.h"

/// The depth camera of one twin with its frame clock and plane extraction. Private to sim.
namespace ventosa::sim {

/// controller::DetectedPlane and controller::PlaneDetections as trivially copyable bytes. @{
struct PlaneBytes {
  Bytes3 normal{};
  std::int32_t n_corners = 0;
  std::int32_t n_pixels = 0;
  std::array<Bytes3, controller::kMaxCorners> corner{};
  std::array<double, controller::kMaxCorners> corner_sd_m{};
  double rms_m = 0;
};
struct FrameBytes {
  std::int64_t sampled_ns = -1;  ///< time of capture, to which the poses below belong
  Pose X_WB;
  Gaze gaze;           ///< actual pan-tilt angles
  Gaze gaze_reported;  ///< pan-tilt angles as the servos reported them
  std::int32_t n = 0;
  std::array<PlaneBytes, controller::kMaxDetectedPlanes> plane{};
};
/// @}

/// Captured frames whose latency may not have passed: a ring buffer of their detected planes. The
/// depth images themselves are not kept.
struct CameraState {
  std::int64_t n_frames = 0;
  std::array<FrameBytes, kMaxFrames> frame{};
};

/// Planes, capture time and reported gaze; the poses are left at their defaults.
FrameBytes pack_frame(const controller::PlaneDetections& seen);
controller::PlaneDetections unpack_frame(const FrameBytes& frame);

struct CameraUnit {
  CameraUnit(const models::BodySensors& sensors, const CameraOptions& options, std::uint64_t seed);

  const controller::Quaterniond mounting_error;  ///< rotation from nominal to actual camera axes
  const SampleClock clock;                       ///< capture times of the frames
  DepthCamera camera;
  controller::PlaneExtraction extraction;
  Silhouette robot;  ///< the robot's shape at the last capture
};

}  // namespace ventosa::sim
