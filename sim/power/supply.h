#pragma once

#include "models/power.h"
#include "sim/power/bus.h"
#include "sim/power/energy.h"
#include "sim/power/pack.h"
#include "sim/power/supply_state.h"

/// Power supply of a module's drives, turbine and computer, with brown-out: below brown_out_V all
/// of them are off; from power_good_V on the module boots, with its drives without torque and its
/// turbine off until the next command.
namespace ventosa::sim {

struct ModulePower {
  PackState pack;
  Relay relay = Relay::kIsolated;
  Supply supply = Supply::kOn;
  std::int32_t boot_steps_left = 0;
  std::int32_t boots = 1;  ///< number of boots, including the one before the run
  double voltage_V = 0;    ///< voltage at the node of pack, line and loads
  double pack_A = 0;       ///< current out of the pack
  double bus_A = 0;        ///< out of the module into the bus
  double rail_V = 0;
};

struct PowerState {
  controller::PerLeg<ModulePower> module{};
  double bus_V = 0;
  Energy energy;
};

/// A module's branch of the bus circuit, by the state of its relay and pack.
Branch branch_of(const models::Battery& battery, const ModulePower& module) noexcept;

/// Load of a module on its pack or the bus  [W]
/// @param drives_W  sum over the joints on its rail; negative terms regenerate into the others
double module_load_W(const models::Power& power, Supply supply, double drives_W,
                     double turbine_W) noexcept;

/// Input power of the rail's converter for the output `drives_W`; it does not regenerate  [W]
double rail_input_W(const models::Rail& rail, double drives_W) noexcept;

/// Rail voltage: the nominal one, limited to the input less the drop-out, and to the current limit
/// times the drives' resistance, last_V^2 / drives_W  [V]
double rail_voltage_V(const models::Rail& rail, double input_V, double last_V,
                      double drives_W) noexcept;

/// One step of the supply state (brown-out, boot) at the module's present voltage.
void update_supply(const models::Electronics& electronics, std::int32_t boot_steps,
                   ModulePower& module) noexcept;

/// Stops charging at the charge-end voltage; allows it again after the relay was switched.
void update_charge_end(const models::Battery& battery, ModulePower& module) noexcept;

}  // namespace ventosa::sim
