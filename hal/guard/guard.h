#pragma once

#include <cstdint>
#include <optional>

#include "controller/model/command.h"
#include "controller/model/description.h"
#include "hal/guard/causes.h"
#include "hal/guard/trigger.h"

/// The safe-state machine: who decides on the command, and what must happen before the controller
/// does again. One for session, emulated module and window; a module is a robot of one leg, its
/// master's session its lease. A pure function of state, inputs and time. Times are int64 ns of a
/// monotonic clock; only their differences count.
///
/// A climber's safe state is to hold on. Torque and suction end by an operator's confirmed cut
/// alone, and nothing goes on by itself.
namespace ventosa::hal {

/// As wide as times are, so that a GuardState has no padding: equal states are equal bytes.
enum class GuardMode : std::uint64_t {
  kOffline,      ///< no session
  kReady,        ///< not armed: the modules keep the torque and suction that they have
  kActive,       ///< the controller decides
  kHold,         ///< joints stay, attached cups are raised to full, until an operator acknowledges
  kDegradedLeg,  ///< as hold, with a leg that is lost, restarted or badly attached
  kCut,          ///< torque and suction are off
  kStand,        ///< the controller decides, and stands whatever is asked of it, until an operator
                 ///< acknowledges: feet in the air come down, a leg that fails is unloaded
};
constexpr auto enumerators(GuardMode) {
  return controller::words("offline", "ready", "active", "hold", "degraded_leg", "cut", "stand");
}

/// Whether the modules do what the controller commands.
constexpr bool obeys_controller(GuardMode mode) noexcept {
  return mode == GuardMode::kActive || mode == GuardMode::kStand;
}

/// Order of the modes by how far they are from going on: active < stand < hold < degraded_leg <
/// cut. What is not armed counts as hold, as its command does.
constexpr int severity(GuardMode mode) noexcept {
  if (mode == GuardMode::kActive) return 0;
  if (mode == GuardMode::kStand) return 1;
  if (mode == GuardMode::kDegradedLeg) return 3;
  return mode == GuardMode::kCut ? 4 : 2;
}

enum class OperatorAction : std::uint8_t {
  kNone,
  kArm,          ///< ready: let the controller decide; cut: hold again
  kHold,         ///< stop where it is and keep gripping, until acknowledged
  kAcknowledge,  ///< what made it hold has been seen: go on
  kDisarm,       ///< the controller no longer decides; lets nothing go
  kCut,          ///< torque and suction off: it falls, unless it stands or is tethered
};
constexpr auto enumerators(OperatorAction) {
  return controller::words("none", "arm", "hold", "acknowledge", "disarm", "cut");
}

struct OperatorRequest {
  OperatorAction action = OperatorAction::kNone;
  bool confirmed = false;  ///< of a cut
  bool supported = false;  ///< of a cut: it stands on the ground or hangs on a tether
};

/// Why a request was not carried out.
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

struct GuardInputs {
  bool session = false;  ///< every module has one; identity and configuration agree
  bool lease = false;    ///< this commander holds it
  Triggers robot{};      ///< present now
  controller::PerLeg<Triggers> leg{};
  OperatorRequest request{};  ///< of this tick
};

/// Trivially copyable: part of snapshots.
struct GuardState {
  GuardMode mode = GuardMode::kOffline;
  std::int64_t now_ns = 0;  ///< of the last step
  Causes robot{};
  controller::PerLeg<Causes> leg{};
  bool operator==(const GuardState&) const = default;
};

/// What stops the robot, or has stopped it: who, since when, whether it is still there.
struct Cause {
  std::optional<int> leg;  ///< none: the robot as a whole
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

/// Triggers come first, then the request, judged in the mode that they lead to. A missing session
/// or lease becomes the robot's trigger `lost` or `lease_lost` while it is armed.
///
/// | mode                | leaves it by itself              | by request                          |
/// |---------------------|----------------------------------|-------------------------------------|
/// | offline             | ready: session                   | -                                   |
/// | ready               | offline: no session              | active: arm *; cut                  |
/// | active              | stand: only joint_fault of a leg | hold: hold; disarm; cut             |
/// |                     | hold, degraded_leg: any other    |                                     |
/// | stand               | hold, degraded_leg: any other    | active: acknowledge *; hold: hold;  |
/// |                     |                                  | disarm; cut                         |
/// | hold                | degraded_leg: trigger of a leg   | active: acknowledge *; disarm; cut  |
/// | degraded_leg        | hold: those quiet for 1 s        | disarm; cut                         |
/// | cut                 | never                            | hold: arm; ready: disarm            |
///
/// * with session and lease, and every trigger quiet for 1 s. Disarm leads to ready, without a
/// session to offline; from cut only with a session, so that what grips again does so under the
/// operator's hand and not when a link comes back. Cut must be confirmed and supported; one that is
/// not makes an active robot hold. Arming a cut robot takes session and lease, and holds.
[[nodiscard]] GuardStep step(const GuardState& state, const GuardInputs& inputs,
                             std::int64_t now_ns) noexcept;

/// What goes to the modules: `asked` if active or standing; every joint passive and every cup
/// released if cut; in any other mode Command{}, which holds. @{
controller::Command permitted(const GuardState& state, const controller::Command& asked) noexcept;
controller::LegCommand permitted(const GuardState& state,
                                 const controller::LegCommand& asked) noexcept;
/// @}

/// The mode that would follow if `trigger` were present too, of `leg` (0 to kMaxLegs - 1) or, with
/// none, of the robot as a whole. The request of `inputs` is left out.
GuardMode what_if(const GuardState& state, const GuardInputs& inputs, std::optional<int> leg,
                  Trigger trigger, std::int64_t now_ns) noexcept;

}  // namespace ventosa::hal
