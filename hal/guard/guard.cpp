#include "hal/guard/guard.h"

#include <algorithm>
#include <type_traits>

namespace ventosa::hal {
namespace {

static_assert(std::is_trivially_copyable_v<GuardState>);
static_assert(std::has_unique_object_representations_v<GuardState>);

/// Triggers of a leg that lead to kDegradedLeg rather than kHold.
constexpr Triggers kDegrading{Trigger::kLost, Trigger::kUnsafeCup, Trigger::kRebooted};

constexpr bool is_armed(GuardMode mode) {
  return obeys_controller(mode) || mode == GuardMode::kHold || mode == GuardMode::kDegradedLeg;
}

bool are_all_quiet(const GuardState& state) {
  const auto quiet = [](const Causes& causes) { return are_quiet(causes, causes.latched); };
  return quiet(state.robot) && std::all_of(state.leg.begin(), state.leg.end(), quiet);
}

bool is_any_present(const GuardState& state) {
  const auto present = [](const Causes& causes) { return !causes.present.empty(); };
  return present(state.robot) || std::any_of(state.leg.begin(), state.leg.end(), present);
}

bool is_any_present_but(Triggers standing, const GuardState& state) {
  return !state.robot.present.empty() ||
         std::any_of(state.leg.begin(), state.leg.end(), [&](const Causes& causes) {
           return (causes.present & standing) != causes.present;
         });
}

bool is_any_leg_degraded(const GuardState& state) {
  return std::any_of(state.leg.begin(), state.leg.end(),
                     [](const Causes& causes) { return !are_quiet(causes, kDegrading); });
}

/// Triggers of the robot. Session and lease, once missed while armed, count until they are back.
Triggers triggers_of_robot(const GuardState& state, const GuardInputs& inputs) {
  Triggers present = inputs.robot;
  const auto require = [&](bool there, Trigger trigger) {
    const bool missed = is_armed(state.mode) || state.robot.latched.contains(trigger);
    if (!there && missed) present.insert(trigger);
  };
  require(inputs.session, Trigger::kLost);
  require(inputs.lease, Trigger::kLeaseLost);
  return present;
}

void note_causes(const GuardInputs& inputs, std::int64_t now_ns, GuardState& state) {
  const std::int64_t passed_ns = counted_ns(state.now_ns, now_ns);
  update(triggers_of_robot(state, inputs), passed_ns, now_ns, state.robot);
  for (std::size_t i = 0; i < state.leg.size(); ++i)
    update(inputs.leg[i], passed_ns, now_ns, state.leg[i]);
  state.now_ns = now_ns;
}

// ---- modes

GuardMode holding(const GuardState& state) {
  return is_any_leg_degraded(state) ? GuardMode::kDegradedLeg : GuardMode::kHold;
}

/// Mode that follows without a request.
GuardMode settled(const GuardState& state, const GuardInputs& inputs) {
  switch (state.mode) {
    case GuardMode::kOffline:
    case GuardMode::kReady:
      return inputs.session ? GuardMode::kReady : GuardMode::kOffline;
    case GuardMode::kActive:
    case GuardMode::kStand:
      if (is_any_present_but(inputs.standing, state)) return holding(state);
      return is_any_present(state) ? GuardMode::kStand : state.mode;
    case GuardMode::kHold:
    case GuardMode::kDegradedLeg:
      return holding(state);
    case GuardMode::kCut:
      return GuardMode::kCut;
  }
  return holding(state);
}

// ---- requests

Refusal missing(const GuardInputs& inputs) {
  if (!inputs.session) return Refusal::kNoSession;
  return inputs.lease ? Refusal::kNone : Refusal::kNoLease;
}

Refusal go_on(const GuardInputs& inputs, GuardState& state) {
  if (const Refusal refusal = missing(inputs); refusal != Refusal::kNone) return refusal;
  if (is_any_present(state)) return Refusal::kTriggerPresent;
  if (!are_all_quiet(state)) return Refusal::kClearedTooRecently;
  state = {.mode = GuardMode::kActive, .now_ns = state.now_ns};
  return Refusal::kNone;
}

Refusal hold_again(const GuardInputs& inputs, GuardState& state) {
  const Refusal refusal = missing(inputs);
  if (refusal == Refusal::kNone) state.mode = holding(state);
  return refusal;
}

void stop(GuardState& state) {
  latch(Trigger::kOperatorStop, state.now_ns, state.robot);
  state.mode = holding(state);
}

Refusal arm(const GuardInputs& inputs, GuardState& state) {
  if (state.mode == GuardMode::kOffline) return Refusal::kNoSession;
  if (state.mode == GuardMode::kReady) return go_on(inputs, state);
  if (state.mode == GuardMode::kCut) return hold_again(inputs, state);
  return Refusal::kNotInThisMode;
}

/// Requests hold; refused where torque and suction are off, because holding would switch them on.
Refusal hold(GuardState& state) {
  if (!is_armed(state.mode)) return Refusal::kNotInThisMode;
  stop(state);
  return Refusal::kNone;
}

Refusal acknowledge(const GuardInputs& inputs, GuardState& state) {
  const bool holds = is_armed(state.mode) && state.mode != GuardMode::kActive;
  return holds ? go_on(inputs, state) : Refusal::kNotInThisMode;
}

Refusal disarm(const GuardInputs& inputs, GuardState& state) {
  const bool cut = state.mode == GuardMode::kCut;
  if (!cut && !is_armed(state.mode)) return Refusal::kNotInThisMode;
  if (cut && !inputs.session) return Refusal::kNoSession;
  state.mode = inputs.session ? GuardMode::kReady : GuardMode::kOffline;
  return Refusal::kNone;
}

Refusal cut(const OperatorRequest& request, GuardState& state) {
  if (state.mode == GuardMode::kOffline) return Refusal::kNoSession;
  const bool sure = request.confirmed && request.supported;
  if (sure || obeys_controller(state.mode)) stop(state);
  if (sure) state.mode = GuardMode::kCut;
  if (!request.confirmed) return Refusal::kNotConfirmed;
  return request.supported ? Refusal::kNone : Refusal::kNotSupported;
}

Refusal carry_out(const GuardInputs& inputs, GuardState& state) {
  switch (inputs.request.action) {
    case OperatorAction::kNone:
      return Refusal::kNone;
    case OperatorAction::kArm:
      return arm(inputs, state);
    case OperatorAction::kHold:
      return hold(state);
    case OperatorAction::kAcknowledge:
      return acknowledge(inputs, state);
    case OperatorAction::kDisarm:
      return disarm(inputs, state);
    case OperatorAction::kCut:
      return cut(inputs.request, state);
  }
  return Refusal::kNotInThisMode;
}

controller::LegCommand cut_command() {
  controller::LegCommand leg;
  leg.joint.fill({.mode = controller::JointMode::kPassive});
  leg.cup.mode = controller::CupMode::kRelease;
  return leg;
}

}  // namespace

GuardStep step(const GuardState& state, const GuardInputs& inputs, std::int64_t now_ns) noexcept {
  GuardStep next{state};
  note_causes(inputs, now_ns, next.state);
  next.state.mode = settled(next.state, inputs);
  next.refusal = carry_out(inputs, next.state);
  return next;
}

controller::LegCommand permitted(const GuardState& state,
                                 const controller::LegCommand& requested) noexcept {
  if (obeys_controller(state.mode)) return requested;
  return state.mode == GuardMode::kCut ? cut_command() : controller::LegCommand{};
}

controller::Command permitted(const GuardState& state,
                              const controller::Command& requested) noexcept {
  if (obeys_controller(state.mode)) return requested;
  controller::Command command;
  command.leg.fill(permitted(state, controller::LegCommand{}));
  return command;
}

GuardMode what_if(const GuardState& state, const GuardInputs& inputs, std::optional<int> leg,
                  Trigger trigger, std::int64_t now_ns) noexcept {
  GuardInputs hypothetical = inputs;
  hypothetical.request = {};
  (leg ? hypothetical.leg[static_cast<std::size_t>(*leg)] : hypothetical.robot).insert(trigger);
  return step(state, hypothetical, now_ns).state.mode;
}

}  // namespace ventosa::hal
