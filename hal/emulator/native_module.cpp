#include "hal/emulator/native_module.h"

namespace ventosa::hal {

bool NativeModule::hear(ServerPort& port, std::int64_t now_ns) noexcept {
  const bool commanded =
      hear_each<native::Command>(port, now_ns, [&](const native::Command& command) {
        command_ = command;
        is_new_ = true;
      });
  if (commanded && session_.id() != session_id_)
    void_grant_ = 0;  // a new master counts its own grants
  if (commanded) session_id_ = session_.id();
  return commanded;
}

/// Request to the safe-state machine by the master's permission, in the present mode.
OperatorRequest NativeModule::request() const noexcept {
  const native::Permission& permission = command_.permission;
  const bool armed = permission.armed && permission.grant > void_grant_;
  const bool waits = guard_.mode == GuardMode::kOffline || guard_.mode == GuardMode::kReady;
  if (waits && armed) return {OperatorAction::kArm};
  if (obeys_controller(guard_.mode) && !permission.armed) return {OperatorAction::kDisarm};
  const bool holds = guard_.mode == GuardMode::kHold || guard_.mode == GuardMode::kDegradedLeg;
  if (holds && armed) return {OperatorAction::kAcknowledge};
  return {};
}

controller::LegCommand NativeModule::obeyed(std::int64_t now_ns) noexcept {
  if (is_new_) commanded_ns_ = now_ns;
  is_new_ = false;
  GuardInputs inputs{.session = session_.master().has_value(), .lease = true, .request = request()};
  if (now_ns - commanded_ns_ > kLeftAlone_ns) inputs.leg[0].insert(Trigger::kStale);
  const bool was_active = obeys_controller(guard_.mode);
  guard_ = step(guard_, inputs, now_ns).state;
  if (was_active && !obeys_controller(guard_.mode)) void_grant_ = command_.permission.grant;
  return permitted(guard_, command_.leg);
}

void NativeModule::report(const controller::LegReading& reading, std::int64_t plant_ns,
                          ServerPort& port) noexcept {
  tell(native::Report{plant_ns, guard_.mode, session_.n_foreign(), reading}, port);
}

bool NativeBody::hear(ServerPort& port, std::int64_t now_ns) noexcept {
  return hear_each<native::Gaze>(port, now_ns, [&](const native::Gaze& message) {
    if (message.gaze) gaze_ = message.gaze;
  });
}

void NativeBody::report(const controller::Observation& seen, ServerPort& port) noexcept {
  const controller::PlaneDetections& planes = seen.detections;
  for (int first = 0; first < controller::kMaxDetectedPlanes; first += native::Planes::kCount) {
    native::Planes part{.picture_ns = planes.sampled_ns, .first = first};
    for (std::size_t k = 0; k < part.plane.size(); ++k)
      part.plane[k] = planes.plane[static_cast<std::size_t>(first) + k];
    if (planes.sampled_ns >= 0) tell(part, port);
  }
  tell(native::Body{.now_ns = seen.now_ns,
                    .imu_ns = seen.body.sampled_ns,
                    .specific_force_B = seen.body.specific_force_B,
                    .w_WB_B = seen.body.w_WB_B,
                    .picture_ns = planes.sampled_ns,
                    .pan_rad = planes.pan_rad,
                    .tilt_rad = planes.tilt_rad,
                    .n_planes = planes.n,
                    .fix = seen.fix,
                    .heading = seen.heading},
       port);
}

}  // namespace ventosa::hal
