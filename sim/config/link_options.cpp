#include "sim/config/link_options.h"

namespace ventosa::sim {

// Estimates, not measurements, for modules on a good wireless network of their own. The 100 Hz of
// telemetry are assumed: ROMERIN's published firmware reports at 20 to 30 Hz only.
LinkOptions link_options(Fidelity fidelity) {
  if (fidelity == Fidelity::kIdeal) return {};
  return {.command = {.latency_s = 0.01, .jitter_s = 0.002, .loss = 0.01},
          .telemetry = {.latency_s = 0.003, .jitter_s = 0.002, .loss = 0.01},
          .telemetry_rate_Hz = 100,
          .module_loop_s = 0.005};
}

}  // namespace ventosa::sim
