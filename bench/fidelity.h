#pragma once

#include <span>

#include "bench/samples.h"
#include "scenarios/format/scenario.h"

/// Run time of the twin's effects.
namespace ventosa::bench {

/// An effect of the twin, with the effects it requires.
struct Effect {
  const char* name;
  void (*take)(const sim::TwinConfig& full, sim::TwinConfig& twin);  ///< switches it on
};

/// All effects that `fidelity: full` switches on.
std::span<const Effect> effects();

/// The scenario with `fidelity: full`.
scenarios::Scenario with_full_fidelity(const scenarios::Scenario& ideal);

/// "fidelity/EFFECT": one control period of the whole loop with this effect only, alternating with
/// the ideal twin; `share` is the additional time relative to the ideal period.
Benchmark measure_effect(const scenarios::Scenario& ideal, const Effect& effect);

/// "linkage/SCENARIO": one control period of the whole loop with closed linkages, alternating with
/// their serial equivalent.
Benchmark measure_linkage(const scenarios::Scenario& closed);

/// "bristles/SCENARIO": one control period of the whole loop with the friction of bristles,
/// alternating with Coulomb, viscous and Stribeck friction.
Benchmark measure_bristles(const scenarios::Scenario& lugre);

/// "fidelity/full": as above with all effects, compared also with the same number of bare mj_step.
Benchmark measure_full_fidelity(const scenarios::Scenario& ideal);

}  // namespace ventosa::bench
