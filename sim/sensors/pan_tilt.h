#pragma once

#include "sim/drives/servo.h"
#include "sim/model/pose.h"
#include "sim/sensors/body_sensor_options.h"

/// The pan-tilt below the camera: two servos with trapezoidal speed profiles. Its mass is part of
/// the body's; its reaction on the body is neglected.
namespace ventosa::sim {

/// Angles, speeds and goal.
struct PanTiltState {
  ShaftMotion pan;
  ShaftMotion tilt;
  Gaze goal;
};

PanTiltState at_rest(const CameraOptions& camera);

/// Sets the goal, clamped to the servos' limits; one that is not finite changes nothing.
void set_gaze_goal(const models::PanTilt& mount, const Gaze& goal, PanTiltState& state) noexcept;

/// One step towards the goal.
void step_pan_tilt(const models::PanTilt& mount, double dt_s, PanTiltState& state) noexcept;

/// State as reported by the servos, with their resolution.
PanTiltState reported(const CameraOptions& camera, const PanTiltState& state) noexcept;

/// Pose X_BE of the camera at the pan-tilt's angles.
controller::Isometry3d camera_pose(const models::PanTilt& mount, const PanTiltState& state);

/// Angular velocity w_BE_B of the camera relative to the body [rad/s].
controller::Vector3d camera_rate_B(const PanTiltState& state);

}  // namespace ventosa::sim
