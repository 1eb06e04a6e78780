#pragma once

#include <cstdint>
#include <optional>

#include "controller/model/command.h"
#include "controller/model/description.h"
#include "hal/guard/causes.h"
#include "hal/guard/trigger.h"

/// Safe-state machine: decides which commands reach the modules, and what is required before the
/// controller may move the robot again. Session, emulated module and window share it; a module is a
/// robot of one leg, with its master's session as the lease. A pure function of state, inputs and
/// time. Times are int64 ns of a monotonic clock, of which only differences count.
///
/// The safe state of a climber is to keep gripping. Torque and suction end only by an operator's
/// confirmed cut, and motion never resumes by itself.
namespace ventosa::hal {

/// Underlying type as wide as times, so that a GuardState has no padding: equal states have equal
/// bytes.
enum class GuardMode : std::uint64_t {
  kOffline,      ///< no session
  kReady,        ///< not armed: the modules keep their torque and suction
  kActive,       ///< the controller commands the modules
  kHold,         ///< joints stay, attached cups go to full suction, until an operator acknowledges
  kDegradedLeg,  ///< like hold, with a leg that is lost, rebooted or badly attached
  kCut,          ///< torque and suction are off
  /// The controller commands the modules but only stands, until an operator acknowledges: feet in
  /// the air come down, a failing leg is unloaded.
  kStand,
};
constexpr auto enumerators(GuardMode) {
  return controller::words("offline", "ready", "active", "hold", "degraded_leg", "cut", "stand");
}

/// True if the modules obey the controller.
constexpr bool obeys_controller(GuardMode mode) noexcept {
  return mode == GuardMode::kActive || mode == GuardMode::kStand;
}

/// Order of the modes by severity: active < stand < hold < degraded_leg < cut. Modes that are not
/// armed count as hold, like their command.
constexpr int severity(GuardMode mode) noexcept {
  if (mode == GuardMode::kActive) return 0;
  if (mode == GuardMode::kStand) return 1;
  if (mode == GuardMode::kDegradedLeg) return 3;
  return mode == GuardMode::kCut ? 4 : 2;
}

enum class OperatorAction : std::uint8_t {
  kNone,
  kArm,          ///< in ready: activate the controller; in cut: hold again
  kHold,         ///< stop and keep gripping, until acknowledged
  kAcknowledge,  ///< resume after a stop
  kDisarm,       ///< the controller stops commanding; nothing is released
  kCut,          ///< torque and suction off: the robot falls unless supported
};
constexpr auto enumerators(OperatorAction) {
  return controller::words("none", "arm", "hold", "acknowledge", "disarm", "cut");
}

struct OperatorRequest {
  OperatorAction action = OperatorAction::kNone;
  bool confirmed = false;  ///< the operator has confirmed a cut
  bool supported = false;  ///< the robot stands on the ground or hangs on a tether, for a cut
};

/// Reason for refusing a request.
enum class Refusal : std::uint8_t {
  kNone,
  kNotInThisMode,
  kNotConfirmed,
  kNotSupported,
  kNoLease,
  kNoSession,
  kTriggerPresent,
  kClearedTooRecently,  ///< a trigger has been gone for less than kQuiet_ns
};
constexpr auto enumerators(Refusal) {
  return controller::words("none", "not_in_this_mode", "not_confirmed", "not_supported", "no_lease",
                           "no_session", "trigger_present", "cleared_too_recently");
}

/// Triggers of a leg with which any robot stands.
inline constexpr Triggers kStanding{Trigger::kJointFault};

struct GuardInputs {
  bool session = false;  ///< every module has a session; identity and configuration agree
  bool lease = false;    ///< this commander has the lease
  Triggers robot{};      ///< triggers of the robot as a whole that are present now
  controller::PerLeg<Triggers> leg{};
  OperatorRequest request{};  ///< request of the operator in this tick
  /// Triggers of a leg with which the robot stands: the controller handles them itself. With any
  /// other it holds.
  Triggers standing = kStanding;
};

/// State of the machine. Trivially copyable: part of snapshots.
struct GuardState {
  GuardMode mode = GuardMode::kOffline;
  std::int64_t now_ns = 0;  ///< time of the last step
  Causes robot{};
  controller::PerLeg<Causes> leg{};
  bool operator==(const GuardState&) const = default;
};

/// A cause that stops the robot: trigger, times, and whether it is still present.
struct Cause {
  std::optional<int> leg;  ///< no value: the robot as a whole
  Trigger trigger{};
  bool present = false;
  CauseTimes times;
};

void for_each_cause(const GuardState& state, auto&& visit) {
  const auto visit_all = [&](std::optional<int> leg, const Causes& causes) {
    for (const Trigger trigger : causes.latched)
      visit(Cause{leg, trigger, causes.present.contains(trigger), causes[trigger]});
  };
  visit_all(std::nullopt, state.robot);
  for (int i = 0; i < controller::kMaxLegs; ++i)
    visit_all(i, state.leg[static_cast<std::size_t>(i)]);
}

struct GuardStep {
  GuardState state;
  Refusal refusal = Refusal::kNone;
};

/// One step: triggers first, then the request, evaluated in the mode they lead to. While armed, a
/// missing session or lease becomes the robot's trigger `lost` or `lease_lost`.
///
/// | mode                | leaves it by itself              | by request                          |
/// |---------------------|----------------------------------|-------------------------------------|
/// | offline             | ready: session                   | -                                   |
/// | ready               | offline: no session              | active: arm *; cut                  |
/// | active              | stand: only inputs.standing      | hold: hold; disarm; cut             |
/// |                     | hold, degraded_leg: any other    |                                     |
/// | stand               | hold, degraded_leg: any other    | active: acknowledge *; hold: hold;  |
/// |                     |                                  | disarm; cut                         |
/// | hold                | degraded_leg: trigger of a leg   | active: acknowledge *; disarm; cut  |
/// | degraded_leg        | hold: those quiet for 1 s        | disarm; cut                         |
/// | cut                 | never                            | hold: arm; ready: disarm            |
///
/// * with session and lease, and every trigger quiet for 1 s. Disarm leads to ready, without a
/// session to offline; from cut only with a session, so that cups grip again by the operator's
/// decision and not when a link returns. Cut must be confirmed and supported; otherwise it makes an
/// active robot hold. Arming a cut robot requires session and lease, and leads to hold.
[[nodiscard]] GuardStep step(const GuardState& state, const GuardInputs& inputs,
                             std::int64_t now_ns) noexcept;

/// Command to the modules: `requested` if active or standing; every joint passive and every cup
/// released if cut; in any other mode Command{}, which holds. @{
controller::Command permitted(const GuardState& state,
                              const controller::Command& requested) noexcept;
controller::LegCommand permitted(const GuardState& state,
                                 const controller::LegCommand& requested) noexcept;
/// @}

/// The mode that would follow if `trigger` of `leg` (0 to kMaxLegs - 1; no value: of the robot as a
/// whole) were present too. The request in `inputs` is ignored.
GuardMode what_if(const GuardState& state, const GuardInputs& inputs, std::optional<int> leg,
                  Trigger trigger, std::int64_t now_ns) noexcept;

}  // namespace ventosa::hal
