#include "scenarios/format/sections.h"

/// The modules' cups.
namespace ventosa::scenarios {

using models::Node;

sim::CupOptions read_cup(const Node& scenario, sim::Fidelity fidelity) {
  sim::CupOptions cup = sim::cup_options(fidelity);
  const auto node = scenario.find("cup");
  if (!node) return cup;
  if (const auto model = node->find("model"))
    cup.model = static_cast<sim::CupModel>(model->as_choice(kCupModels));
  if (const auto turbine = node->find("turbine"))
    cup.turbine = static_cast<sim::TurbineModel>(turbine->as_choice(kTurbineModels));
  if (const auto sensing = node->find("sensing"))
    cup.sensing = static_cast<sim::CupSensing>(sensing->as_choice(kCupSensings));
  return cup;
}

}  // namespace ventosa::scenarios
