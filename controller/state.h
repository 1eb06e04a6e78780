#pragma once

#include "controller/diagnostics.h"
#include "controller/execution/module_state.h"
#include "controller/load_sharing/share.h"
#include "controller/organizer/organize.h"
#include "controller/perception/perceive.h"

/// The controller's whole memory: plain bytes, copied into snapshots.
namespace ventosa::controller {

/// What a tick decides on: taken back unless the tick's command is sent.
struct Decisions {
  OrganizerState organizer;
  LoadSharingState load_sharing;
  ExecutionState execution;
};

struct State {
  EstimationState estimation;  ///< steps in place, whatever becomes of the tick
  PerceptionState perception;  ///< likewise
  Decisions decisions;
  AcceptedMoves moves{};
  Diagnostics diagnostics;  ///< a tick without sound input has nothing new to say
};

}  // namespace ventosa::controller
