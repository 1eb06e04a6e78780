#pragma once

#include "hal/link/impairment.h"
#include "sim/fidelity.h"

namespace ventosa::sim {

/// The way between controller and modules: each module has a link of its own, both directions
/// impaired on their own. Rates fire when due, and are no whole number of anything.
struct LinkOptions {
  hal::Impairment command{};
  hal::Impairment telemetry{};
  double telemetry_rate_Hz = 0;  ///< 0: at every control tick
  /// Period at which a module takes commands and samples its sensors; its drives close their loop
  /// at their own rate. 0: every physics step.
  double module_loop_s = 0;
};

LinkOptions link_options(Fidelity fidelity);

}  // namespace ventosa::sim
