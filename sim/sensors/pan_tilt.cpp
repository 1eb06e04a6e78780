#include "sim/sensors/pan_tilt.h"

#include <algorithm>
#include <cmath>

#include "sim/model/quantise.h"

namespace ventosa::sim {

using controller::Isometry3d;
using controller::Vector3d;

namespace {

ShaftMotion reported(const CameraOptions& camera, double start_rad, const ShaftMotion& motion) {
  return {.q_rad = start_rad + quantise(motion.q_rad - start_rad, camera.angle_step_rad),
          .dq_rad_s = quantise(motion.dq_rad_s, camera.speed_step_rad_s)};
}

}  // namespace

PanTiltState at_rest(const CameraOptions& camera) {
  return {.pan = {.q_rad = camera.pan_rad},
          .tilt = {.q_rad = camera.tilt_rad},
          .goal = {camera.pan_rad, camera.tilt_rad}};
}

void set_gaze_goal(const models::PanTilt& mount, const Gaze& goal, PanTiltState& state) noexcept {
  if (!std::isfinite(goal.pan_rad + goal.tilt_rad)) return;
  state.goal = {std::clamp(goal.pan_rad, -mount.pan_limit_rad, mount.pan_limit_rad),
                std::clamp(goal.tilt_rad, -mount.tilt_limit_rad, mount.tilt_limit_rad)};
}

void step_pan_tilt(const models::PanTilt& mount, double dt_s, PanTiltState& state) noexcept {
  const controller::MotionProfile profile{.speed_rad_s = mount.speed_rad_s,
                                          .acceleration_rad_s2 = mount.acceleration_rad_s2};
  follow_profile(profile, state.goal.pan_rad, dt_s, state.pan);
  follow_profile(profile, state.goal.tilt_rad, dt_s, state.tilt);
}

PanTiltState reported(const CameraOptions& camera, const PanTiltState& state) noexcept {
  return {.pan = reported(camera, camera.pan_rad, state.pan),
          .tilt = reported(camera, camera.tilt_rad, state.tilt),
          .goal = state.goal};
}

Isometry3d camera_pose(const models::PanTilt& mount, const PanTiltState& state) {
  return models::camera_pose(mount, state.pan.q_rad, state.tilt.q_rad);
}

// about B's z, and about the tilt axis, which pan has turned
Vector3d camera_rate_B(const PanTiltState& state) {
  const double pan_rad = state.pan.q_rad;
  const Vector3d tilt_axis_B(-std::sin(pan_rad), std::cos(pan_rad), 0);
  return state.pan.dq_rad_s * Vector3d::UnitZ() + state.tilt.dq_rad_s * tilt_axis_B;
}

}  // namespace ventosa::sim
