#pragma once

#include "scenarios/format/scenario.h"

/// That a robot can stand where it starts, and is not asked to go through itself, as far as a
/// scenario tells it.
namespace ventosa::scenarios {

/// Where it starts.  @throws models::InputError at `placement`
void check_start_posture(const Scenario& scenario);

/// That its feet can hold it there, with all that joints and cups can give.
/// @throws models::InputError at `placement`
void check_start_holds(const Scenario& scenario);

/// Where `pose`, `circle`, `square` and `via` lead the body of a robot on its feet, sampled until
/// another goal makes feet or body leave for an unknown place, or a leg cannot reach its own.
/// @throws models::InputError at `script`
void check_goal_postures(const Scenario& scenario);

}  // namespace ventosa::scenarios
