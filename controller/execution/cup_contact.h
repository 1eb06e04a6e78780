#pragma once

#include "controller/execution/contact_state.h"
#include "controller/model/command.h"

/// How a cup lets go and attaches.
namespace ventosa::controller {

/// Tracks the lip's extension until the foot is off the surface; the swing starts from there.
void follow_lip(const ControllerConfig& config, const FootReadings& foot,
                ModuleState& module) noexcept;

/// Lifts the foot once its vacuum has decayed; reports a vacuum that stays.
void release(const ControllerConfig& config, const FootReadings& foot,
             ModuleState& module) noexcept;

/// Waits for the vacuum, with an elastic lip nearer to the surface by the distance sensors. Tries
/// again where it did not seal, then reports it.
void seal(const ControllerConfig& config, const FootReadings& foot, ModuleState& module) noexcept;

/// Command to the cup in the foot's present phase: control of the vacuum while the foot is attached
/// or sealing; a running turbine shortly before, so that it has its speed by then; otherwise
/// release. Without a cup: no command.
CupCommand cup_command(const Leg& leg, const ControllerConfig& config,
                       const ModuleState& module) noexcept;

}  // namespace ventosa::controller
