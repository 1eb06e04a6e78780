#pragma once

#include "hal/wire/wire_robot.h"
#include "scenarios/session/session.h"

namespace ventosa::scenarios {

/// True while the scenario of a robot over UDP proceeds: the controller is active, and since it
/// became active all joints have had torque and reached their set-points.
class GoesOn {
 public:
  /// @param robot  must outlive this
  explicit GoesOn(const hal::WireRobot& robot) : robot_(robot) {}

  /// Updates the state; to be called once per tick.
  bool operator()(const Session& session) noexcept {
    const bool decides = session.report().guard.mode == hal::GuardMode::kActive;
    has_torque_ = decides && (has_torque_ || (robot_.has_torque() && !robot_.is_starting()));
    return has_torque_;
  }

 private:
  const hal::WireRobot& robot_;
  bool has_torque_ = false;
};

}  // namespace ventosa::scenarios
