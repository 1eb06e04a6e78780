#pragma once

#include "hal/wire/wire_robot.h"
#include "scenarios/session/session.h"

namespace ventosa::scenarios {

/// Whether a scenario goes on with a robot over a wire: the controller decides, and since it began
/// to all joints have come to torque and to where it wants them.
class GoesOn {
 public:
  /// @param robot  must outlive this
  explicit GoesOn(const hal::WireRobot& robot) : robot_(robot) {}

  /// Once a tick.
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
