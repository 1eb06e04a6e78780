#pragma once

#include "bench/samples.h"
#include "models/effects.h"
#include "scenarios/format/scenario.h"

/// Run time of the twin's effects.
namespace ventosa::bench {

/// The scenario with `fidelity: full`.
scenarios::Scenario with_full_fidelity(const scenarios::Scenario& ideal);

/// "fidelity/EFFECT": one control period of the whole loop with this effect only, and those that it
/// needs, alternating with the ideal twin; `share` is the additional time relative to the ideal
/// period.
Benchmark measure_effect(const scenarios::Scenario& ideal, models::Effect effect);

/// "linkage/SCENARIO": one control period of the whole loop with closed linkages, alternating with
/// their serial equivalent.
Benchmark measure_linkage(const scenarios::Scenario& closed);

/// "bristles/SCENARIO": one control period of the whole loop with the friction of bristles,
/// alternating with Coulomb, viscous and Stribeck friction.
Benchmark measure_bristles(const scenarios::Scenario& lugre);

/// "fidelity/full": as above with all effects, compared also with the same number of bare mj_step.
Benchmark measure_full_fidelity(const scenarios::Scenario& ideal);

}  // namespace ventosa::bench
