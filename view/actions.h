#pragma once

#include "view/panels/ui.h"
#include "view/window/keys.h"

/// What the keys do.
namespace ventosa::view {

/// To the run. False: the action is no such one.
bool act_on_run(Action action, const Frame& frame, Ui& ui, const Ask& ask);

/// To what is shown. False: the action is no such one.
bool act_on_view(Action action, const Frame& frame, Ui& ui);

}  // namespace ventosa::view
