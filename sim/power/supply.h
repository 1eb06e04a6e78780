#pragma once

#include "models/power.h"
#include "sim/power/bus.h"
#include "sim/power/pack.h"
#include "sim/truth.h"

/// What feeds a module's drives, turbine and computer, and what happens when it fails: below
/// brown_out_V all of them are dead, from power_good_V on the module boots again, with every
/// joint's torque off and the turbine still until the next command.
namespace ventosa::sim {

struct ModulePower {
  PackState pack;
  Relay relay = Relay::kIsolated;
  Supply supply = Supply::kOn;
  std::int32_t boot_steps_left = 0;
  double voltage_V = 0;  ///< where pack, line and loads meet
  double pack_A = 0;     ///< out of the pack
  double bus_A = 0;      ///< out of the module
  double rail_V = 0;
};

struct PowerState {
  controller::PerLeg<ModulePower> module{};
  double bus_V = 0;
  Energy energy;
};

/// How relay and pack connect a module.
Branch connection(const models::Battery& battery, const ModulePower& module) noexcept;

/// What a module draws of its pack or the bus  [W]
/// @param drives_W  of its rail; of the joints together, what one gives back another uses
double module_load_W(const models::Power& power, Supply supply, double drives_W,
                     double turbine_W) noexcept;

/// What the converter takes to give `drives_W`; it takes nothing back.
double rail_input_W(const models::Rail& rail, double drives_W) noexcept;

/// The rail's voltage: at most its input less the drop-out, and no more than the drives, taken as
/// the resistance that they were in the last step, turn into the current limit.
double rail_voltage_V(const models::Rail& rail, double input_V, double last_V,
                      double drives_W) noexcept;

/// One step of failing and booting at the module's present voltage.
void supervise(const models::Electronics& electronics, std::int32_t boot_steps,
               ModulePower& module) noexcept;

/// Ends the charging of a pack that reached its end; begins anew after the relay was switched.
void watch_charge(const models::Battery& battery, ModulePower& module) noexcept;

}  // namespace ventosa::sim
