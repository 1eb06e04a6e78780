#pragma once

#include <cstdint>

#include "controller/model/command.h"
#include "controller/model/description.h"

/// What an operator may ask of a session, and what comes of it: a pure function.
namespace ventosa::scenarios {

enum class OperatorAction : std::uint8_t {
  kNone,
  kArm,          ///< let it move: hardware waits for this, and so does a robot that was cut
  kHold,         ///< stop where it is and keep gripping, until acknowledged
  kAcknowledge,  ///< what made it hold has been seen: go on
  kCut,          ///< torque and suction off: it falls, unless it stands or is tethered
};
constexpr auto enumerators(OperatorAction) {
  return controller::words("none", "arm", "hold", "acknowledge", "cut");
}

struct OperatorRequest {
  OperatorAction action = OperatorAction::kNone;
  bool confirmed = false;  ///< a cut that is not only holds
};

/// Who decides on the command.
enum class SessionMode : std::uint8_t {
  kReady,    ///< the robot holds until it is armed
  kActive,   ///< the controller
  kHolding,  ///< the robot holds until an operator acknowledges
  kCut,      ///< everything is off until it is armed, and then holds
};
constexpr auto enumerators(SessionMode) {
  return controller::words("ready", "active", "holding", "cut");
}

struct ModeChange {
  SessionMode mode = SessionMode::kReady;
  bool refused = false;  ///< the request is not for this mode, or not confirmed
};

ModeChange after(const OperatorRequest& request, SessionMode mode) noexcept;

/// A robot that does not answer, or no longer in time, holds; nothing but an operator lets it go
/// on.
SessionMode after_loss(SessionMode mode) noexcept;

/// Every joint passive, every cup released.
controller::Command cut_command() noexcept;

}  // namespace ventosa::scenarios
