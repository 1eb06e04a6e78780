#pragma once

#include "controller/organizer/organize.h"

/// The wrist of a held foot is passive: a ball joint, but where the cup points along the forearm.
/// Towards there joints 4 and 6 turn ever faster under a body that turns, and what rubs in them
/// reaches the cup 1 / |sin q5| times.
namespace ventosa::controller {

/// A leg whose wrist would lock on the way of the body: |sin q5| falls, and below 0.17 (10
/// degrees). -1: none, or the wrists are known to turn freely (sharing.wrist_moment_Nm is 0).
/// @param lifted  a leg that steps meanwhile, or -1
int locking_leg(const RobotModel& robot, const ControllerConfig& config, const OrganizerInput& in,
                const Isometry3d& X_WB_from, const Isometry3d& X_WB_to, int lifted = -1) noexcept;

}  // namespace ventosa::controller
