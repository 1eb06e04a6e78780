#include "view/actions.h"

#include <algorithm>

#include "view/panels/panels.h"
#include "view/window/viewpoints.h"

namespace ventosa::view {
namespace {

/// Changes the requested walk by shares of the fastest one, within it.
struct WalkShare {
  double forwards = 0, left = 0, turn = 0;
};
void change_walk(const WalkShare& by, const Frame& frame, Ui& ui, const Ask& ask) {
  const WalkLimits limits = walk_limits(frame);
  const auto sum = [](double value, double share, double most) {
    return std::clamp(value + share * most, -most, most);
  };
  ui.walk = {sum(ui.walk.forwards_m_s, by.forwards, limits.speed_m_s),
             sum(ui.walk.left_m_s, by.left, limits.speed_m_s),
             sum(ui.walk.turn_rad_s, by.turn, limits.turn_rad_s)};
  ask(Intervention{.goal = walking(frame, ui.walk)});
}

void next_view(int by, const Frame& frame, Ui& ui) {
  const int n = static_cast<int>(view_names().size());
  ui.view = (ui.view + by + n) % n;
  look_from(ui.view, frame, ui.orbit);
}

bool act_on_time(Action action, const Frame& frame, const Ask& ask) {
  switch (action) {
    case Action::kPlay:
      frame.play.playing ? ask(Pause{}) : play(frame, ask);
      return true;
    case Action::kStep:
      ask(Step{1});
      return true;
    case Action::kStepBack:
      ask(Step{-1});
      return true;
    case Action::kFaster:
      ask(Faster{2});
      return true;
    case Action::kSlower:
      ask(Faster{0.5});
      return true;
    case Action::kStart:
      ask(Pause{});
      ask(Seek{0});
      return true;
    default:
      return false;
  }
}

bool act_on_walk(Action action, const Frame& frame, Ui& ui, const Ask& ask) {
  constexpr double kShare = 0.1;  // of the fastest walk, per press
  const auto change = [&](const WalkShare& by) {
    change_walk(by, frame, ui, ask);
    return true;
  };
  switch (action) {
    case Action::kForwards:
      return change({.forwards = kShare});
    case Action::kBack:
      return change({.forwards = -kShare});
    case Action::kLeft:
      return change({.left = kShare});
    case Action::kRight:
      return change({.left = -kShare});
    case Action::kTurnLeft:
      return change({.turn = kShare});
    case Action::kTurnRight:
      return change({.turn = -kShare});
    case Action::kStand:
      ui.walk = {};
      return change({});
    case Action::kNextGait:
      ask(Intervention{.goal = in_gait(frame, next_gait(frame))});
      return true;
    default:
      return false;
  }
}

bool act_on_body(Action action, const Frame& frame, const Ask& ask) {
  const auto shift = [&](double x, double y, double z) {
    ask(Intervention{.goal = shifted(frame, kShift_m * controller::Vector3d(x, y, z))});
    return true;
  };
  switch (action) {
    case Action::kBodyForwards:
      return shift(1, 0, 0);
    case Action::kBodyBack:
      return shift(-1, 0, 0);
    case Action::kBodyLeft:
      return shift(0, 1, 0);
    case Action::kBodyRight:
      return shift(0, -1, 0);
    case Action::kBodyOff:
      return shift(0, 0, 1);
    case Action::kBodyNearer:
      return shift(0, 0, -1);
    default:
      return false;
  }
}

/// Operator action of the key H. It never makes real modules move on: a key may be pressed twice by
/// mistake.
hal::OperatorAction asked_by_key(const Frame& frame) {
  using hal::OperatorAction;
  const bool holds = hold_or_go_on(frame.session.guard.mode) == OperatorAction::kAcknowledge;
  return holds && !frame.can.needs_arming ? OperatorAction::kAcknowledge : OperatorAction::kHold;
}

}  // namespace

bool act_on_run(Action action, const Frame& frame, Ui& ui, const Ask& ask) {
  if (action == Action::kHold)
    ask(Intervention{.request = {asked_by_key(frame)}});
  else if (action == Action::kPd)
    ask(Intervention{.pd = !frame.goal.pd});
  else
    return act_on_time(action, frame, ask) || act_on_walk(action, frame, ui, ask) ||
           act_on_body(action, frame, ask);
  return true;
}

bool act_on_view(Action action, const Frame& frame, Ui& ui) {
  const auto toggled = [](bool& shown) {
    shown = !shown;
    return true;
  };
  switch (action) {
    case Action::kFollow:
      return toggled(ui.orbit.follows_body);
    case Action::kNextView:
      next_view(1, frame, ui);
      return true;
    case Action::kLastView:
      next_view(-1, frame, ui);
      return true;
    case Action::kNextLeg:
      ui.leg = (ui.leg + 1) % frame.robot().leg.size();
      return true;
    case Action::kHelp:
      return toggled(ui.panels.help);
    case Action::kInfo:
      return toggled(ui.panels.info);
    case Action::kSignals:
      return toggled(ui.panels.signals);
    case Action::kPanels:
      return toggled(ui.panels.sides);
    case Action::kOpen:
      return toggled(ui.panels.files);
    case Action::kTheme:
      return toggled(ui.light);
    default:
      return false;
  }
}

}  // namespace ventosa::view
