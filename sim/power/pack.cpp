#include "sim/power/pack.h"

#include <algorithm>

namespace ventosa::sim {

using models::VoltagePoint;

double open_circuit_V(const models::Battery& battery, double charge) noexcept {
  const auto& table = battery.cell_voltage;
  const double s = std::clamp(charge, 0.0, 1.0);
  const auto fuller =
      std::lower_bound(table.begin() + 1, table.end() - 1, s,
                       [](const VoltagePoint& point, double at) { return point.charge < at; });
  const VoltagePoint &a = *(fuller - 1), &b = *fuller;
  const double share = (s - a.charge) / (b.charge - a.charge);
  return battery.cells * (a.voltage_V + share * (b.voltage_V - a.voltage_V));
}

void discharge(const models::Battery& battery, double current_A, double span_s,
               PackState& pack) noexcept {
  pack.charge -= current_A * span_s / battery.capacity_C;
}

}  // namespace ventosa::sim
