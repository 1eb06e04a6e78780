#include "sim/power/pack.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sim/power/bus.h"
#include "tests/sim/stands.h"

namespace ventosa::sim::pack_test {
namespace {

models::Battery shipped() { return romerin4().power.battery; }

/// The pack feeding a load by itself.
Circuit alone(const models::Battery& battery, double charge, double load_W) {
  Circuit circuit;
  circuit.pack_ohm = battery.resistance_ohm;
  circuit.n = 1;
  const double open_V = open_circuit_V(battery, charge);
  circuit.branch[0] = {.pack = Branch::Pack::kBidirectional,
                       .open_V = open_V,
                       .load_W = load_W,
                       .voltage_V = open_V};
  return circuit;
}

/// P = (E - R i) i, the root that vanishes with P
double load_current_A(double E_V, double R_ohm, double P_W) {
  return (E_V - std::sqrt(E_V * E_V - 4 * R_ohm * P_W)) / (2 * R_ohm);
}

TEST(Pack, RestsAtItsTableAndLinearlyBetweenItsPoints) {
  const models::Battery battery = shipped();
  for (const models::VoltagePoint& point : battery.cell_voltage)
    EXPECT_NEAR(open_circuit_V(battery, point.charge), 4 * point.voltage_V, 1e-12);
  EXPECT_NEAR(open_circuit_V(battery, 0.15), 4 * (3.69 + 3.73) / 2, 1e-12);
  EXPECT_NEAR(open_circuit_V(battery, -0.01), 12, 1e-12);
  EXPECT_NEAR(open_circuit_V(battery, 1.01), 16.8, 1e-12);
}

TEST(Pack, SagsByItsResistanceTimesItsCurrent) {
  const models::Battery battery = shipped();
  for (const double load_W : {0.0, 1.0, 30.0, 200.0}) {
    Circuit circuit = alone(battery, 0.5, load_W);
    solve(circuit);
    const double i_A = load_current_A(15.36, battery.resistance_ohm, load_W);
    EXPECT_NEAR(circuit.branch[0].pack_A, i_A, 2e-4 * i_A);  // three rounds at up to 5 % each
    EXPECT_NEAR(circuit.branch[0].voltage_V,
                15.36 - battery.resistance_ohm * circuit.branch[0].pack_A, 1e-12);
  }
}

// T = C int_0^1 ds / i(s), i(s) of the load at E(s)
TEST(Pack, CarriesAConstantLoadAsLongAsTheIntegralOfItsTableSays) {
  const models::Battery battery = shipped();
  constexpr double kLoad_W = 60, kSpan_s = 0.05;
  constexpr int kParts = 100000;
  double expected_s = 0;
  for (int k = 0; k < kParts; ++k) {
    const double E_V = open_circuit_V(battery, (k + 0.5) / kParts);
    const double i_A = load_current_A(E_V, battery.resistance_ohm, kLoad_W);
    expected_s += battery.capacity_C / i_A / kParts;
  }

  PackState pack;
  double time_s = 0, drawn_C = 0, voltage_V = 16.8;
  for (; !pack.empty(); time_s += kSpan_s) {
    Circuit circuit = alone(battery, pack.charge, kLoad_W);
    circuit.branch[0].voltage_V = voltage_V;
    solve(circuit);
    voltage_V = circuit.branch[0].voltage_V;
    drawn_C += kSpan_s * circuit.branch[0].pack_A;
    discharge(battery, circuit.branch[0].pack_A, kSpan_s, pack);
  }
  EXPECT_NEAR(time_s, expected_s, 1e-4 * expected_s);
  EXPECT_NEAR(drawn_C, battery.capacity_C, kSpan_s * 6);
}

TEST(Pack, ReturnsAllChargeThatWasPutIn) {
  const models::Battery battery = shipped();
  PackState pack{.charge = 0.5};
  discharge(battery, -3, 100, pack);
  EXPECT_NEAR(pack.charge, 0.5 + 300 / battery.capacity_C, 1e-15);
  discharge(battery, 3, 100, pack);
  EXPECT_NEAR(pack.charge, 0.5, 1e-15);
}

}  // namespace
}  // namespace ventosa::sim::pack_test
