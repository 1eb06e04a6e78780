#pragma once

#include "sim/fidelity.h"

namespace ventosa::sim {

/// How the cups are modelled.
struct CupOptions {};

CupOptions cup_options(Fidelity fidelity);

}  // namespace ventosa::sim
