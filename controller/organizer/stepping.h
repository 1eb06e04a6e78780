#pragma once

#include "controller/organizer/organize.h"

/// Which foot steps when: the wave gait.
namespace ventosa::controller {

/// A new task for a leg; its id is the next one.
void give_task(int leg, const ModuleTask& task, OrganizerState& state) noexcept;

/// Keeps a leg from leaving its surface for a while.
void refuse(const ControllerConfig& config, int leg, Reason why, Reason& reason,
            OrganizerState& state) noexcept;

/// Whether what was refused last has to wait still; then that is the reason.
bool waits_after_refusal(Reason& reason, OrganizerState& state) noexcept;

/// The step whose module reports its end.
void end_step(const RobotModel& robot, const OrganizerInput& input, OrganizerState& state) noexcept;

/// The check before a lift is as old as the unloading: a cup may have failed since. Then the foot
/// goes back to its stance.
void watch_unload(const RobotModel& robot, const ControllerConfig& config,
                  const OrganizerInput& input, Reason& reason, OrganizerState& state) noexcept;

/// Begins the next step of a walk along `twist`, or says why not.
void follow_walk(const RobotModel& robot, const ControllerConfig& config,
                 const OrganizerInput& input, const Twist& twist, Reason& reason,
                 OrganizerState& state) noexcept;

}  // namespace ventosa::controller
