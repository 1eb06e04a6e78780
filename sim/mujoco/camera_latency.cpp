#include <algorithm>
#include <cmath>

#include "sim/mujoco/world.h"
#include "sim/sensors/detection_truth.h"

/// Frames of the depth camera reach the controller after their latency.
namespace ventosa::sim {
namespace {

/// The newest frame whose latency has passed; null if there is none.
const FrameBytes* latest_arrived_frame(const World& world) {
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

void observe_surfaces(const World& world, controller::PlaneDetections& seen) noexcept {
  const FrameBytes* frame = latest_arrived_frame(world);
  seen = frame ? unpack_frame(*frame) : controller::PlaneDetections{};
}

DetectionTruth detection_truth(const World& world) noexcept {
  const FrameBytes* frame = latest_arrived_frame(world);
  if (!frame) return {};
  DetectionTruth truth =
      truth_of(unpack_frame(*frame), transform(frame->X_WB), world.config.patches);
  truth.pan_rad = frame->gaze.pan_rad;
  truth.tilt_rad = frame->gaze.tilt_rad;
  return truth;
}

}  // namespace ventosa::sim
