#include "models/power.h"

#include "models/strict_yaml.h"

namespace ventosa::models {
namespace {

constexpr double kSecondsPerHour = 3600;

VoltagePoint read_point(const Node& node) {
  const auto pair = node.as_vector<2>(not_negative());
  return {.charge = pair[0], .voltage_V = pair[1]};
}

std::vector<VoltagePoint> read_cell_voltage(const Node& node) {
  std::vector<VoltagePoint> table;
  for (const Node& entry : node.elements(2, 100)) {
    const VoltagePoint point = read_point(entry);
    const bool first = table.empty();
    if (first && point.charge != 0) entry.fail("must begin with the empty cell, charge 0");
    if (!first && point.charge <= table.back().charge)
      entry.fail("must have more charge than the point before it");
    if (!first && point.voltage_V < table.back().voltage_V)
      entry.fail("must not fall", "a cell's voltage at rest rises with its charge");
    table.push_back(point);
  }
  if (table.back().charge != 1) node.fail("must end with the full cell, charge 1");
  if (table.front().voltage_V <= 0) node.fail("must have voltages above 0");
  return table;
}

Battery read_battery(const Node& node) {
  return {.cells = node.at("cells").as_int(1, 100),
          .capacity_C = node.at("capacity_Ah").as_double(positive()) * kSecondsPerHour,
          .resistance_ohm = node.at("resistance_ohm").as_double(positive()),
          .charge_end_V = node.at("charge_end_V").as_double(positive()),
          .cell_voltage = read_cell_voltage(node.at("cell_voltage_V"))};
}

Rail read_rail(const Node& node) {
  return {.voltage_V = node.at("voltage_V").as_double(positive()),
          .efficiency = node.at("efficiency").as_double(above(0, 1)),
          .idle_W = node.at("idle_W").as_double(not_negative()),
          .drop_out_V = node.at("drop_out_V").as_double(not_negative()),
          .current_limit_A = node.at("current_limit_A").as_double(positive())};
}

Electronics read_electronics(const Node& node, double charge_end_V) {
  Electronics electronics{.power_W = node.at("power_W").as_double(not_negative()),
                          .brown_out_V = node.at("brown_out_V").as_double(positive()),
                          .power_good_V = node.at("power_good_V").as_double(above(0, charge_end_V)),
                          .reboot_s = node.at("reboot_s").as_double(between(0, 3600))};
  if (electronics.brown_out_V > electronics.power_good_V)
    node.at("brown_out_V").fail("must not lie above power_good_V");
  return electronics;
}

BusBranch read_bus(const Node& node) {
  return {.relay_ohm = node.at("relay_ohm").as_double(not_negative()),
          .line_ohm = node.at("line_ohm").as_double(positive())};
}

}  // namespace

Power read_power(const Node& parts) {
  Power power;
  power.battery = read_battery(parts.at("battery"));
  power.rail = read_rail(parts.at("rail"));
  power.electronics = read_electronics(parts.at("electronics"), power.battery.charge_end_V);
  power.bus = read_bus(parts.at("bus"));
  return power;
}

}  // namespace ventosa::models
