#include "sim/power/supply.h"

#include <gtest/gtest.h>

#include "tests/sim/stands.h"

namespace ventosa::sim::supply_test {
namespace {

models::Power shipped() { return romerin4().power; }

TEST(Rail, GivesItsVoltageUntilItDropsOut) {
  const models::Rail rail = shipped().rail;
  EXPECT_EQ(rail_voltage_V(rail, 16.8, 12, 0), 12);
  EXPECT_EQ(rail_voltage_V(rail, 12.3, 12, 0), 12);
  EXPECT_NEAR(rail_voltage_V(rail, 11.3, 12, 0), 11, 1e-12);
  EXPECT_EQ(rail_voltage_V(rail, 0, 12, 0), 0);
}

TEST(Rail, HoldsAResistanceAtItsCurrentLimit) {
  const models::Rail rail = shipped().rail;
  constexpr double kLoad_ohm = 0.5;  // would draw 24 A
  double V = 12;
  for (int step = 0; step < 3; ++step) V = rail_voltage_V(rail, 15, V, V * V / kLoad_ohm);
  EXPECT_NEAR(V, rail.current_limit_A * kLoad_ohm, 1e-12);
  EXPECT_EQ(rail_voltage_V(rail, 15, V, 0), 12);  // recovers without load
}

TEST(Rail, HasItsEfficiencyAndDoesNotRegenerate) {
  const models::Rail rail = shipped().rail;
  EXPECT_NEAR(rail_input_W(rail, 46), 46 / 0.92 + 0.4, 1e-12);
  EXPECT_NEAR(rail_input_W(rail, -46), 0.4, 1e-12);
}

TEST(Supply, LoadIsZeroWhenDownAndTheComputerWhenBooting) {
  const models::Power power = shipped();
  EXPECT_EQ(module_load_W(power, Supply::kDown, 10, 20), 0);
  EXPECT_EQ(module_load_W(power, Supply::kBooting, 10, 20), power.electronics.power_W);
  EXPECT_NEAR(module_load_W(power, Supply::kOn, 46, 20), 1.5 + 20 + 50.4, 1e-12);
}

TEST(Supply, FailsBelowBrownOutAndBootsFromPowerGood) {
  const models::Electronics electronics = shipped().electronics;
  ModulePower module;
  const auto after = [&](double voltage_V) {
    module.voltage_V = voltage_V;
    update_supply(electronics, 3, module);
    return module.supply;
  };
  EXPECT_EQ(after(16), Supply::kOn);
  EXPECT_EQ(after(9.51), Supply::kOn);
  EXPECT_EQ(after(9.49), Supply::kDown);
  EXPECT_EQ(after(11.9), Supply::kDown);
  EXPECT_EQ(after(12), Supply::kBooting);
  EXPECT_EQ(after(12), Supply::kBooting);
  EXPECT_EQ(after(9), Supply::kDown);
  EXPECT_EQ(after(13), Supply::kBooting);  // the boot time restarts
  EXPECT_EQ(after(13), Supply::kBooting);
  EXPECT_EQ(after(11), Supply::kBooting);
  EXPECT_EQ(after(13), Supply::kOn);
}

TEST(Supply, RelaysConnectPackAndBus) {
  const models::Battery battery = shipped().battery;
  const auto with = [&](Relay relay, double charge) {
    ModulePower module{.pack = {.charge = charge}, .relay = relay};
    return branch_of(battery, module);
  };
  using Pack = Branch::Pack;
  EXPECT_EQ(with(Relay::kIsolated, 0.5).pack, Pack::kBidirectional);
  EXPECT_FALSE(with(Relay::kIsolated, 0.5).on_bus);
  EXPECT_EQ(with(Relay::kShare, 0.5).pack, Pack::kBidirectional);
  EXPECT_TRUE(with(Relay::kShare, 0.5).on_bus);
  EXPECT_EQ(with(Relay::kShare, 0).pack, Pack::kChargeOnly);
  EXPECT_EQ(with(Relay::kCharge, 0.5).pack, Pack::kChargeOnly);
  EXPECT_TRUE(with(Relay::kCharge, 0.5).on_bus);
  EXPECT_EQ(with(Relay::kBusOnly, 0.5).pack, Pack::kOff);
  EXPECT_TRUE(with(Relay::kBusOnly, 0.5).on_bus);
}

TEST(Supply, EndsChargingAtTheEndVoltageUntilTheRelayIsSwitched) {
  const models::Battery battery = shipped().battery;
  ModulePower module{.pack = {.charge = 0.9}, .relay = Relay::kCharge};
  const auto after = [&](double voltage_V, double pack_A) {
    module.voltage_V = voltage_V;
    module.pack_A = pack_A;
    update_charge_end(battery, module);
    return branch_of(battery, module).pack;
  };
  EXPECT_EQ(after(16.79, -2), Branch::Pack::kChargeOnly);
  EXPECT_EQ(after(17, 0), Branch::Pack::kChargeOnly);  // of the bus, not of the pack
  EXPECT_EQ(after(16.8, -2), Branch::Pack::kOff);
  EXPECT_EQ(after(15, 0), Branch::Pack::kOff);
  module.relay = Relay::kBusOnly;
  after(15, 0);
  module.relay = Relay::kCharge;
  EXPECT_EQ(after(15, 0), Branch::Pack::kChargeOnly);
}

}  // namespace
}  // namespace ventosa::sim::supply_test
