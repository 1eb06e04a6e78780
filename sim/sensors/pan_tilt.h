#pragma once

#include "sim/drives/servo.h"
#include "sim/pose.h"
#include "sim/sensors/body_sensor_options.h"

/// The pan-tilt below the camera: two servos that follow what they are told within their speed and
/// acceleration. Its weight and its push on the body are part of the body's.
namespace ventosa::sim {

/// Where it is, how fast it turns and where it shall go.
struct PanTiltState {
  ShaftMotion pan;
  ShaftMotion tilt;
  Gaze goal;
};

PanTiltState at_rest(const CameraOptions& camera);

/// A new goal; a servo stops at its limits, and one that is not finite changes nothing.
void aim(const models::PanTilt& mount, const Gaze& goal, PanTiltState& state) noexcept;

/// One step on towards the goal.
void turn(const models::PanTilt& mount, double dt_s, PanTiltState& state) noexcept;

/// What the servos say of it.
PanTiltState reported(const CameraOptions& camera, const PanTiltState& state) noexcept;

/// X_BE of the eye, if the pan-tilt were there.
controller::Isometry3d eye_pose(const models::PanTilt& mount, const PanTiltState& state);

/// w_BE of the eye in the body, in B  [rad/s]
controller::Vector3d eye_turn_rate_B(const PanTiltState& state);

}  // namespace ventosa::sim
