#include <cmath>

#include "controller/model/rotation.h"
#include "hal/noise.h"
#include "sim/mujoco/lip_pose.h"
#include "sim/mujoco/shapes.h"
#include "sim/mujoco/world.h"
#include "sim/sensors/sighting_truth.h"

/// The camera's part of a step.
namespace ventosa::sim {

using controller::Isometry3d;
using controller::Vector3d;
using World = Twin::World;

namespace {

constexpr std::uint64_t kCameraChannel = 3000;

Bytes3 packed(const Vector3d& v) { return {v.x(), v.y(), v.z()}; }
Vector3d unpacked(const Bytes3& v) { return as_vector(v); }

PlaneBytes packed(const controller::SeenPlane& plane) {
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

controller::SeenPlane unpacked(const PlaneBytes& bytes) {
  controller::SeenPlane plane{.normal = unpacked(bytes.normal),
                              .n_corners = bytes.n_corners,
                              .n_pixels = bytes.n_pixels,
                              .rms_m = bytes.rms_m};
  for (std::size_t k = 0; k < bytes.corner.size(); ++k)
    plane.corner[k] = {unpacked(bytes.corner[k]), bytes.corner_sd_m[k]};
  return plane;
}

FrameBytes packed(const controller::Sighting& seen) {
  FrameBytes frame;
  frame.sampled_ns = seen.sampled_ns;
  frame.gaze_told = {seen.pan_rad, seen.tilt_rad};
  frame.n = seen.n;
  for (std::size_t k = 0; k < static_cast<std::size_t>(seen.n); ++k)
    frame.plane[k] = packed(seen.plane[k]);
  return frame;
}

controller::Sighting unpacked(const FrameBytes& frame) {
  controller::Sighting seen{.sampled_ns = frame.sampled_ns,
                            .pan_rad = frame.gaze_told.pan_rad,
                            .tilt_rad = frame.gaze_told.tilt_rad,
                            .n = frame.n};
  for (std::size_t k = 0; k < static_cast<std::size_t>(frame.n); ++k)
    seen.plane[k] = unpacked(frame.plane[k]);
  return seen;
}

/// Its bars from joint to joint, the last one to the top of the cup, and the cup.
void add_leg(const controller::Leg& leg, const double* q_rad, Silhouette& robot) {
  Isometry3d X_B = leg.X_BL;
  const auto add_bar = [&](const Vector3d& from_B, const Vector3d& to_B) {
    robot.capsule[static_cast<std::size_t>(robot.n_capsules++)] = {from_B, to_B, kLinkRadius_m};
  };
  for (int j = 0; j < leg.n_joints; ++j) {
    const Vector3d from_B = X_B.translation();
    X_B.translate(leg.joint[static_cast<std::size_t>(j)].p_PJ);
    if (j > 0) add_bar(from_B, X_B.translation());
    X_B.rotate(Eigen::AngleAxisd(q_rad[j], leg.joint[static_cast<std::size_t>(j)].axis));
  }
  add_bar(X_B.translation(), X_B * (leg.X_JF * Vector3d(0, 0, -kCupHeight_m)));
  robot.dome[static_cast<std::size_t>(robot.n_domes++)] = {.X_BF = X_B * leg.X_JF};
}

void take_silhouette(const World& world, Silhouette& robot) {
  robot.n_capsules = robot.n_domes = 0;
  for (int i = 0; i < world.n_legs(); ++i) {
    add_leg(world.leg(i), world.data->qpos + world.index.qpos[i][0], robot);
    Dome& cup = robot.dome[static_cast<std::size_t>(i)];
    cup.radius_m = world.robot.nominal.cup.lip_radius_m;
    cup.height_m = kCupHeight_m;
  }
}

/// The picture that the controller knows of, or none.
const FrameBytes* arrived(const World& world) {
  const CameraState& state = world.state.camera;
  const auto latency_ns = std::llround(1e9 * world.config.camera.latency_s);
  for (std::int64_t k = state.n_frames;
       k-- > std::max<std::int64_t>(0, state.n_frames - kMaxFrames);) {
    const FrameBytes& frame = state.frame[static_cast<std::size_t>(k % kMaxFrames)];
    if (frame.sampled_ns + latency_ns <= world.now_ns()) return &frame;
  }
  return nullptr;
}

}  // namespace

Eyes::Eyes(const models::BodySensors& sensors, const CameraOptions& options, std::uint64_t seed)
    : mounting_error(controller::rotation_exp(options.mounting_error_rad)),
      frame(every(1 / sensors.depth.rate_hz)),
      camera(sensors.depth, options, seed),
      extraction(
          {.noise_1_m = std::max(options.disparity_noise_px, sensors.depth.disparity_noise_px) /
                        (sensors.depth.focal_px * sensors.depth.baseline_m)}) {}

void look_around(World& world) noexcept {
  if (!world.eyes) return;
  Eyes& eyes = *world.eyes;
  CameraState& state = world.state.camera;
  if (!world.due(eyes.frame)) return;
  take_silhouette(world, eyes.robot);
  const auto n = static_cast<std::uint64_t>(state.n_frames);
  const models::PanTilt& mount = world.robot.eyes->mount;
  const PanTiltState &is = world.state.pan_tilt, told = reported(world.config.camera, is);
  const Pose X_WB = free_joint_pose(world.data->qpos);
  eyes.camera.take(world.config.patches, transform(X_WB), eye_pose(mount, is) * eyes.mounting_error,
                   eyes.robot, hal::random_bits(world.config.seed, kCameraChannel, n));
  controller::Sighting seen{
      .sampled_ns = world.now_ns(), .pan_rad = told.pan.q_rad, .tilt_rad = told.tilt.q_rad};
  eyes.extraction.extract(eyes.camera.image(), seen);
  FrameBytes& frame = state.frame[n % kMaxFrames];
  frame = packed(in_body(eye_pose(mount, told), seen));
  frame.X_WB = X_WB;
  frame.gaze = {is.pan.q_rad, is.tilt.q_rad};
  ++state.n_frames;
}

void observe_surfaces(const World& world, controller::Sighting& seen) noexcept {
  const FrameBytes* frame = arrived(world);
  seen = frame ? unpacked(*frame) : controller::Sighting{};
}

SightingTruth sighting_truth(const World& world) noexcept {
  const FrameBytes* frame = arrived(world);
  if (!frame) return {};
  SightingTruth truth = truth_of(unpacked(*frame), transform(frame->X_WB), world.config.patches);
  truth.pan_rad = frame->gaze.pan_rad;
  truth.tilt_rad = frame->gaze.tilt_rad;
  return truth;
}

}  // namespace ventosa::sim
