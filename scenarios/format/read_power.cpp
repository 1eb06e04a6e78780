#include "scenarios/format/sections.h"

/// Packs, relays and bus of the modules.
namespace ventosa::scenarios {

using controller::PerLeg;
using models::Node;

namespace {

/// A list with one value per leg, or one value for all.
template <class T, class Read>
PerLeg<T> per_leg(const Node& node, std::size_t n_legs, Read read) {
  PerLeg<T> values{};
  if (!node.is_list()) {
    values.fill(read(node));
    return values;
  }
  std::size_t i = 0;
  for (const Node& element : node.elements(n_legs, n_legs)) values[i++] = read(element);
  return values;
}

sim::Charger read_charger(const Node& node) {
  sim::Charger charger;
  charger.voltage_V = node.at("voltage_V").as_double(models::above(0, 100));
  read_if(node, "resistance_ohm", models::positive(), charger.resistance_ohm);
  return charger;
}

}  // namespace

PerLeg<controller::Relay> read_relays(const Node& node, std::size_t n_legs) {
  return per_leg<controller::Relay>(node, n_legs, [](const Node& word) {
    return static_cast<controller::Relay>(word.as_choice(kRelays));
  });
}

sim::PowerOptions read_power(const Node& scenario, sim::Fidelity fidelity, std::size_t n_legs) {
  sim::PowerOptions power = sim::power_options(fidelity);
  const auto node = scenario.find("power");
  if (!node) return power;
  if (const auto model = node->find("model"))
    power.model = static_cast<sim::PowerModel>(model->as_choice(kPowerModels));
  if (const auto charge = node->find("start_charge"))
    power.start_charge = per_leg<double>(
        *charge, n_legs, [](const Node& share) { return share.as_double(models::between(0, 1)); });
  if (const auto relay = node->find("relay")) power.relay = read_relays(*relay, n_legs);
  if (const auto charger = node->find("charger")) power.charger = read_charger(*charger);
  return power;
}

}  // namespace ventosa::scenarios
