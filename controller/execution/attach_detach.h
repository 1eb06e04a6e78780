#pragma once

#include "controller/execution/contact_state.h"
#include "controller/model/command.h"

/// Phases of a foot that detaches from its surface and attaches elsewhere,
///
///   stance -> unload -> release -> lift -> transfer -> lower -> touch -> seal -> load -> stance
///                                     \-> free (detach)    free -/ (attach)
///
/// Load ramps down before the cup releases and up after it has sealed. Release and seal wait for
/// the measured vacuum; every phase waits for `ModuleTask::through`. The turbine spins up while the
/// foot comes down.
namespace ventosa::controller {

/// Advances the foot's phase. A failed seal is retried. After the last retry, or while a vacuum
/// does not decay, the module's reason reports it.
void advance_phase(const ControllerConfig& config, const CupReadings& cup,
                   ModuleState& module) noexcept;

/// Share of its load that an attached foot may carry, 0..1: ramps while unloading and loading.
double availability(const ModuleState& module, const ControllerConfig& config) noexcept;

/// Progress of the phase, or of a detached leg's move, 0..1; 1 at rest.
double progress(const ModuleState& module, const ControllerConfig& config) noexcept;

/// True if the module has completed what its task permits and waits.
bool waits(const ModuleState& module, const ControllerConfig& config) noexcept;

/// Command to the cup in the foot's present phase: control of the vacuum while the foot is attached
/// or sealing; a running turbine shortly before, so that it has its speed by then; otherwise
/// release.
CupCommand cup_command(const Cup& cup, const ControllerConfig& config,
                       const ModuleState& module) noexcept;

}  // namespace ventosa::controller
