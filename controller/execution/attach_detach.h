#pragma once

#include "controller/execution/contact_state.h"
#include "controller/model/command.h"

/// The sequence of a foot that leaves its surface and attaches elsewhere,
///
///   stance -> unload -> release -> lift -> transfer -> lower -> touch -> seal -> load -> stance
///                                     \-> free (detach)    free -/ (attach)
///
/// Load ramps away before the cup lets go and comes back only after its seal. Release and seal wait
/// for the measured vacuum; every phase for the task to let it go on. The turbine spins up while
/// the foot comes down.
namespace ventosa::controller {

/// Moves a foot on through its phases. A cup that does not seal is tried again; then, and while a
/// vacuum does not go, the module's reason says so.
void advance_phase(const ControllerConfig& config, const CupReadings& cup,
                   ModuleState& module) noexcept;

/// How much of its load an attached foot has, 0..1: ramps with unload and load.
double availability(const ModuleState& module, const ControllerConfig& config) noexcept;

/// Of the phase, or of the move of a foot in the air, 0..1; 1 at rest.
double progress(const ModuleState& module, const ControllerConfig& config) noexcept;

/// Whether it has done what its task lets it do, and waits.
bool waits(const ModuleState& module, const ControllerConfig& config) noexcept;

/// The command to the cup: hold the vacuum in every phase in which the foot is meant to be
/// attached or to attach, and have the turbine's speed ready for it by then.
CupCommand cup_command(const Cup& cup, const ControllerConfig& config,
                       const ModuleState& module) noexcept;

}  // namespace ventosa::controller
