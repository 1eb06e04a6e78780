#pragma once

#include "scenarios/session/scenario_run.h"

/// Whether a climber still holds on to its surface.
namespace ventosa::scenarios {

/// [m] distance of the true body from its reference.
double error_m(const ScenarioRun& run);

/// Number of true cups that are attached, sealing or releasing.
int n_attached(const ScenarioRun& run);

/// True if the physics is unstable, the body is 0.1 m off its reference or fewer than two cups
/// hold.
bool has_fallen(const ScenarioRun& run);

}  // namespace ventosa::scenarios
