#include <algorithm>

#include "sim/mujoco/world.h"

/// One step of the modules' power supply. Loads are those of the last step.
namespace ventosa::sim {
namespace {

double drives_power_W(const World& world, int leg) {
  double sum_W = 0;
  for (int j = 0; j < world.leg(leg).n_joints; ++j) sum_W += world.state.drive[leg][j].power_W;
  return sum_W;
}

Circuit circuit_of(const World& world) {
  const models::Power& power = world.robot.power;
  Circuit circuit{.pack_ohm = power.battery.resistance_ohm,
                  .line_ohm = power.bus.relay_ohm + power.bus.line_ohm,
                  .charger = world.config.power.charger,
                  .n = world.n_legs()};
  circuit.bus_V = world.state.power.bus_V;
  for (int i = 0; i < world.n_legs(); ++i) {
    const ModulePower& module = world.state.power.module[i];
    circuit.branch[i] = branch_of(power.battery, module);
    if (world.state.fault.has(FaultKind::kPackDead, i)) circuit.branch[i].pack = Branch::Pack::kOff;
    circuit.branch[i].load_W =
        module_load_W(power, module.supply, drives_power_W(world, i), world.state.cup[i].power_W);
  }
  return circuit;
}

double squared(double x) { return x * x; }

void account_circuit(const Circuit& circuit, double step_s, Energy& energy) {
  for (int i = 0; i < circuit.n; ++i) {
    const Branch& b = circuit.branch[i];
    energy.packs_J += step_s * b.open_V * b.pack_A;
    energy.pack_heat_J += step_s * circuit.pack_ohm * squared(b.pack_A);
    energy.line_heat_J += step_s * circuit.line_ohm * squared(b.bus_A);
  }
  energy.charger_J += step_s * circuit.charger.voltage_V * circuit.charger_A;
  energy.line_heat_J += step_s * circuit.charger.resistance_ohm * squared(circuit.charger_A);
}

void account_loads(World& world, int leg) {
  const ModulePower& module = world.state.power.module[leg];
  Energy& energy = world.state.power.energy;
  const models::Power& power = world.robot.power;
  const double step_s = world.config.step_s;
  if (module.supply == Supply::kDown) return;
  energy.electronics_J += step_s * power.electronics.power_W;
  if (module.supply == Supply::kBooting) return;
  energy.turbines_J += step_s * world.state.cup[leg].power_W;
  const double drives_W = drives_power_W(world, leg);
  energy.rail_loss_J += step_s * (rail_input_W(power.rail, drives_W) - drives_W);
}

void store_circuit(const Circuit& circuit, World& world) {
  PowerState& state = world.state.power;
  state.bus_V = circuit.bus_V;
  for (int i = 0; i < circuit.n; ++i) {
    ModulePower& module = state.module[i];
    const Branch& branch = circuit.branch[i];
    module.voltage_V = branch.voltage_V;
    module.pack_A = branch.pack_A;
    module.bus_A = branch.bus_A;
    discharge(world.robot.power.battery, branch.pack_A, world.config.step_s, module.pack);
    update_charge_end(world.robot.power.battery, module);
  }
}

void update_module(World& world, int leg) {
  ModulePower& module = world.state.power.module[leg];
  if (world.state.fault.has(FaultKind::kModuleDead, leg))
    module.supply = Supply::kDown;
  else
    update_supply(world.robot.power.electronics, world.boot_steps, module);
}

double converted_V(const World& world, int leg) {
  if (world.config.power.model == PowerModel::kIdeal) return world.robot.power.rail.voltage_V;
  const ModulePower& module = world.state.power.module[leg];
  return rail_voltage_V(world.robot.power.rail, module.voltage_V, module.rail_V,
                        drives_power_W(world, leg));
}

/// Sets the rail voltage of the drives; a module that is not on also drops its turbine command.
void update_rail(World& world, int leg) {
  ModulePower& module = world.state.power.module[leg];
  const bool on = module.supply == Supply::kOn;
  module.rail_V = on ? converted_V(world, leg) : 0;
  supply_drives(world, leg);
  world.state.cup[leg].powered = on;
  if (!on) world.state.cup[leg].turbine = 0;
}

void step_packs(World& world) {
  Circuit circuit = circuit_of(world);
  solve(circuit);
  account_circuit(circuit, world.config.step_s, world.state.power.energy);
  for (int i = 0; i < world.n_legs(); ++i) account_loads(world, i);
  store_circuit(circuit, world);
  for (int i = 0; i < world.n_legs(); ++i) {
    update_module(world, i);
    update_rail(world, i);
  }
}

/// Ideal supply: constant voltage without losses.
void step_ideal_supply(World& world) {
  Energy& energy = world.state.power.energy;
  const double step_s = world.config.step_s;
  for (int i = 0; i < world.n_legs(); ++i) {
    ModulePower& module = world.state.power.module[i];
    const double turbine_W = world.state.cup[i].power_W;
    const double load_W = drives_power_W(world, i) + turbine_W;
    module.pack_A = load_W / world.robot.power.rail.voltage_V;
    energy.packs_J += step_s * load_W;
    energy.turbines_J += step_s * turbine_W;
    const bool dead = world.state.fault.has(FaultKind::kModuleDead, i);
    if (module.supply == Supply::kOn && !dead) continue;
    update_module(world, i);
    update_rail(world, i);
  }
}

}  // namespace

void start_power(World& world) {
  const PowerOptions& options = world.config.power;
  const models::Power& power = world.robot.power;
  PowerState& state = world.state.power;
  const bool packs = options.model == PowerModel::kPacks;
  for (int i = 0; i < world.n_legs(); ++i) {
    ModulePower& module = state.module[i];
    module.relay = options.relay[i];
    module.pack.charge = options.start_charge[i];
    module.rail_V = power.rail.voltage_V;
    module.voltage_V =
        packs ? open_circuit_V(power.battery, module.pack.charge) : power.rail.voltage_V;
  }
  if (!packs) return;
  Circuit circuit = circuit_of(world);
  solve(circuit);
  state.bus_V = circuit.bus_V;
  for (int i = 0; i < circuit.n; ++i) {
    ModulePower& module = state.module[i];
    module.voltage_V = circuit.branch[i].voltage_V;
    if (module.voltage_V < power.electronics.power_good_V) {
      module.supply = Supply::kDown;
      module.boots = 0;
    }
    update_rail(world, i);
  }
}

void step_power(World& world) {
  world.config.power.model == PowerModel::kPacks ? step_packs(world) : step_ideal_supply(world);
}

void supply_drives(World& world, int leg) noexcept {
  for (int j = 0; j < world.leg(leg).n_joints; ++j) {
    const bool dead = world.state.fault.has(FaultKind::kDriveDead, leg, j);
    world.state.drive[leg][j].supply_V = dead ? 0 : world.state.power.module[leg].rail_V;
  }
}

// with the joint velocities before mj_step, which are those that the drives used
void account_motor_work(World& world) {
  Energy& energy = world.state.power.energy;
  for (int i = 0; i < world.n_legs(); ++i) {
    for (int j = 0; j < world.leg(i).n_joints; ++j) {
      const DriveState& drive = world.state.drive[i][j];
      const double work_J =
          world.config.step_s * drive.tau_Nm * world.index.joint[i][j].dq_rad_s(*world.data);
      energy.motor_work_J += work_J;
      energy.motor_heat_J += world.config.step_s * drive.power_W - work_J;
    }
  }
}

}  // namespace ventosa::sim
