#pragma once

#include "sim/fidelity.h"

namespace ventosa::sim {

/// Where the modules' electricity comes from.
struct PowerOptions {};

PowerOptions power_options(Fidelity fidelity);

}  // namespace ventosa::sim
