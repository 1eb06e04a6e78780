#pragma once

#include <span>

#include "bench/samples.h"
#include "scenarios/format/scenario.h"

/// What the twin's detail costs.
namespace ventosa::bench {

/// An effect of the twin, with those that it cannot do without.
struct Effect {
  const char* name;
  void (*take)(const sim::TwinConfig& full, sim::TwinConfig& twin);  ///< switches it on
};

/// All that `fidelity: full` switches on.
std::span<const Effect> effects();

/// The scenario, but with `fidelity: full`.
scenarios::Scenario with_full_fidelity(const scenarios::Scenario& ideal);

/// "fidelity/EFFECT": one control period of the whole loop with this effect alone, against the
/// ideal twin in turns; its share is what it adds to the ideal period.
Benchmark measure_effect(const scenarios::Scenario& ideal, const Effect& effect);

/// "fidelity/full": the same with all effects, also against as many bare mj_step.
Benchmark measure_full_fidelity(const scenarios::Scenario& ideal);

}  // namespace ventosa::bench
