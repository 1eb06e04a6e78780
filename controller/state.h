#pragma once

#include "controller/diagnostics.h"
#include "controller/execution/module_state.h"
#include "controller/load_sharing/share.h"
#include "controller/organizer/state.h"
#include "controller/perception/perceive.h"

/// All memory of the controller: plain bytes, copied into snapshots.
namespace ventosa::controller {

/// Decisions of a tick. They are undone if the tick's command is not sent.
struct Decisions {
  OrganizerState organizer;
  LoadSharingState load_sharing;
  ExecutionState execution;
};

struct State {
  EstimationState estimation;  ///< updated in place, also when the tick's command is dropped
  PerceptionState perception;  ///< updated in place, also when the tick's command is dropped
  Decisions decisions;
  AcceptedMoves moves{};
  Diagnostics diagnostics;  ///< unchanged by a tick with invalid input
};

}  // namespace ventosa::controller
