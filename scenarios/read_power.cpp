#include "scenarios/sections.h"

/// Packs and bus of the modules.
namespace ventosa::scenarios {

using models::Node;

sim::PowerOptions read_power(const Node&, sim::Fidelity fidelity) {
  return sim::power_options(fidelity);
}

}  // namespace ventosa::scenarios
