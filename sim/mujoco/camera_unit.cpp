#include "sim/mujoco/camera_unit.h"

#include <algorithm>

#include "controller/model/rotation.h"

namespace ventosa::sim {

using controller::Vector3d;

namespace {

Bytes3 packed(const Vector3d& v) { return {v.x(), v.y(), v.z()}; }
Vector3d unpacked(const Bytes3& v) { return as_vector(v); }

PlaneBytes packed(const controller::DetectedPlane& plane) {
  PlaneBytes bytes{.normal = packed(plane.normal),
                   .n_corners = plane.n_corners,
                   .n_pixels = plane.n_pixels,
                   .rms_m = plane.rms_m};
  for (std::size_t k = 0; k < bytes.corner.size(); ++k) {
    bytes.corner[k] = packed(plane.corner[k].p);
    bytes.corner_sd_m[k] = plane.corner[k].sd_m;
  }
  return bytes;
}

controller::DetectedPlane unpacked(const PlaneBytes& bytes) {
  controller::DetectedPlane plane{.normal = unpacked(bytes.normal),
                                  .n_corners = bytes.n_corners,
                                  .n_pixels = bytes.n_pixels,
                                  .rms_m = bytes.rms_m};
  for (std::size_t k = 0; k < bytes.corner.size(); ++k)
    plane.corner[k] = {unpacked(bytes.corner[k]), bytes.corner_sd_m[k]};
  return plane;
}

}  // namespace

FrameBytes pack_frame(const controller::PlaneDetections& seen) {
  FrameBytes frame;
  frame.sampled_ns = seen.sampled_ns;
  frame.gaze_reported = {seen.pan_rad, seen.tilt_rad};
  frame.n = seen.n;
  for (std::size_t k = 0; k < static_cast<std::size_t>(seen.n); ++k)
    frame.plane[k] = packed(seen.plane[k]);
  return frame;
}

controller::PlaneDetections unpack_frame(const FrameBytes& frame) {
  controller::PlaneDetections seen{.sampled_ns = frame.sampled_ns,
                                   .pan_rad = frame.gaze_reported.pan_rad,
                                   .tilt_rad = frame.gaze_reported.tilt_rad,
                                   .n = frame.n};
  for (std::size_t k = 0; k < static_cast<std::size_t>(frame.n); ++k)
    seen.plane[k] = unpacked(frame.plane[k]);
  return seen;
}

CameraUnit::CameraUnit(const models::BodySensors& sensors, const CameraOptions& options,
                       std::uint64_t seed)
    : mounting_error(controller::rotation_exp(options.mounting_error_rad)),
      clock(SampleClock::with_period(1 / sensors.depth.rate_hz)),
      camera(sensors.depth, options, seed),
      extraction(
          {.noise_1_m = std::max(options.disparity_noise_px, sensors.depth.disparity_noise_px) /
                        (sensors.depth.focal_px * sensors.depth.baseline_m)}) {}

}  // namespace ventosa::sim
