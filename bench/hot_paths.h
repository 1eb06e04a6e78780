#pragma once

#include "bench/samples.h"
#include "scenarios/format/scenario.h"

/// The hot paths, each driven by what happens to it in a scenario.
namespace ventosa::bench {

/// "twin/NAME": one control period of the whole loop (physics, drives, cups, sensors, controller,
/// a log to nowhere), against as many bare mj_step on the same model with its welds active. Both
/// take turns every few periods, so that both see the same machine.
Benchmark measure_twin(const scenarios::Scenario& scenario);

/// "tick/NAME": Controller::tick() alone, fed with the observations and goals of the run.
Benchmark measure_tick(const scenarios::Scenario& scenario);

/// "load_sharing/NAME": share_load() without a warm start, for the stances of the run.
Benchmark measure_load_sharing(const scenarios::Scenario& scenario);

/// "reactions/NAME": estimate_contact_forces() for the stances and torques of the run.
Benchmark measure_reactions(const scenarios::Scenario& scenario);

/// "self_distance/NAME": what the twin's `truth.self_distance` takes in each control period, joint
/// angles to distance; its share is of the whole period, as in "twin/NAME", of the same run.
Benchmark measure_self_distance(const scenarios::Scenario& scenario);

}  // namespace ventosa::bench
