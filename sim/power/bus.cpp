#include "sim/power/bus.h"

#include <algorithm>

namespace ventosa::sim {
namespace {

/// Below this the converters behind a load draw no more current than here: they lock out.
constexpr double kLeast_V = 6;

/// Load currents follow the voltages: a contraction by R load_W / V^2, a few percent of a module at
/// full load, from the last step's voltages.
constexpr int kRounds = 3;

void cut(Branch& b) { b.voltage_V = b.load_A = b.pack_A = b.bus_A = 0; }

void feed_alone(double pack_ohm, Branch& b) {
  if (b.pack != Branch::Pack::kFull) return cut(b);
  b.pack_A = b.load_A;
  b.bus_A = 0;
  b.voltage_V = b.open_V - pack_ohm * b.pack_A;
}

/// whether current flows between pack and module while the bus is at U
bool conducts(const Circuit& c, const Branch& b) {
  if (b.pack != Branch::Pack::kTakes) return b.pack == Branch::Pack::kFull;
  return c.bus_V - c.line_ohm * b.load_A > b.open_V;
}

void feed_from_bus(const Circuit& c, Branch& b) {
  const bool with_pack = conducts(c, b);
  if (!with_pack && c.bus_V <= 0) return cut(b);
  const double source_V = b.open_V - c.pack_ohm * b.load_A;
  b.bus_A = with_pack ? (source_V - c.bus_V) / (c.pack_ohm + c.line_ohm) : -b.load_A;
  b.pack_A = with_pack ? b.load_A + b.bus_A : 0;
  b.voltage_V = c.bus_V + c.line_ohm * b.bus_A;
}

/// U of the packs that conduct at the last U; 0 if none does and there is no charger
double balance(const Circuit& c) {
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

// Newton's method on the sum of currents into the bus. A pack that only takes makes it concave in
// U, so from any start the steps end at the root, after at most one per such pack and two more.
void settle_bus(Circuit& c) {
  for (int k = 0; k < c.n + 2; ++k) {
    const double before_V = c.bus_V;
    c.bus_V = balance(c);
    if (c.bus_V == before_V) return;
  }
}

double charger_current_A(const Circuit& c) {
  if (c.charger.voltage_V <= 0 || c.bus_V <= 0) return 0;
  return (c.charger.voltage_V - c.bus_V) / c.charger.resistance_ohm;
}

}  // namespace

void solve(Circuit& c) noexcept {
  for (int round = 0; round < kRounds; ++round) {
    for (int k = 0; k < c.n; ++k)
      c.branch[k].load_A = c.branch[k].load_W / std::max(c.branch[k].voltage_V, kLeast_V);
    settle_bus(c);
    for (int k = 0; k < c.n; ++k) {
      Branch& b = c.branch[k];
      b.on_bus ? feed_from_bus(c, b) : feed_alone(c.pack_ohm, b);
    }
  }
  c.charger_A = charger_current_A(c);
}

}  // namespace ventosa::sim
