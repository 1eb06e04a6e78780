#include "sim/power/supply.h"

#include <algorithm>
#include <cmath>

namespace ventosa::sim {
namespace {

Branch::Pack pack_of(const ModulePower& module) {
  switch (module.relay) {
    case Relay::kIsolated:
    case Relay::kShare:
      return module.pack.empty() ? Branch::Pack::kChargeOnly : Branch::Pack::kBidirectional;
    case Relay::kCharge:
      return module.pack.charge_over ? Branch::Pack::kOff : Branch::Pack::kChargeOnly;
    case Relay::kBusOnly:
      break;
  }
  return Branch::Pack::kOff;
}

}  // namespace

Branch branch_of(const models::Battery& battery, const ModulePower& module) noexcept {
  Branch branch;
  branch.pack = pack_of(module);
  branch.on_bus = module.relay != Relay::kIsolated;
  branch.open_V = open_circuit_V(battery, module.pack.charge);
  branch.voltage_V = module.voltage_V;
  return branch;
}

double rail_input_W(const models::Rail& rail, double drives_W) noexcept {
  return rail.idle_W + std::max(0.0, drives_W) / rail.efficiency;
}

double module_load_W(const models::Power& power, Supply supply, double drives_W,
                     double turbine_W) noexcept {
  if (supply == Supply::kDown) return 0;
  if (supply == Supply::kBooting) return power.electronics.power_W;
  return power.electronics.power_W + turbine_W + rail_input_W(power.rail, drives_W);
}

double rail_voltage_V(const models::Rail& rail, double input_V, double last_V,
                      double drives_W) noexcept {
  constexpr double kMinRail_V = 1;
  const double ceiling_V = std::clamp(input_V - rail.drop_out_V, 0.0, rail.voltage_V);
  const double conductance_S = drives_W / std::pow(std::max(last_V, kMinRail_V), 2);
  return ceiling_V * conductance_S > rail.current_limit_A ? rail.current_limit_A / conductance_S
                                                          : ceiling_V;
}

void update_supply(const models::Electronics& electronics, std::int32_t boot_steps,
                   ModulePower& module) noexcept {
  if (module.voltage_V < electronics.brown_out_V) {
    module.supply = Supply::kDown;
  } else if (module.supply == Supply::kDown && module.voltage_V >= electronics.power_good_V) {
    module.supply = Supply::kBooting;
    module.boot_steps_left = boot_steps;
    ++module.boots;
  } else if (module.supply == Supply::kBooting && --module.boot_steps_left <= 0) {
    module.supply = Supply::kOn;
  }
}

void update_charge_end(const models::Battery& battery, ModulePower& module) noexcept {
  const bool charging = module.relay == Relay::kCharge && module.pack_A < 0;
  if (charging && module.voltage_V >= battery.charge_end_V) module.pack.charge_over = true;
  if (module.relay != Relay::kCharge) module.pack.charge_over = false;
}

}  // namespace ventosa::sim
