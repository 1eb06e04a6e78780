#include "models/power.h"

#include "models/yaml_fields.h"

namespace ventosa::models {
namespace {

constexpr double kHighestOfCell_V = 5;

VoltagePoint read_point(const Node& node) {
  const auto pair = node.as_vector<2>(between(0, kHighestOfCell_V));
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
  auto battery = read_required<Battery>(node);
  battery.cell_voltage = read_cell_voltage(node.at("cell_voltage_V"));
  constexpr double kRounding = 1e-9;
  const double empty_V = battery.cells * battery.cell_voltage.front().voltage_V;
  const double full_V = battery.cells * battery.cell_voltage.back().voltage_V;
  if (battery.charge_end_V <= empty_V || battery.charge_end_V > full_V * (1 + kRounding))
    node.at("charge_end_V")
        .fail("must lie above the empty pack's voltage and not above the full one's",
              "cells times the ends of cell_voltage_V");
  return battery;
}

Rail read_rail(const Node& node) {
  const auto rail = read_required<Rail>(node);
  if (rail.drop_out_V >= rail.voltage_V)
    node.at("drop_out_V")
        .fail("must stay below voltage_V", "the input voltage must be higher by this value");
  return rail;
}

Electronics read_electronics(const Node& node, double charge_end_V) {
  const auto electronics = read_required<Electronics>(node);
  if (electronics.power_good_V > charge_end_V)
    node.at("power_good_V").fail("must be at most battery.charge_end_V");
  if (electronics.brown_out_V > electronics.power_good_V)
    node.at("brown_out_V").fail("must not lie above power_good_V");
  return electronics;
}

/// An ideal supply has no other property than its voltage.
Power read_ideal_power(const Node& parts) {
  Power power;
  if (const auto rail = parts.find("rail"))
    power.rail.voltage_V = rail->at("voltage_V").as_double(above(0, kHighestRail_V));
  return power;
}

}  // namespace

bool has_packs(const Node& parts) {
  return parts.find("battery") || parts.find("electronics") || parts.find("bus");
}

Power read_power(const Node& parts) {
  if (!has_packs(parts)) return read_ideal_power(parts);
  Power power;
  Mistakes mistakes;
  const auto read = [&](const char* key, auto reader) {
    return mistakes.collect(parts, key, [&] { reader(parts.at(key)); });
  };
  const bool has_battery =
      read("battery", [&](const Node& node) { power.battery = read_battery(node); });
  read("rail", [&](const Node& node) { power.rail = read_rail(node); });
  if (has_battery)
    read("electronics", [&](const Node& node) {
      power.electronics = read_electronics(node, power.battery.charge_end_V);
    });
  read("bus", [&](const Node& node) { power.bus = read_required<BusBranch>(node); });
  mistakes.refuse();
  return power;
}

}  // namespace ventosa::models
