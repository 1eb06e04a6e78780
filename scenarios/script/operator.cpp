#include "scenarios/script/operator.h"

namespace ventosa::scenarios {
namespace {

ModeChange refused(SessionMode mode) { return {mode, true}; }

ModeChange after_arm(SessionMode mode) {
  if (mode == SessionMode::kReady) return {SessionMode::kActive};
  if (mode == SessionMode::kCut) return {SessionMode::kHolding};
  return refused(mode);
}

/// Where everything is off already, holding would switch it on again.
ModeChange after_hold(SessionMode mode) {
  if (mode == SessionMode::kActive || mode == SessionMode::kHolding) return {SessionMode::kHolding};
  return refused(mode);
}

ModeChange after_cut(bool confirmed, SessionMode mode) {
  if (confirmed) return {SessionMode::kCut};
  return refused(after_hold(mode).mode);
}

}  // namespace

ModeChange after(const OperatorRequest& request, SessionMode mode) noexcept {
  switch (request.action) {
    case OperatorAction::kNone:
      return {mode};
    case OperatorAction::kArm:
      return after_arm(mode);
    case OperatorAction::kHold:
      return after_hold(mode);
    case OperatorAction::kAcknowledge:
      return mode == SessionMode::kHolding ? ModeChange{SessionMode::kActive} : refused(mode);
    case OperatorAction::kCut:
      return after_cut(request.confirmed, mode);
  }
  return refused(mode);
}

SessionMode after_loss(SessionMode mode) noexcept { return after_hold(mode).mode; }

controller::Command cut_command() noexcept {
  controller::Command command;
  for (controller::LegCommand& leg : command.leg) {
    leg.joint.fill({.mode = controller::JointMode::kPassive});
    leg.cup.mode = controller::CupMode::kRelease;
  }
  return command;
}

}  // namespace ventosa::scenarios
