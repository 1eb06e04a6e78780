#pragma once

#include "controller/execution/contact_state.h"

/// Phases of a foot that detaches from its surface and attaches elsewhere,
///
///   stance -> unload -> release -> lift -> transfer -> lower -> touch -> seal -> load -> stance
///                                     \-> free (detach)    free -/ (attach)
///
/// Load ramps down before the foot releases and up after it has sealed. A cup's release and seal
/// wait for the measured vacuum (cup_contact.h). A point foot has nothing to release; it seals as
/// soon as it bears, coming down or while it seeks the ground (point_contact.h). Every phase waits
/// for `ModuleTask::through`, and the way down until the foot is above its place.
namespace ventosa::controller {

/// Advances the foot's phase. A failed seal is retried. After the last retry, or while a vacuum
/// does not decay, the module's reason reports it.
void advance_phase(const Leg& leg, const ControllerConfig& config, const FootReadings& foot,
                   ModuleState& module) noexcept;

/// Share of its load that an attached foot may carry, 0..1: ramps while unloading and loading.
double availability(const ModuleState& module, const ControllerConfig& config) noexcept;

/// Progress of the phase, or of a detached leg's move, 0..1; 1 at rest.
double progress(const ModuleState& module, const ControllerConfig& config) noexcept;

/// True if the module has completed what its task permits and waits.
bool waits(const ModuleState& module, const ControllerConfig& config) noexcept;

}  // namespace ventosa::controller
