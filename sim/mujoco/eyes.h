#pragma once

#include "controller/perception/plane_extraction.h"
#include "sim/beat.h"
#include "sim/sensors/depth_camera.h"
#include "sim/sensors/pan_tilt.h"

/// The camera in the twin: pictures when they are due, their planes on the way to the controller.
/// Private to sim.
namespace ventosa::sim {

/// Pictures on their way: the latency is at most one less in periods of the camera.
inline constexpr int kMaxFrames = 4;

/// controller::SeenPlane and Sighting as plain bytes. @{
struct PlaneBytes {
  Bytes3 normal{};
  std::int32_t n_corners = 0;
  std::int32_t n_pixels = 0;
  std::array<Bytes3, controller::kMaxCorners> corner{};
  std::array<double, controller::kMaxCorners> corner_sd_m{};
  double rms_m = 0;
};
struct FrameBytes {
  std::int64_t sampled_ns = -1;
  Pose X_WB;       ///< when the picture was taken, as are the next two
  Gaze gaze;       ///< as it was
  Gaze gaze_told;  ///< as the pan-tilt reported it
  std::int32_t n = 0;
  std::array<PlaneBytes, controller::kMaxSeenPlanes> plane{};
};
/// @}

/// What a snapshot keeps of the camera: the planes of the last pictures, never the pictures.
struct CameraState {
  std::int64_t n_frames = 0;
  std::array<FrameBytes, kMaxFrames> frame{};
};

/// The camera of one twin, and its scratch.
struct Eyes {
  Eyes(const models::BodySensors& sensors, const CameraOptions& options, std::uint64_t seed);

  const controller::Quaterniond mounting_error;  ///< R_E'E: the eye as it is, in the believed one
  const Beat frame;
  DepthCamera camera;
  controller::PlaneExtraction extraction;
  Silhouette robot;
};

}  // namespace ventosa::sim
