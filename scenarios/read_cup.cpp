#include "scenarios/sections.h"

/// The modules' cups.
namespace ventosa::scenarios {

using models::Node;

sim::CupOptions read_cup(const Node&, sim::Fidelity fidelity) { return sim::cup_options(fidelity); }

}  // namespace ventosa::scenarios
