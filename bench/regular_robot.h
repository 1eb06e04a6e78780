#pragma once

#include "models/robot.h"
#include "scenarios/format/scenario.h"

/// Robots with any number of equal legs, to measure the cost of a leg.
namespace ventosa::bench {

/// The prototype's body with `n_legs` of its first leg around it, with the prototype's distance
/// between hips and body mass per leg.
/// @param prototype  a regular robot such as romerin6
models::Robot regular_robot(const models::Robot& prototype, int n_legs);

/// The scenario with a regular robot instead of its own, and every cup at its full suction force.
scenarios::Scenario with_legs(scenarios::Scenario scenario, int n_legs);

}  // namespace ventosa::bench
