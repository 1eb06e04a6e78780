#pragma once

#include "controller/organizer/organize.h"

/// Which feet step when: row after row of the robot's gait.
namespace ventosa::controller {

/// A new task for a leg; its id is the next one.
void give_task(int leg, const ModuleTask& task, OrganizerState& state) noexcept;

/// Keeps a leg from leaving its surface for a while.
void refuse(const ControllerConfig& config, int leg, Reason why, Reason& reason,
            OrganizerState& state) noexcept;

/// Whether what was refused last has to wait still; then that is the reason.
bool waits_after_refusal(Reason& reason, OrganizerState& state) noexcept;

/// The steps whose modules report their end.
void end_steps(const RobotModel& robot, const OrganizerInput& input,
               OrganizerState& state) noexcept;

/// The check before a lift is as old as the unloading: a cup may have failed since. Then the feet
/// that unload go back to their stance. Where one fails, those whose cups still grip hold on too
/// (ModuleTask::urgent).
void watch_unload(const RobotModel& robot, const ControllerConfig& config,
                  const OrganizerInput& input, Reason& reason, OrganizerState& state) noexcept;

/// Begins the next row of a walk along `twist`, or says why not.
void follow_walk(const RobotModel& robot, const ControllerConfig& config,
                 const OrganizerInput& input, const Twist& twist, Reason& reason,
                 OrganizerState& state) noexcept;

/// Feet that have attached take their load together, when no other one is about to attach and no
/// load shifts; so those that the same tick has told to leave give theirs up at the same pace.
void let_load(const OrganizerInput& input, OrganizerState& state) noexcept;

}  // namespace ventosa::controller
