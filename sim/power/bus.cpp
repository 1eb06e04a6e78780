#include "sim/power/bus.h"

#include <algorithm>

namespace ventosa::sim {
namespace {

// below this voltage a load draws the same current as at it, because converters lock out
constexpr double kMinLoad_V = 6;

// fixed-point iterations of load current and voltage, from the last step's voltages. The error
// shrinks by R load_W / V^2 each time, a few percent at full load
constexpr int kIterations = 3;

void de_energise(Branch& b) { b.voltage_V = b.load_A = b.pack_A = b.bus_A = 0; }

void solve_isolated(double pack_ohm, Branch& b) {
  if (b.pack != Branch::Pack::kBidirectional) return de_energise(b);
  b.pack_A = b.load_A;
  b.bus_A = 0;
  b.voltage_V = b.open_V - pack_ohm * b.pack_A;
}

/// True if the pack carries current at the present bus voltage.
bool conducts(const Circuit& c, const Branch& b) {
  if (b.pack != Branch::Pack::kChargeOnly) return b.pack == Branch::Pack::kBidirectional;
  return c.bus_V - c.line_ohm * b.load_A > b.open_V;
}

void solve_on_bus(const Circuit& c, Branch& b) {
  const bool with_pack = conducts(c, b);
  if (!with_pack && c.bus_V <= 0) return de_energise(b);
  const double source_V = b.open_V - c.pack_ohm * b.load_A;
  b.bus_A = with_pack ? (source_V - c.bus_V) / (c.pack_ohm + c.line_ohm) : -b.load_A;
  b.pack_A = with_pack ? b.load_A + b.bus_A : 0;
  b.voltage_V = c.bus_V + c.line_ohm * b.bus_A;
}

/// nodal equation, with the packs that conduct at the last U; 0 if the bus has no source
double bus_voltage_V(const Circuit& c) {
  const bool charger = c.charger.voltage_V > 0;
  double g_S = charger ? 1 / c.charger.resistance_ohm : 0;
  double s_A = g_S * c.charger.voltage_V;
  const double each_S = 1 / (c.pack_ohm + c.line_ohm);
  for (int k = 0; k < c.n; ++k) {
    const Branch& b = c.branch[k];
    if (!b.on_bus) continue;
    const bool with_pack = conducts(c, b);
    g_S += with_pack ? each_S : 0;
    s_A += with_pack ? each_S * (b.open_V - c.pack_ohm * b.load_A) : -b.load_A;
  }
  return g_S > 0 ? s_A / g_S : 0;
}

// Newton's method on the sum of currents into the bus, which is piecewise linear and, because of
// the packs that only charge, concave in U. From any start it ends at the root after at most one
// step per such pack and two more.
void solve_bus_voltage(Circuit& c) {
  for (int k = 0; k < c.n + 2; ++k) {
    const double before_V = c.bus_V;
    c.bus_V = bus_voltage_V(c);
    if (c.bus_V == before_V) return;
  }
}

double charger_current_A(const Circuit& c) {
  if (c.charger.voltage_V <= 0 || c.bus_V <= 0) return 0;
  return (c.charger.voltage_V - c.bus_V) / c.charger.resistance_ohm;
}

}  // namespace

void solve(Circuit& c) noexcept {
  for (int round = 0; round < kIterations; ++round) {
    for (int k = 0; k < c.n; ++k)
      c.branch[k].load_A = c.branch[k].load_W / std::max(c.branch[k].voltage_V, kMinLoad_V);
    solve_bus_voltage(c);
    for (int k = 0; k < c.n; ++k) {
      Branch& b = c.branch[k];
      b.on_bus ? solve_on_bus(c, b) : solve_isolated(c.pack_ohm, b);
    }
  }
  c.charger_A = charger_current_A(c);
}

}  // namespace ventosa::sim
