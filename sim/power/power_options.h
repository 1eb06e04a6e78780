#pragma once

#include <cstdint>

#include "controller/model/command.h"
#include "controller/model/description.h"
#include "sim/model/fidelity.h"

namespace ventosa::sim {

enum class PowerModel : std::uint8_t {
  kIdeal,  ///< constant 12 V in every module
  kPacks,  ///< packs, rails and bus of the robot file
};
constexpr auto enumerators(PowerModel) { return controller::words("ideal", "packs"); }

using controller::Relay;

/// A voltage source on the bus; voltage 0: no charger.
struct Charger {
  double voltage_V = 0;
  double resistance_ohm = 1;
};

void describe(auto& field, controller::Is<Charger> auto& charger) {
  field("voltage_V", charger.voltage_V, "V", controller::between(0, 100));
  field("resistance_ohm", charger.resistance_ohm, "ohm", controller::positive());
}

/// Power supply of the modules.
struct PowerOptions {
  PowerModel model = PowerModel::kIdeal;
  controller::PerLeg<double> start_charge = full_packs();  ///< state of charge, 0..1
  controller::PerLeg<Relay> relay{};                       ///< relay states at the start
  Charger charger;

  static controller::PerLeg<double> full_packs() {
    controller::PerLeg<double> charge{};
    charge.fill(1);
    return charge;
  }
};

void describe(auto& field, controller::Is<PowerOptions> auto& power) {
  field("model", power.model);
  field.per_leg("start_charge", power.start_charge, "1", controller::between(0, 1));
  field.per_leg("relay", power.relay);
  field("charger", power.charger);
}

PowerOptions power_options(Fidelity fidelity);

}  // namespace ventosa::sim
