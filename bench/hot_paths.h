#pragma once

#include "bench/samples.h"
#include "scenarios/format/scenario.h"

/// Benchmarks of the hot paths, each with the inputs that occur in a scenario.
namespace ventosa::bench {

/// "twin/NAME": one control period of the whole loop (physics, drives, cups, sensors, controller, a
/// log to /dev/null), compared with the same number of bare mj_step on the same model with active
/// welds. Both alternate every few periods, so that machine load affects both alike.
Benchmark measure_twin(const scenarios::Scenario& scenario);

/// "tick/NAME": Controller::tick() alone, with the observations and goals of the run.
Benchmark measure_tick(const scenarios::Scenario& scenario);

/// "load_sharing/NAME": share_load() without a warm start, for the stances of the run.
Benchmark measure_load_sharing(const scenarios::Scenario& scenario);

/// "reactions/NAME": estimate_contact_forces() for the stances and torques of the run.
Benchmark measure_reactions(const scenarios::Scenario& scenario);

/// "self_distance/NAME": computation of the twin's `truth.self_distance` in each control period,
/// from joint angles to distance; `share` is relative to the whole period of the same run, as in
/// "twin/NAME".
Benchmark measure_self_distance(const scenarios::Scenario& scenario);

/// "relief/NAME": the uneven ground under every foot in each physics step of a control period, at
/// the feet of the run; `share` is relative to the whole period.
Benchmark measure_relief(const scenarios::Scenario& scenario);

/// "foot_law/NAME": contact and friction of every point foot in each physics step of a control
/// period, at the feet of the run; `share` is relative to the whole period.
Benchmark measure_foot_law(const scenarios::Scenario& scenario);

}  // namespace ventosa::bench
