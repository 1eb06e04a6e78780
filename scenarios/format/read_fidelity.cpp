#include "scenarios/format/sections.h"

/// How true to the robot the twin is, unless its sections say otherwise.
namespace ventosa::scenarios {

using models::Node;

sim::Fidelity read_fidelity(const Node& scenario) {
  const auto node = scenario.find("fidelity");
  if (!node) return sim::Fidelity::kIdeal;
  return node->as_enum<sim::Fidelity>(
      {{"ideal", sim::Fidelity::kIdeal}, {"full", sim::Fidelity::kFull}});
}

}  // namespace ventosa::scenarios
