#pragma once

#include "sim/fidelity.h"

namespace ventosa::sim {

/// The way between controller and modules.
struct LinkOptions {
  double command_latency_s = 0;  ///< a whole number of physics steps
};

LinkOptions link_options(Fidelity fidelity);

}  // namespace ventosa::sim
