#pragma once

#include "models/effects.h"
#include "sim/config/twin_config.h"

/// Effects of a twin: the list of what `fidelity: full` switches on.
namespace ventosa::sim {

/// The effects by which a twin differs from an ideal one. Constant friction is none: it creeps.
models::Effects effects_of(const TwinConfig& twin);

/// Gives the twin an effect, with those that it needs, as `full` has it.
void switch_on(models::Effect effect, const TwinConfig& full, TwinConfig& twin);

/// Makes the twin ideal in an effect, and in those that need it.
void switch_off(models::Effect effect, TwinConfig& twin);

}  // namespace ventosa::sim
