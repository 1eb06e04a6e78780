#pragma once

#include "hal/link/impairment.h"
#include "sim/model/fidelity.h"

namespace ventosa::sim {

/// The link between controller and each module. Modules and directions are impaired independently;
/// no rate needs to be a whole multiple of another.
struct LinkOptions {
  hal::Impairment command{};
  hal::Impairment telemetry{};
  double telemetry_rate_Hz = 0;  ///< 0: at every control tick
  /// Period at which a module takes commands and samples its sensors; 0: every physics step. Its
  /// drives close their loop at their own rate.
  double module_loop_s = 0;
};

LinkOptions link_options(Fidelity fidelity);

}  // namespace ventosa::sim
