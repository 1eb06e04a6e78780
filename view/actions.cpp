#include "view/actions.h"

#include <algorithm>

#include "view/panels/panels.h"

namespace ventosa::view {

bool act_on_run(Action action, const Frame& frame, const Ask& ask) {
  using scenarios::OperatorAction;
  const bool holds = frame.session.mode == scenarios::SessionMode::kHolding;
  const auto asked = [&](Request request) {
    ask(std::move(request));
    return true;
  };
  switch (action) {
    case Action::kPlay:
      if (frame.play.playing) return asked(Pause{});
      play(frame, ask);
      return true;
    case Action::kStep:
      return asked(Step{1});
    case Action::kStepBack:
      return asked(Step{-1});
    case Action::kFaster:
      return asked(Speed{std::min(16.0, 2 * frame.play.speed)});
    case Action::kSlower:
      return asked(Speed{std::max(0.125, 0.5 * frame.play.speed)});
    case Action::kStart:
      ask(Pause{});
      return asked(Seek{0});
    case Action::kHold:
      return asked(
          Intervention{.request = {holds ? OperatorAction::kAcknowledge : OperatorAction::kHold}});
    case Action::kPd:
      return asked(Intervention{.pd = !frame.goal.pd});
    default:
      return false;
  }
}

bool act_on_view(Action action, Ui& ui) {
  const auto toggled = [](bool& shown) {
    shown = !shown;
    return true;
  };
  switch (action) {
    case Action::kFollow:
      return toggled(ui.orbit.follows_body);
    case Action::kNextView:
      ui.orbit.turn(0.25, 0);
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
