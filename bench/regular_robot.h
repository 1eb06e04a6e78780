#pragma once

#include "models/robot.h"
#include "scenarios/format/scenario.h"

/// Robots with any number of the same legs, to see what a leg costs.
namespace ventosa::bench {

/// The prototype's body with `n_legs` of its first leg around it, hips as far apart as those of the
/// prototype, body mass per leg kept.
/// @param prototype  a regular robot such as romerin6
models::Robot regular_robot(const models::Robot& prototype, int n_legs);

/// The scenario with a regular robot in place of its own, every cup at its full grip.
scenarios::Scenario with_legs(scenarios::Scenario scenario, int n_legs);

}  // namespace ventosa::bench
