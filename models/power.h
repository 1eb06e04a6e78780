#pragma once

#include <vector>

#include "models/strict_yaml.h"

/// Power system of a module: pack, drive rail, electronics, and branch of the bus.
namespace ventosa::models {

struct VoltagePoint {
  double charge = 0;  ///< share of the capacity, 0..1
  double voltage_V = 0;
};

void describe(auto& field, controller::Is<VoltagePoint> auto& point) {
  field("charge", point.charge, "1", between(0, 1));
  field("voltage_V", point.voltage_V, "V", not_negative());
}

/// A pack of equal cells in series.
struct Battery {
  int cells = 0;
  double capacity_C = 0;
  double resistance_ohm = 0;  ///< resistance of the pack
  double charge_end_V = 0;    ///< terminal voltage at which charging stops
  /// Open-circuit voltage per cell: charge rises from 0 to 1, voltage never falls.
  std::vector<VoltagePoint> cell_voltage;
};

void describe(auto& field, controller::Is<Battery> auto& battery) {
  field("cells", battery.cells, "1", between(1, 100));
  field("capacity_Ah", battery.capacity_C, controller::kAmpereHours, above(0, 1000));
  field("resistance_ohm", battery.resistance_ohm, "ohm", above(0, 100));
  field("charge_end_V", battery.charge_end_V, "V", positive());
  field.list("cell_voltage_V", battery.cell_voltage);
}

/// Rail of a robot whose file gives none.
inline constexpr double kUsualRail_V = 12;
inline constexpr double kHighestRail_V = 100;

/// Step-down converter that supplies the drives. Without packs only its voltage has a meaning.
struct Rail {
  double voltage_V = kUsualRail_V;
  double efficiency = 1;
  double idle_W = 0;           ///< constant loss
  double drop_out_V = 0;       ///< the output is at most the input minus this
  double current_limit_A = 0;  ///< current above which the output voltage drops
};

void describe(auto& field, controller::Is<Rail> auto& rail) {
  field("voltage_V", rail.voltage_V, "V", above(0, kHighestRail_V));
  field("efficiency", rail.efficiency, "1", above(0, 1));
  field("idle_W", rail.idle_W, "W", between(0, 1000));
  field("drop_out_V", rail.drop_out_V, "V", not_negative());
  field("current_limit_A", rail.current_limit_A, "A", above(0, 1000));
}

struct Electronics {
  double power_W = 0;
  double brown_out_V =
      0;  ///< supply voltage below which the module shuts down: drives and turbine lose power
  double power_good_V = 0;  ///< supply voltage from which the module starts again
  double reboot_s = 0;      ///< duration of the start
};

void describe(auto& field, controller::Is<Electronics> auto& electronics) {
  field("power_W", electronics.power_W, "W", between(0, 1000));
  field("brown_out_V", electronics.brown_out_V, "V", positive());
  field("power_good_V", electronics.power_good_V, "V", positive());
  field("reboot_s", electronics.reboot_s, "s", between(0, 3600));
}

/// Connection from a module to the common node of all branches.
struct BusBranch {
  double relay_ohm = 0;
  double line_ohm = 0;
};

void describe(auto& field, controller::Is<BusBranch> auto& bus) {
  field("relay_ohm", bus.relay_ohm, "ohm", between(0, 100));
  field("line_ohm", bus.line_ohm, "ohm", above(0, 100));
}

struct Power {
  Battery battery;
  Rail rail;
  Electronics electronics;
  BusBranch bus;
};

void describe(auto& field, controller::Is<Power> auto& power) {
  field("battery", power.battery);
  field("rail", power.rail);
  field("electronics", power.electronics);
  field("bus", power.bus);
}

/// True if a parts file has packs: any of `battery`, `electronics` and `bus`.
bool has_packs(const Node& parts);

/// Reads `battery`, `rail`, `electronics` and `bus` of a parts file; of one without packs the
/// rail's voltage, if it is given.  @throws InputError
Power read_power(const Node& parts);

}  // namespace ventosa::models
