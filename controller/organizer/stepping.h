#pragma once

#include "controller/organizer/scene.h"

/// Sequence of steps: executes the robot's gait row by row.
namespace ventosa::controller {

/// Gives a leg a new task, with the next id.
void give_task(int leg, const ModuleTask& task, OrganizerState& state) noexcept;

/// Refuses a lift for GaitConfig::kRefusal_s.
void refuse(const ControllerConfig& config, int leg, Reason why, Reason& reason,
            OrganizerState& state) noexcept;

/// True while the last refusal lasts; sets `reason` to it.
bool waits_after_refusal(Reason& reason, OrganizerState& state) noexcept;

/// Ends the steps that the modules report as completed.
void end_steps(const Scene& scene, OrganizerState& state) noexcept;

/// Checks a lift again during the unloading, because a cup may have failed meanwhile. If it is no
/// longer feasible, the unloading feet return to stance. If another foot is lost, releasing feet
/// that still have vacuum attach again too (ModuleTask::urgent).
void watch_unload(const Scene& scene, Reason& reason, OrganizerState& state) noexcept;

/// Begins the next row of a walk along `twist`, or gives the reason not to.
void follow_walk(const Scene& scene, const Twist& twist, Reason& reason,
                 OrganizerState& state) noexcept;

/// Loads the newly attached feet together, once no other foot is about to attach and no load is
/// ramping. Feet that begin to unload in the same tick then ramp at the same rate.
void let_load(const OrganizerInput& input, OrganizerState& state) noexcept;

}  // namespace ventosa::controller
