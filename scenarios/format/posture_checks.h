#pragma once

#include "scenarios/format/scenario.h"

/// Checks before the run that the robot can stay attached where it starts, and that no motion of
/// the script makes it collide with itself.
namespace ventosa::scenarios {

/// Checks the start pose for self-collision, and body and links for overlaps with flat surfaces.
/// @throws models::InputError at `placement`
void check_start_posture(const Scenario& scenario);

/// @throws models::InputError at `placement`  the robot starts so deep inside a surface that the
///         first step would throw it out
void check_start_depth(double depth_m);

/// Checks that the attached cups carry the robot in its start pose within all joint and cup limits.
/// @throws models::InputError at `placement`
void check_start_holds(const Scenario& scenario);

/// Checks `pose`, `circle`, `square` and `via` of a robot on its feet for self-collision, at
/// samples. Ends at the first goal that moves feet or body to an unknown place, or that a leg
/// cannot reach.
/// @throws models::InputError at `script`
void check_goal_postures(const Scenario& scenario);

}  // namespace ventosa::scenarios
