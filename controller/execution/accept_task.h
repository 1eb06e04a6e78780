#pragma once

#include "controller/execution/module_state.h"
#include "controller/model/observation.h"

namespace ventosa::controller {

/// A module meets a task. A new id is accepted, with what the module then does, or refused with the
/// reason, and then the module stays as it was:
/// - kStance takes the place of a step whose cup still grips; later the foot has to come down
///   first. A leg on its move brakes and comes to rest on its way
/// - kStep, kDetach need a foot in stance; one whose cup has lost its vacuum steps to a better
///   place
/// - kMove, kAttach need a foot in the air and a way within reach
/// The same id goes on.
/// @param move  of a kMove task     @param accepted  out: its path, if it is accepted
void meet_task(const Leg& leg, const ControllerConfig& config, const ModuleTask& task,
               const LegMove* move, ModuleState& module, AcceptedMove& accepted) noexcept;

}  // namespace ventosa::controller
