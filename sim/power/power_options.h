#pragma once

#include <cstdint>

#include "controller/model/command.h"
#include "sim/fidelity.h"

namespace ventosa::sim {

enum class PowerModel : std::uint8_t {
  kIdeal,  ///< 12 V that never sag nor end, in every module
  kPacks,  ///< the robot file's packs, rails and bus
};

using controller::Relay;

/// A source on the bus; without voltage there is none.
struct Charger {
  double voltage_V = 0;
  double resistance_ohm = 1;
};

/// Where the modules' electricity comes from.
struct PowerOptions {
  PowerModel model = PowerModel::kIdeal;
  controller::PerLeg<double> start_charge = full_packs();  ///< share of the capacity, 0..1
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
