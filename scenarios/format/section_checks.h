#pragma once

#include "scenarios/format/scenario.h"

/// Rules between the sections of a scenario file.
namespace ventosa::scenarios {

/// Checks that the run has a tick, that loop, drives and link fit together, that surfaces that are
/// to be seen have a camera, and that the estimator fits the robot.
/// @throws models::InputError
void check_sections(const Scenario& scenario);

}  // namespace ventosa::scenarios
