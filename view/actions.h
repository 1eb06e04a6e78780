#pragma once

#include "view/panels/ui.h"
#include "view/window/keys.h"

/// Actions of the keys.
namespace ventosa::view {

/// Applies an action to the run.  @return false if it is not an action on the run
bool act_on_run(Action action, const Frame& frame, Ui& ui, const Ask& ask);

/// Applies an action to the display.  @return false if it is not an action on the display
bool act_on_view(Action action, const Frame& frame, Ui& ui);

}  // namespace ventosa::view
