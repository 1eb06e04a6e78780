#include "scenarios/sections.h"

/// The way between controller and modules.
namespace ventosa::scenarios {

using models::Node;

sim::LinkOptions read_link(const Node& scenario, sim::Fidelity fidelity) {
  sim::LinkOptions link = sim::link_options(fidelity);
  const auto node = scenario.find("link");
  if (!node) return link;
  read_if(*node, "command_latency_s", models::between(0, 1), link.command_latency_s);
  return link;
}

}  // namespace ventosa::scenarios
