#pragma once

#include "controller/execution/module_state.h"
#include "controller/model/observation.h"

namespace ventosa::controller {

/// Gives a module its task. A new id is accepted, or refused with a reason and the module's state
/// unchanged:
/// - kStance replaces a step whose cup has not released; later the foot has to come down first. A
/// leg in motion brakes and stops on its path
/// - kStep, kDetach need a foot in stance; a lost one steps to a better place
/// - kMove, kAttach need a foot in the air and a path within the leg's reach
///
/// An unchanged id continues the present task.
/// @param move      the move of a kMove task
/// @param accepted  out: path of the move, if the module accepts it
void meet_task(const Leg& leg, const ControllerConfig& config, const ModuleTask& task,
               const LegMove* move, ModuleState& module, AcceptedMove& accepted) noexcept;

}  // namespace ventosa::controller
