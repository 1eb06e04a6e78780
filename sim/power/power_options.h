#pragma once

#include <cstdint>

#include "controller/model/command.h"
#include "sim/model/fidelity.h"

namespace ventosa::sim {

enum class PowerModel : std::uint8_t {
  kIdeal,  ///< constant 12 V in every module
  kPacks,  ///< packs, rails and bus of the robot file
};

using controller::Relay;

/// A voltage source on the bus; voltage 0: no charger.
struct Charger {
  double voltage_V = 0;
  double resistance_ohm = 1;
};

/// Power supply of the modules.
struct PowerOptions {
  PowerModel model = PowerModel::kIdeal;
  controller::PerLeg<double> start_charge = full_packs();  ///< state of charge, 0..1
  controller::PerLeg<Relay> relay{};                       ///< at the start
  Charger charger;

  static controller::PerLeg<double> full_packs() {
    controller::PerLeg<double> charge{};
    charge.fill(1);
    return charge;
  }
};

PowerOptions power_options(Fidelity fidelity);

}  // namespace ventosa::sim
