#include "scenarios/format/sections.h"

/// The way between controller and modules.
namespace ventosa::scenarios {

using models::Node;

namespace {

void read_impairment(const Node& node, const std::string& direction, hal::Impairment& link) {
  read_if(node, (direction + "_latency_s").c_str(), models::between(0, 1), link.latency_s);
  read_if(node, (direction + "_jitter_s").c_str(), models::between(0, 1), link.jitter_s);
  read_if(node, (direction + "_loss").c_str(), models::between(0, 1), link.loss);
}

}  // namespace

sim::LinkOptions read_link(const Node& scenario, sim::Fidelity fidelity) {
  sim::LinkOptions link = sim::link_options(fidelity);
  const auto node = scenario.find("link");
  if (!node) return link;
  read_impairment(*node, "command", link.command);
  read_impairment(*node, "telemetry", link.telemetry);
  read_if(*node, "telemetry_rate_Hz", models::between(0, 1e4), link.telemetry_rate_Hz);
  read_if(*node, "module_loop_s", models::between(0, 1), link.module_loop_s);
  return link;
}

}  // namespace ventosa::scenarios
