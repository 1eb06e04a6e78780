#pragma once

#include "scenarios/format/scenario.h"
#include "scenarios/statics/gait_verdict.h"

/// The gaits of a scenario by its own surfaces, pose and options.
namespace ventosa::scenarios {

/// All gaits of the robot on each of the surfaces: see judge_gaits(). Empty for a clamped robot.
std::vector<GaitVerdict> judge_gaits(const Scenario& scenario);

/// Refuses walks by a table of which the controller would lift no foot in the start pose, unless
/// the scenario asserts that plan.reason equals lift_refused.
/// @throws models::InputError at `script`
void require_walks(const Scenario& scenario);

}  // namespace ventosa::scenarios
